import type { Doubt } from '#pricelist/warnings.ts'
import type { Assumption } from '#pricelist/price-list.ts'
import type { RowsFacts } from '#engine/types.ts'

type Standing = Pick<RowsFacts, 'zeroRows' | 'pairs'> & {
  assumptions: readonly Assumption[]
  doubts: readonly Doubt[]
  /** Whether it is known which currency each price is in. */
  areCurrenciesKnown: boolean
}

const NO_PAIRS = { count: 0, first: [] }

/**
 * What can be said of the rows: the rest hangs on a question that is open. What statements of the currency disagree about is
 * asked once, and answered once.
 */
export function whatStands(rows: RowsFacts): Standing {
  const { columnsKnown, choices, zeroRows, pairs, guards } = rows
  const doubts = guards?.doubts ?? []
  if (!columnsKnown)
    return { assumptions: [], doubts: [], zeroRows: 0, pairs: NO_PAIRS, areCurrenciesKnown: false }
  const conflict = rows.assumptions.find(({ what }) => what === 'currency-conflict')
  if (conflict === undefined)
    return { assumptions: rows.assumptions, doubts, zeroRows, pairs, areCurrenciesKnown: true }
  const assumptions = rows.assumptions.filter(({ what }) => what !== 'currency')
  return choices?.isCurrencyForced === true
    ? {
        assumptions,
        doubts: doubts.filter(({ what }) => what !== 'currency-named'),
        zeroRows,
        pairs,
        areCurrenciesKnown: true,
      }
    : { assumptions, doubts: [], zeroRows: 0, pairs, areCurrenciesKnown: false }
}
