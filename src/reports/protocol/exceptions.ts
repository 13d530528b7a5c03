import { type PriceProblem, perLineOf } from '#pricelist/types.ts'
import { tableForHeader } from '#formats/header-choice.ts'
import { openFile } from '#formats/open-file.ts'
import { readRows } from '#pricelist/rows/read-rows.ts'
import { type Row, validatePrice, validateRow, rowId } from '#pricelist/row.ts'
import type { ResultRow, ResultsSource } from '../types.ts'
import type { JobRow } from '#api/conversions.ts'
import { isZeroRow } from '#api/job-row.ts'
import { formatDecimal, formatExactMoney } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { LIMITS } from '#product/limits.ts'
import { PRICE_PROBLEM_TEXT } from '../labels.ts'
import { nameOf, statusOf } from '../results.ts'
import { m } from '#i18n/messages/messages.js'

/** A row as read from the file; `problem` when it has no price. */
type FileRow = {
  readonly line: number
  /** Price column index, from 0. */
  readonly nth: number
  readonly row: Row
  readonly problem: PriceProblem | undefined
}

/** The rows of the file, to be compared with the results. */
export type FileRows = {
  /** By row id. */
  readonly byId: ReadonlyMap<number, FileRow>
  /** The id of each row of the results. */
  readonly ids: readonly number[]
}

/** Reads the file again with the user's choices; undefined when that fails. */
export async function readFileRows(
  { name: fileName, bytes, choices, rowChoices, ids }: ResultsSource,
  onProgress: (done: number) => void,
): Promise<FileRows | undefined> {
  const opened = await openFile(bytes, { fileName, ...choices, onProgress })
  if (!opened.ok) return undefined
  const reading = readRows(tableForHeader(opened.file, rowChoices.columns.headerRow), rowChoices)
  const perLine = perLineOf(rowChoices)
  const byId = new Map<number, FileRow>()
  for (const [i, row] of reading.rows.entries()) {
    const origin = { line: reading.lines[i] ?? 0, nth: reading.nth[i] ?? 0 }
    byId.set(rowId(origin, perLine), { ...origin, row, problem: reading.problems.get(i) })
  }
  return { byId, ids }
}

/** A row that is not a plain conversion of a row of the file, and why. */
export type Exception = {
  /** Line in the file; null for an added row. */
  readonly line: number | null
  /** Number in the results; null for a removed row. */
  readonly seq: number | null
  readonly name: string
  /** The price as sent; of a removed row, as in the file. */
  readonly text: string
  readonly notes: readonly string[]
}

type Known = {
  readonly file: FileRows | undefined
  /** Titles of the price columns, where there are several. */
  readonly titles: readonly string[]
  readonly lang: Lang
  /** Whether other rows of the file are still to be converted: what is missing in the results is then not removed. */
  readonly isPartial: boolean
}

/** Rows without a price, rows that convert to 0.00, and manual changes, in the order of the file. */
export function findExceptions(rows: readonly ResultRow[], known: Known): readonly Exception[] {
  const { file, titles, lang } = known
  const found = rows.flatMap((row, i): Exception[] => {
    const own = file?.byId.get(file.ids[i] ?? 0)
    const change = file && changeNote(row, own?.row, lang)
    const flaw = problemNote(row, change === undefined ? own?.problem : undefined, lang)
    const notes = [flaw, change].filter((note) => note !== undefined)
    const { seq } = row
    const text = digitsText(row.originalPrice, lang)
    return notes.length === 0
      ? []
      : [{ line: own?.line ?? null, seq, name: named(nameOf(row), titles[own?.nth ?? -1]), text, notes }]
  })
  const all = [...found, ...(known.isPartial ? [] : findRemoved(known))]
  return all.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** The name with the title of the price column, where there are several. */
const named = (name: string, title: string | undefined): string =>
  title === undefined ? name : `${name} (${title})`.trim()

/** Added rows come last. */
const placeOf = ({ line }: Exception): number => line ?? Number.MAX_SAFE_INTEGER

/** Why the row has no amount, or 0.00. */
function problemNote(row: JobRow, problem: PriceProblem | undefined, lang: Lang): string | undefined {
  const locale = { locale: lang }
  switch (statusOf(row)) {
    case 'empty':
      return m.status_empty({}, locale)
    case 'invalid': {
      const { name, originalPrice: price, originalCurrency: currency } = row
      const validation = validateRow({ name, price, currency })
      const why = problem ?? (validation.status === 'invalid' ? validation.problem : undefined)
      return why ? PRICE_PROBLEM_TEXT[why]({}, locale) : m.status_invalid({}, locale)
    }
    case 'valid':
      return isZeroRow(row) ? m.protocol_zero({}, locale) : undefined
  }
}

/** How the user changed the row of the file. */
function changeNote(row: JobRow, own: Row | undefined, lang: Lang): string | undefined {
  const locale = { locale: lang }
  if (!own) return m.protocol_added({}, locale)
  const isOtherName = own.name !== row.name
  const isOtherPrice =
    own.price.slice(0, LIMITS.priceLength) !== row.originalPrice || own.currency !== row.originalCurrency
  if (!isOtherName && !isOtherPrice) return undefined
  const was = [isOtherName && (own.name || '–'), isOtherPrice && (priceText(own, lang) || '–')]
  return m.protocol_changed({ was: was.filter((part) => part !== false).join(', ') }, locale)
}

/** A valid price with the language's decimal mark; other texts unchanged. */
const digitsText = (price: string, lang: Lang): string =>
  validatePrice(price).ok ? formatDecimal(price, lang) : price

const priceText = ({ price, currency }: Row, lang: Lang): string =>
  validatePrice(price).ok ? formatExactMoney(price, currency, lang) : price

/** Rows of the file that are missing in the results. */
function findRemoved({ file, titles, lang }: Known): Exception[] {
  if (!file) return []
  const kept = new Set(file.ids)
  return [...file.byId].flatMap(([id, { line, nth, row }]) =>
    kept.has(id)
      ? []
      : [
          {
            line,
            seq: null,
            name: named(row.name, titles[nth]),
            text: digitsText(row.price, lang),
            notes: [m.protocol_removed({}, { locale: lang })],
          },
        ],
  )
}
