import { useMemo, useState } from 'react'
import { formatCount } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { readAmbiguousPrice } from '#engine/bulk/typed-price.ts'
import { bulk } from '#engine/bulk/client.ts'
import type { PreviewRow, PriceAnswers, RowsSummary } from '#engine/types.ts'
import { priceTextOf } from './lines.ts'
import { formatRowNumbers } from '../../file/notice.tsx'
import type { TypedText } from './price-cell.tsx'

/** More prices that can be read in two ways are told of together alone. */
const MARKED_AT_MOST = 10

/** Rows that are named before the ellipsis. */
const ROWS_NAMED = 3

/** A row whose price can be read in two ways, as it was written. */
export type AmbiguousPrice = { row: PreviewRow; text: string; isTyped: boolean }

/**
 * Prices that can be read in two ways, of which the others of their column told how they are meant, or a typed point
 * did (READ-10), not the user.
 */
export function findAmbiguousPrices(
  page: readonly PreviewRow[],
  rows: RowsSummary,
  { settled, typed }: Pick<PriceAnswerSets, 'settled' | 'typed'>,
): readonly AmbiguousPrice[] {
  const isMarked = countTold(rows) > 0 && areMarked(rows)
  return page.flatMap((row): AmbiguousPrice[] => {
    if (row.status !== 'valid' || row.isConverted) return []
    const text = typed.get(row.id)
    // Edited, pasted over or undone since.
    if (text !== undefined && isAmbiguousPoint({ text, price: row.price }))
      return [{ row, text, isTyped: true }]
    if (!isMarked || settled.has(row.id)) return []
    const written = priceTextOf(row, rows)
    const readings = readAmbiguousPrice(written)?.readings
    return readings?.decimal === row.price || readings?.thousands === row.price
      ? [{ row, text: written, isTyped: false }]
      : []
  })
}

/** By row, the prices that can be read in two ways, as they are written: those of an open question of the file. */
export function findDoubtfulPrices(
  page: readonly PreviewRow[],
  rows: RowsSummary,
): ReadonlyMap<number, string> {
  return new Map(
    page.flatMap((row): [number, string][] => {
      const written = priceTextOf(row, rows)
      const readings = readAmbiguousPrice(written)?.readings
      const isAsRead = readings?.decimal === row.price || readings?.thousands === row.price
      return isAsRead && row.status === 'valid' && !row.isConverted ? [[row.id, written]] : []
    }),
  )
}

/** Whether a typed price was read by its point, which may separate thousands: '1.234'. */
export const isAmbiguousPoint = ({ text, price }: TypedText): boolean =>
  readAmbiguousPrice(text)?.readings.decimal === price

/** Whether their rows ask about them, and not the list as a whole. */
export const areMarked = (rows: RowsSummary): boolean => countTold(rows) <= MARKED_AT_MOST

/** How many prices their column told how to read. */
function countTold({ choices, assumptions }: RowsSummary): number {
  if (choices?.ambiguous !== undefined) return 0
  const told = assumptions.find(({ what }) => what === 'ambiguous-prices')
  return told?.what === 'ambiguous-prices' && !told.asked ? told.rows : 0
}

/** How many of them the user has neither confirmed nor corrected. */
export const countAssumed = (rows: RowsSummary, settled: number): number =>
  rows.columnsKnown ? Math.max(0, countTold(rows) - settled) : 0

/** Says in which rows prices wait for an answer, or how many are read by assumption; undefined where none is. */
export function assumedText(
  rows: RowsSummary,
  settled: number,
  asked: readonly PreviewRow[],
  lang: Lang,
): string | undefined {
  const count = Math.max(countAssumed(rows, settled), asked.length)
  if (count === 0) return undefined
  const n = formatCount(count, lang)
  return count > asked.length
    ? m.prices_assumed({ count, n })
    : m.pill_question_rows({
        count,
        n,
        rows: formatRowNumbers(
          asked.slice(0, ROWS_NAMED).map(({ line }) => line),
          count,
          lang,
        ),
      })
}

export type PriceAnswerSets = {
  /** Rows whose price the user has confirmed or corrected. */
  settled: ReadonlySet<number>
  /** By row, a typed price that its point alone tells how to read. */
  typed: ReadonlyMap<number, string>
  /** Whether the user has said which currency the prices are in that name none. */
  isCurrencySettled: boolean
}

/** What the user has said about the prices of these rows. */
export function usePriceAnswers({ settled, typedPoints, isCurrencySettled }: PriceAnswers): PriceAnswerSets {
  const ids = useUnchanged(settled, (one, other) => one === other)
  const points = useUnchanged(typedPoints, ([id, text], other) => id === other?.[0] && text === other[1])
  return {
    settled: useMemo(() => new Set(ids), [ids]),
    typed: useMemo(() => new Map(points), [points]),
    isCurrencySettled,
  }
}

/** The array of before while it has the same items: each snapshot of the worker has arrays of its own. */
function useUnchanged<T>(
  items: readonly T[],
  isSame: (one: T, other: T | undefined) => boolean,
): readonly T[] {
  const [before, setBefore] = useState(items)
  if (before.length === items.length && before.every((item, i) => isSame(item, items[i]))) return before
  setBefore(items)
  return items
}

export const settlePrice = (id: number): void => void bulk.tryRequest('changePriceAnswers', { settled: id })

export const keepTypedPoint = (id: number, text: string): void =>
  void bulk.tryRequest('changePriceAnswers', { typedPoint: [id, text] })

export const settleCurrency = (): void => void bulk.tryRequest('changePriceAnswers', 'currency')
