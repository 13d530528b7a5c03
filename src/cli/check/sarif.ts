import { pathToFileURL } from 'node:url'
import { isAbsolute } from 'node:path'
import { BGN_EUR } from '#money/pair.ts'
import { EURO, NATIONAL } from '#money/currency.ts'
import { visibleJson } from '#product/display-text.ts'
import { VERSION } from '#product/version.ts'
import { type FileFindings, type Findings, cellReference, omittedText } from './findings.ts'
import { pathFromRoot } from './report-path.ts'

const RULES = [
  {
    id: 'pair-not-exact',
    shortDescription: { text: 'A lev and a euro price are not exact to the cent.' },
    fullDescription: {
      text: `Of the two prices of a product neither is the other at 1 ${EURO} = ${BGN_EUR.rateText} ${NATIONAL}, rounded once to the cent.`,
    },
    defaultConfiguration: { level: 'error' },
  },
  {
    id: 'pair-not-checked',
    shortDescription: { text: 'Pairs of prices could not be checked.' },
    defaultConfiguration: { level: 'note' },
  },
] as const

type RuleId = (typeof RULES)[number]['id']

/** The base of paths in the repository (SARIF 2.1.0, 3.14.14). */
const ROOT_ID = '%SRCROOT%'

/** SARIF 2.1.0 (OASIS), for code scanning. */
export function sarifReport({ files, failures }: Findings): string {
  const failed = failures.map(({ file, source, text }) => ({
    level: 'error',
    message: { text: plain(`${source}: ${text}`) },
    ...(file !== '-' && { locations: [{ physicalLocation: { artifactLocation: artifactOf(file) } }] }),
  }))
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'levro', version: VERSION, rules: RULES } },
        invocations: [
          {
            executionSuccessful: failures.length === 0,
            ...(failed.length > 0 && { toolExecutionNotifications: failed }),
          },
        ],
        columnKind: 'utf16CodeUnits',
        results: files.flatMap(resultsOf),
      },
    ],
  }
  return `${visibleJson(log, 2)}\n`
}

function resultsOf(file: FileFindings): object[] {
  const { list, omitted, unchecked, source } = file
  const results: object[] = list.map(({ row, column, position, text }) => {
    const { sheet } = file
    const logical = {
      name: `${column}${row}`,
      fullyQualifiedName: `${source}/${cellReference(sheet, column, row)}`,
    }
    const region = position && { startLine: position.line, startColumn: position.column }
    const properties = { row, column, ...(sheet !== undefined && { sheet }) }
    return { ...result(file, 'pair-not-exact', 'error', text, { region, logical }), properties }
  })
  if (omitted > 0) results.push(result(file, 'pair-not-exact', 'error', omittedText(omitted)))
  if (unchecked !== undefined) results.push(result(file, 'pair-not-checked', 'note', unchecked))
  return results
}

function result(
  { source, file }: FileFindings,
  ruleId: RuleId,
  level: 'error' | 'note',
  text: string,
  { region, logical }: { readonly region?: object | undefined; readonly logical?: object } = {},
): object {
  const location = {
    ...(file !== '-' && {
      physicalLocation: { artifactLocation: artifactOf(file), ...(region && { region }) },
    }),
    logicalLocations: [logical ?? { fullyQualifiedName: source }],
  }
  return {
    ruleId,
    ruleIndex: RULES.findIndex(({ id }) => id === ruleId),
    level,
    message: { text: plain(`${source}: ${text}`) },
    locations: [location],
  }
}

/** Without links and placeholders (3.11.5, 3.11.6). */
const plain = (text: string): string => text.replaceAll(/[\\[\]]/g, '\\$&').replaceAll(/[{}]/g, '$&$&')

function artifactOf(file: string): object {
  const path = pathFromRoot(file)
  if (isAbsolute(path)) return { uri: pathToFileURL(path).href }
  return { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: ROOT_ID }
}
