import { createHash } from 'node:crypto'
import type { FileWarning } from '#api/file-warnings.ts'
import { choosePairs, checkList, hundredthsTitle } from '#files/check.ts'
import { jsonReport } from '#files/check-report.ts'
import { convertList, placementFor } from '#files/convert.ts'
import { preflight, unreadSheets } from '#files/preflight.ts'
import { type WholeReading, openChoices, readList } from '#files/read-list.ts'
import type { FoundPairs } from '#formats/stream/pair-surveyor.ts'
import type { FormatId, OpenOptions, OpenedFile, Warning } from '#formats/format.ts'
import { tableForHeader } from '#formats/header-choice.ts'
import { writtenType } from '#formats/media-type.ts'
import { openFile, openLists } from '#formats/open-file.ts'
import { writtenPath } from '#formats/written-path.ts'
import { LIMITS, MAX_REPORT_BYTES } from '#product/limits.ts'
import { remainingStatement } from '#writeback/kept-statement.ts'
import { type WriteBackPlan, type WriteBackWarning, sameInOtherCurrency } from '#writeback/plan.ts'
import { convertAll } from '../conversions/convert.ts'
import { cleanFileName } from '../conversions/parse-body.ts'
import { type FileBody, readBody } from './body.ts'
import { parseChoices } from './choices.ts'
import {
  type Refusal,
  ambiguousRefusal,
  checkRefusal,
  choiceRefusal,
  invalidChoice,
  listsRefusal,
  nothingRefusal,
  questionsRefusal,
  readRefusal,
  unreadable,
  writingRefusal,
} from './problems.ts'
import type { FileKind, FileOutcome, FileTask } from './types.ts'

/** The name of a file for which the client gives none. */
const UNNAMED = 'file'

type Choices = Extract<ReturnType<typeof parseChoices>, { ok: true }>['choices']

/** A request that was parsed, and what it is known by. */
type Request = {
  readonly ok: true
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly filename: string
  readonly choices: Choices
  readonly open: OpenOptions
  readonly requestHash: string
}

async function parseRequest(kind: FileKind, task: FileTask): Promise<Request | Refusal> {
  const body = await readBody(task.bytes, task.contentType)
  if (!body.ok) return body.code === 'invalid_choice' ? invalidChoice(body) : unreadable(body.reason)
  const filename = cleanFileName(task.choices.name ?? '') ?? cleanFileName(body.name ?? '') ?? UNNAMED
  const parsed = parseChoices(task.choices, body.recipe)
  if (!parsed.ok) return invalidChoice(parsed)
  const { choices } = parsed
  const open = { fileName: filename, ...openChoices(choices), allKeys: true }
  if (choices.sheet === undefined) {
    const found = await openLists(body.bytes, open)
    if (found !== undefined) return listsRefusal(found.lists.map(({ path }) => path))
  }
  const requestHash = hashRequest(kind, filename, task, body)
  return { ok: true, bytes: body.bytes, filename, choices, open, requestHash }
}

/** SHA-256 of everything that the answer depends on: it distinguishes a repeat from another request with the same key. */
function hashRequest(
  kind: FileKind,
  filename: string,
  { choices: { name: _name, ...choices } }: FileTask,
  { bytes, recipe = new Uint8Array() }: FileBody,
): string {
  const sorted = Object.entries(choices).toSorted(([a], [b]) => (a < b ? -1 : 1))
  // The lengths separate what follows each other.
  const about = JSON.stringify([kind, filename, sorted, recipe.length, bytes.length])
  return createHash('sha256').update(about).update('\0').update(recipe).update(bytes).digest('base64url')
}

/** Converts a file; all that needs no database. */
export async function convertTask(task: FileTask): Promise<FileOutcome> {
  const request = await parseRequest('convert', task)
  if (!request.ok) return request
  const { bytes, filename, choices, open, requestHash } = request
  const read = await readList(bytes, choices, { open, names: true })
  if (!read.ok) return 'error' in read ? readRefusal(read.error) : choiceRefusal(read.problem)
  const { reading } = read
  const { rows, file } = reading
  const found = preflight(reading)
  if (found.status === 'undecided') return questionsRefusal(found.questions, reading.detection.all)
  if (found.status === 'nothing') return nothingRefusal(found.why)
  const converted = rows.omitted.size === 0 ? rows.rows : rows.rows.filter((_, n) => !rows.omitted.has(n))
  if (isCut(file) || converted.length > LIMITS.bulkRows) return TOO_MANY_ROWS
  const place = placementFor(reading, choices.place)
  if (!place.ok) return writingRefusal(place.problem)
  const { totalRows, tokenCost } = rows.counts
  if (totalRows > (task.maxRows ?? Infinity))
    return { ...TOO_MANY_ROWS, larger: { filename, rows: totalRows, tokens: tokenCost, requestHash } }
  const made = await convertList(reading, choices)
  if (!made.ok) return writingRefusal(made.problem)
  const bulk = convertAll(converted, { filename, source: 'upload', part: null, bodyHash: requestHash })
  if (!bulk.ok) return { ok: false, code: bulk.problem, params: {} }
  const result = {
    bytes: joined(made.written.parts),
    filename: writtenPath(filename, file, () => false),
    contentType: contentTypeOf(made.written.format, file),
    warnings: warningsOf(reading, { filename, choices, plan: made.plan }, made.written.warnings),
  }
  return { ok: true, rows: totalRows, bulk: bulk.bulk, result }
}

/** The media type, of text with its encoding where that has a registered name. */
function contentTypeOf(format: FormatId, file: OpenedFile): string {
  const type = writtenType(format, file)
  const isText = format === 'csv' && file.packing === undefined
  return isText && file.encoding !== undefined && file.encoding !== 'mik'
    ? `${type}; charset=${file.encoding}`
    : type
}

const TOO_MANY_ROWS = { ok: false, code: 'too_many_rows', params: {} } as const

const isCut = ({ warnings }: OpenedFile): boolean => warnings.some(({ code }) => code === 'rows-cut')

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Those that are found here; the others are of the reader and of the writer. */
type OwnWarning = Exclude<FileWarning, Warning['code'] | WriteBackWarning>

/** Codes of what is to be known about the file that comes back. */
function warningsOf(
  reading: WholeReading,
  { filename, choices, plan }: { filename: string; choices: Choices; plan: WriteBackPlan },
  written: readonly WriteBackWarning[],
): FileWarning[] {
  const { file, rows, detection, assumptions } = reading
  const isAssumed = assumptions.some((one) => one.what === 'currency' && one.stated === undefined)
  const isNamed = (choices.from ?? choices.allIn ?? choices.recipeChoices?.answers?.currency) !== undefined
  const { sheet, notes } = file
  const statement = remainingStatement(plan, rows.table, { file: filename, sheet, notes }, written)
  const own: Record<OwnWarning, boolean> = {
    'currency-assumed': isAssumed && !isNamed,
    'prices-not-read': rows.counts.invalidRows > 0,
    'totals-omitted': [...rows.omitted.values()].includes('total'),
    'other-currency-present': sameInOtherCurrency(rows.table, reading.choice.columns).length > 0,
    'pairs-differ': rows.pairs.count > 0,
    'other-price-columns': detection.rivals.some(({ index }) =>
      plan.columns.every(({ column }) => column !== index),
    ),
    'other-sheets': unreadSheets(reading).names.length > 0,
    'statement-kept': statement !== undefined,
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the record are its codes
  const codes = Object.keys(own) as OwnWarning[]
  const found = [...file.warnings.map(({ code }) => code), ...codes.filter((code) => own[code]), ...written]
  return [...new Set(found)]
}

const PAIRS_PER_PART = 100

function* inParts(
  mismatches: FoundPairs['mismatches'],
  missing: FoundPairs['missing'],
): Generator<FoundPairs> {
  for (let at = 0; at < mismatches.length; at += PAIRS_PER_PART)
    yield { mismatches: mismatches.slice(at, at + PAIRS_PER_PART), missing: [] }
  for (let at = 0; at < missing.length; at += PAIRS_PER_PART)
    yield { mismatches: [], missing: missing.slice(at, at + PAIRS_PER_PART) }
}

/** Each line of a report names its columns: with long titles it could be a thousand times as large as the file. */
function encodeWithin(most: number, texts: Iterable<string>): Uint8Array<ArrayBuffer> | undefined {
  const parts: Uint8Array[] = []
  let length = 0
  for (const text of texts) {
    const bytes = new TextEncoder().encode(text)
    length += bytes.length
    if (length > most) return undefined
    parts.push(bytes)
  }
  return joined(parts)
}

/** Compares the lev and euro prices of a file. */
export async function checkTask(task: FileTask): Promise<FileOutcome> {
  const request = await parseRequest('check', task)
  if (!request.ok) return request
  const { bytes, filename, choices, open, requestHash } = request
  const opened = await openFile(bytes, open)
  if (!opened.ok) return readRefusal(opened.error)
  const { file } = opened
  const chosen = choosePairs(file, choices)
  if (!chosen.ok) return checkRefusal(chosen.problem)
  if (isCut(file)) return TOO_MANY_ROWS
  const table = tableForHeader(file, chosen.choices.columns.headerRow)
  const rows = table.length - ((chosen.choices.columns.headerRow ?? -1) + 1)
  if (rows > (task.maxRows ?? Infinity))
    return { ...TOO_MANY_ROWS, larger: { filename, rows, tokens: 0, requestHash } }
  const checked = checkList(file, chosen.choices, choices.direction)
  if (!checked.ok) return ambiguousRefusal(checked.example)
  const { summary, mismatches, missing } = checked
  if (summary.checked === 0) {
    const title = hundredthsTitle(table, chosen.choices)
    const params =
      title === undefined ? { reason: 'no_pairs' as const } : { reason: 'hundredths' as const, text: title }
    return { ok: false, code: 'no_prices', params }
  }
  const about = { source: filename, direction: choices.direction, isSummary: false }
  const report = jsonReport(about, { choices: chosen.choices, summary }, table, () =>
    inParts(mismatches, missing),
  )
  const reportBytes = encodeWithin(MAX_REPORT_BYTES, report)
  if (reportBytes === undefined) return unreadable('report_too_long')
  const result = {
    bytes: reportBytes,
    filename: `${filename}.check.json`,
    contentType: 'application/json; charset=utf-8',
    warnings: [
      ...new Set([
        ...file.warnings.map(({ code }) => code),
        ...(chosen.choices.pairs.some(({ assumed }) => assumed !== undefined)
          ? (['currency-assumed'] as const)
          : []),
      ]),
    ],
  }
  return { ok: true, rows: summary.checked + summary.notChecked, bulk: undefined, result }
}
