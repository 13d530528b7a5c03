import type { AmbiguousReading } from '../price-list.ts'
import type { PriceForm } from '../price-text.ts'

/** How many texts of a column were written in each form. */
export type Ballot = Partial<Record<PriceForm, number>>

/** The reading of ambiguous texts by their mark, and whether the column itself decided it. */
type Vote = {
  readonly comma: AmbiguousReading
  readonly point: AmbiguousReading
  readonly decided: boolean
}

const COMMA_IS_DECIMAL: Vote = { comma: 'decimal', point: 'thousands', decided: true }
const POINT_IS_DECIMAL: Vote = { comma: 'thousands', point: 'decimal', decided: true }

/** A stray text of the other kind does not spoil the vote while it is rarer than this. */
const MINORITY = 9

/**
 * What the other prices of a column say of texts like '12,500'. An unambiguous decimal decides; else numbers that can
 * only be grouped; else whole numbers of up to three digits mean thousands, for a column of prices with three decimals
 * would show them everywhere. Otherwise the person is asked, because the error would be a factor of 1000.
 */
export function countVotes(ballot: Ballot): Vote {
  const comma = ballot['decimal-comma'] ?? 0
  const point = ballot['decimal-point'] ?? 0
  if (comma > 0 && point * MINORITY < comma) return COMMA_IS_DECIMAL
  if (point > 0 && comma * MINORITY < point) return POINT_IS_DECIMAL
  const isMixed = comma > 0 || point > 0
  return isMixed ? undecided : votesOfGroups(ballot)
}

const undecided: Vote = { comma: 'decimal', point: 'decimal', decided: false }

function votesOfGroups(ballot: Ballot): Vote {
  const byComma = (ballot['groups-comma'] ?? 0) > 0
  const byPoint = (ballot['groups-point'] ?? 0) > 0
  if (byComma !== byPoint) return byComma ? POINT_IS_DECIMAL : COMMA_IS_DECIMAL
  const thousands = (ballot['short-whole'] ?? 0) > 0
  return thousands ? { comma: 'thousands', point: 'thousands', decided: true } : undecided
}
