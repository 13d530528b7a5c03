import { textKind } from '../detect.ts'
import {
  type Format,
  type Probe,
  type ReadResult,
  type UnsupportedKind,
  chooseSheet,
  failure,
} from '../format.ts'
import { hasPriceTitle } from '../header-choice.ts'
import type { PageSheet } from './page-tables.ts'
import { identifyText } from '../unsupported/unsupported-text.ts'
import { xlsPatcher } from '../xls/format.ts'

/** The tables of a web page, which many shops export with the name of an XLS. Patched as XLSX. */
export const html: Format = {
  binaryError: 'broken',
  detect: (probe) => {
    if (probe.container !== 'text') return 'no'
    const { text } = probe.decoded
    return textKind(text, probe.named) === 'html' && mayHaveTable(text) ? 'yes' : 'no'
  },
  read: async (probe) => (probe.container === 'text' ? readPage(probe.decoded.text, probe) : undefined),
}

export const htmlPatcher = xlsPatcher

const PAGES: ReadonlySet<UnsupportedKind> = new Set(['misnamed', 'web-page'])

/** Whether the text is a web page, and not XML, mail or a drawing with HTML in it. */
function mayHaveTable(text: string): boolean {
  const file = identifyText(text)
  return file === undefined || PAGES.has(file.kind)
}

/** A page with the name of a price list is an export, whatever its titles; of another one a title must name a price. */
async function readPage(
  text: string,
  { named, limit, options }: Pick<Probe, 'named' | 'limit' | 'options'>,
): Promise<ReadResult> {
  const { readHtmlTable } = await import('./read.ts')
  const { sheetsOfPage } = await import('./page-tables.ts')
  const page = readHtmlTable(text, limit)
  const { rows, isCut } = page
  const tables = sheetsOfPage(page)
  const isExport = named !== undefined && named !== 'html'
  if (rows.length === 0 || (!isExport && !tables.some((table) => hasPriceTitle(table.rows))))
    return failure({ code: 'other-file', file: { kind: 'web-page', format: 'HTML' } })
  const format = named === 'xls' ? 'xls' : 'html'
  const [only, ...others] = tables
  if (only !== undefined && others.length === 0)
    return { ok: true, file: { format, table: rows, ...textsAround(only), isCut } }
  const sheets = tables.map(({ name }) => ({ name, hidden: false, hasData: true }))
  const sheet = chooseSheet(sheets, options.sheet)?.name
  const table = tables.find(({ name }) => name === sheet)
  if (table === undefined) return failure({ code: 'unknown-sheet', sheets, kind: 'sheet' })
  return {
    ok: true,
    file: { format, sheets, sheet: table.name, table: table.rows, ...textsAround(table), isCut },
  }
}

const textsAround = ({ notes, notesBetween }: PageSheet) => ({
  ...(notes.length > 0 && { notes }),
  ...(notesBetween.length > 0 && { notesBetween }),
})
