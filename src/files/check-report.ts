import { visibleJson } from '#product/display-text.ts'
import { headerTitles } from '#pricelist/headers/header-row.ts'
import type { Mismatch, PriceCheck } from '#pricelist/pairs/check-pairs.ts'
import type { PairColumns } from '#pricelist/pairs/pair-columns.ts'
import type { PairDirection } from '#pricelist/pairs/price-pair.ts'
import type { MissingPair, MissingReason } from '#pricelist/pairs/read-pairs.ts'
import { columnName } from '#table/column-name.ts'
import type { Table } from '#table/table.ts'
import type { CheckedList } from '#formats/stream/pair-stream.ts'
import type { FoundPairs } from '#formats/stream/pair-surveyor.ts'
import { titleOrName } from './columns.ts'

/** What a check of one file says. */
type Report = {
  file: string
  direction: PairDirection
  /** Titles of the columns, or their names (A, AA) where they have none; `columns` are always names. */
  pairs: readonly { bgn: string; eur: string; columns: readonly [bgn: string, eur: string] }[]
  summary: Omit<PriceCheck['summary'], 'largest' | 'sumOfDifferences'> & {
    sumOfDifferencesBgn: string
    sumOfDifferencesEur: string
    largest: Line | null
  }
  mismatches: readonly Line[]
  /** Rows with a value where the two prices should be, but without two prices. */
  missing: readonly Missing[]
}

/** One mismatch, with the titles of its columns. */
type Line = {
  row: number
  name: string
  bgn: string
  eur: string
  expectedBgn: string
  expectedEur: string
  differenceBgn: string
  differenceEur: string
  direction: PairDirection
  bgnColumn: string
  eurColumn: string
}

type Missing = Pick<Line, 'row' | 'name' | 'bgn' | 'eur' | 'bgnColumn' | 'eurColumn'> & {
  reason: MissingReason
}

type ReportedFile = {
  /** What the user calls the file. */
  readonly source: string
  readonly direction: PairDirection
  /** Whether only the summary is wanted, in one line. */
  readonly isSummary: boolean
}

/** The report as JSON, in parts: its lists can be longer than the memory. */
export function* jsonReport(
  { source, direction, isSummary }: ReportedFile,
  { choices, summary }: Pick<CheckedList, 'choices' | 'summary'>,
  table: Table,
  pairs: () => Iterable<FoundPairs>,
): Generator<string> {
  const columnTitles = headerTitles(table, choices.columns.headerRow)
  const titles = choices.pairs.map(({ national, euro }: PairColumns) => ({
    bgn: titleOrName(columnTitles[national], national),
    eur: titleOrName(columnTitles[euro], euro),
    columns: [columnName(national), columnName(euro)] as const,
  }))
  const titlesOf = (pair: number) => ({
    bgnColumn: titles[pair]?.bgn ?? '',
    eurColumn: titles[pair]?.eur ?? '',
  })
  const lineOf = ({ row, name, pair, national, euro, expected, difference }: Mismatch): Line => ({
    row,
    name,
    bgn: national,
    eur: euro,
    expectedBgn: expected.national,
    expectedEur: expected.euro,
    differenceBgn: difference.national,
    differenceEur: difference.euro,
    direction,
    ...titlesOf(pair),
  })
  const missingOf = ({ row, name, pair, reason, national, euro }: MissingPair): Missing => ({
    row,
    name,
    reason,
    bgn: national,
    eur: euro,
    ...titlesOf(pair),
  })
  const { checked, exact, off, offByOne, unrounded, sumOfDifferences, notChecked, reasons, largest } = summary
  const head: Omit<Report, 'mismatches' | 'missing'> = {
    file: source,
    direction,
    pairs: titles,
    summary: {
      checked,
      exact,
      off,
      offByOne,
      unrounded,
      sumOfDifferencesBgn: sumOfDifferences.national,
      sumOfDifferencesEur: sumOfDifferences.euro,
      notChecked,
      reasons,
      largest: largest && lineOf(largest),
    },
  }
  if (isSummary) {
    yield `${visibleJson(head)}\n`
    return
  }
  yield visibleJson(head, 2).replace(/\n\}$/, ',\n  "mismatches": ')
  yield* jsonList(off === 0 ? [] : pairs(), ({ mismatches }) => mismatches.map(lineOf))
  yield ',\n  "missing": '
  yield* jsonList(notChecked === 0 ? [] : pairs(), ({ missing }) => missing.map(missingOf))
  yield '\n}\n'
}

/** A list within an object, as `JSON.stringify` indents it. An empty text for a part without items: signals are noticed between parts. */
function* jsonList<Part>(
  parts: Iterable<Part>,
  itemsOf: (part: Part) => readonly unknown[],
): Generator<string> {
  let isEmpty = true
  for (const part of parts) {
    const items = itemsOf(part)
    if (items.length === 0) {
      yield ''
      continue
    }
    yield isEmpty ? '[\n' : ',\n'
    // Without the brackets, which are outside.
    yield visibleJson(items, 2).slice(2, -2).replace(/^/gm, '  ')
    isEmpty = false
  }
  yield isEmpty ? '[]' : '\n  ]'
}
