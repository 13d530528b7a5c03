import { type PriceProblem, perLineOf } from '#pricelist/types.ts'
import { tableForHeader } from '#formats/header-choice.ts'
import { openFile } from '#formats/open-file.ts'
import { readRows } from '#pricelist/rows/read-rows.ts'
import { type Row, validatePrice, validateRow, rowId } from '#pricelist/row.ts'
import type { SourceFile } from '../types.ts'
import type { JobRow } from '#api/conversions.ts'
import { formatDecimal, formatExactMoney } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { LIMITS } from '#product/limits.ts'
import { PRICE_PROBLEM } from '../labels.ts'
import { statusOf } from '../results.ts'
import { m } from '#i18n/messages/messages.js'

/** A row as the file itself has it, with its number there; `problem` when it gives no price. */
type FileRow = {
  readonly line: number
  /** Which of the price columns it is from. */
  readonly nth: number
  readonly row: Row
  readonly problem: PriceProblem | undefined
}

/** What the file says, beside what was made of it. */
export type FileRows = {
  /** By the ids that rows are known by. */
  readonly byId: ReadonlyMap<number, FileRow>
  /** The id of each row of the results. */
  readonly ids: readonly number[]
}

/** Reads the file again as the person had it read; undefined when it cannot be. */
export async function fileRowsOf(
  { name: fileName, bytes, choices, rowChoices, ids }: SourceFile,
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

/** A row that is not simply what the file has, converted; and why. */
export type Exception = {
  /** Its number in the file; null where it is in none. */
  readonly line: number | null
  /** Its number in the results; null for one that was removed. */
  readonly seq: number | null
  readonly name: string
  /** The price as it was sent; of a removed row, as the file has it. */
  readonly text: string
  readonly notes: readonly string[]
}

type Known = {
  readonly file: FileRows | undefined
  /** Of the price columns, where there are several. */
  readonly titles: readonly string[]
  readonly lang: Lang
}

/** Rows without a price, rows that convert to nothing, and what was changed by hand, in the order of the file. */
export function exceptionsOf(rows: readonly JobRow[], { file, titles, lang }: Known): readonly Exception[] {
  const found = rows.flatMap((row, i): Exception[] => {
    const own = file?.byId.get(file.ids[i] ?? 0)
    const change = file && changeOf(row, own?.row, lang)
    const flaw = flawOf(row, change === undefined ? own?.problem : undefined, lang)
    const notes = [flaw, change].filter((note) => note !== undefined)
    const { seq, name } = row
    const text = digitsText(row.originalPrice, lang)
    return notes.length === 0
      ? []
      : [{ line: own?.line ?? null, seq, name: named(name, titles[own?.nth ?? -1]), text, notes }]
  })
  const all = [...found, ...removedFrom({ file, titles, lang })]
  return all.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Of several prices of one product, which it is. */
const named = (name: string, title: string | undefined): string =>
  title === undefined ? name : `${name} (${title})`.trim()

/** What was added stands at the end. */
const placeOf = ({ line }: Exception): number => line ?? Number.MAX_SAFE_INTEGER

/** Why the row has no amount, or one of nothing. */
function flawOf(row: JobRow, problem: PriceProblem | undefined, lang: Lang): string | undefined {
  const locale = { locale: lang }
  switch (statusOf(row)) {
    case 'empty':
      return m.status_empty({}, locale)
    case 'invalid': {
      const { name, originalPrice: price, originalCurrency: currency } = row
      const verdict = validateRow({ name, price, currency })
      const why = problem ?? (verdict.status === 'invalid' ? verdict.problem : undefined)
      return why ? PRICE_PROBLEM[why]({}, locale) : m.status_invalid({}, locale)
    }
    case 'valid':
      return row.bgn === 0 || row.eur === 0 ? m.protocol_zero({}, locale) : undefined
  }
}

/** What a person has made of a row of the file. */
function changeOf(row: JobRow, own: Row | undefined, lang: Lang): string | undefined {
  const locale = { locale: lang }
  if (!own) return m.protocol_added({}, locale)
  const isOtherName = own.name !== row.name
  const isOtherPrice =
    own.price.slice(0, LIMITS.priceLength) !== row.originalPrice || own.currency !== row.originalCurrency
  if (!isOtherName && !isOtherPrice) return undefined
  const was = [isOtherName && (own.name || '–'), isOtherPrice && (priceText(own, lang) || '–')]
  return m.protocol_changed({ was: was.filter((part) => part !== false).join(', ') }, locale)
}

/** As the language writes it where it is a price; anything else as it stands. */
const digitsText = (price: string, lang: Lang): string =>
  validatePrice(price).ok ? formatDecimal(price, lang) : price

const priceText = ({ price, currency }: Row, lang: Lang): string =>
  validatePrice(price).ok ? formatExactMoney(price, currency, lang) : price

/** Rows of the file that the results have not. */
function removedFrom({ file, titles, lang }: Known): Exception[] {
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
