import { type SheetKind, otherSheets, sheetKindOf } from '#formats/format.ts'
import { type Assumption, type ColumnQuestion, priceColumnsOf } from '#pricelist/types.ts'
import { cellAt, cellText } from '#table/table.ts'
import type { PriceListReading } from './read-list.ts'

/** What the user must decide before a file is converted. */
export type OpenQuestion =
  /** Which column has the prices. `question` is null where nothing was found. */
  | {
      readonly what: 'columns'
      readonly question: ColumnQuestion | null
      /** 0-based; the suggested one first. */
      readonly candidates: readonly number[]
      /** The text that names another currency or unit, and whether it is a title. */
      readonly otherMoney?: { readonly text: string; readonly isTitle: boolean }
    }
  /** Whether prices are in stotinki or cents, as this text may say. */
  | {
      readonly what: 'unit'
      readonly text: string
      /** 0-based, those that may have the prices, the suggested one first; empty where that is certain. */
      readonly columns: readonly number[]
    }
  /** Which of several lists is meant. */
  | { readonly what: 'lists'; readonly names: readonly string[]; readonly kind: SheetKind }
  | Asked

type Asked = Extract<Assumption, { what: 'ambiguous-prices' | 'currency-conflict' | 'totals' }>

/** A question about columns or prices. */
export type QuestionOfRows = Exclude<OpenQuestion, { what: 'lists' }>

/** Why a file without open questions has nothing to convert. */
export type NothingToConvert = 'in-wanted-currency' | 'no-rows' | 'no-valid-price'

export type Preflight =
  | { readonly status: 'ready' }
  | { readonly status: 'undecided'; readonly questions: readonly OpenQuestion[] }
  | { readonly status: 'nothing'; readonly why: NothingToConvert }

/** Whether the file that was read can be converted. */
export function preflight(reading: PriceListReading): Preflight {
  const { rows, file } = reading
  const questions = openQuestions(reading)
  if (questions.length > 0) return { status: 'undecided', questions }
  if (rows.counts.validRows === 0) return { status: 'nothing', why: nothingToConvert(reading) }
  if (file.equalSheets) {
    const names = [file.sheet!, ...file.equalSheets]
    return { status: 'undecided', questions: [{ what: 'lists', names, kind: sheetKindOf(file) }] }
  }
  return { status: 'ready' }
}

/** The questions about columns and prices: about prices only where the columns are certain. */
export function openQuestions(reading: PriceListReading): QuestionOfRows[] {
  if (!reading.choice.certain) return [columnQuestion(reading)]
  return reading.assumptions.flatMap((one): QuestionOfRows[] => {
    if (!('asked' in one) || !one.asked) return []
    return [one.what === 'totals' ? { ...one, example: totalExample(reading, one) } : one]
  })
}

function columnQuestion({ detection, choice }: PriceListReading): QuestionOfRows {
  const { question, candidates, otherMoney: text } = detection
  const { unsureUnit, columns } = choice
  if (unsureUnit !== undefined) {
    const found = unsureUnit.areColumnsCertain ? [] : [...priceColumnsOf(columns).slice(0, 1), ...candidates]
    return { what: 'unit', text: unsureUnit.text, columns: [...new Set(found)] }
  }
  if (text === undefined) return { what: 'columns', question, candidates }
  const isTitle = detection.all.some(({ title }) => title === text)
  return { what: 'columns', question, candidates, otherMoney: { text, isTitle } }
}

/** The example with its name, also where the names were not read. */
function totalExample(
  { rows, choice }: PriceListReading,
  { example, lines }: Extract<Asked, { what: 'totals' }>,
): string {
  const { name } = choice.columns
  const [line = 0] = lines
  const text = name === null ? '' : cellText(cellAt(rows.table, line - 1, name)).trim()
  return example.includes(' · ') || text === '' ? example : `${text} · ${example}`
}

/** Of a file with certain columns and without a valid price. */
export function nothingToConvert({ rows }: Pick<PriceListReading, 'rows'>): NothingToConvert {
  if (rows.counts.totalRows > 0) return 'no-valid-price'
  return [...rows.omitted.values()].includes('wanted-currency') ? 'in-wanted-currency' : 'no-rows'
}

/** Other sheets with data than the one that was read, and what they are called in messages. */
export const unreadSheets = ({ file }: Pick<PriceListReading, 'file'>) => ({
  names: otherSheets(file),
  kind: sheetKindOf(file),
})
