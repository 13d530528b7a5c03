import type { Columns, Detection, RivalColumn } from '#pricelist/price-list.ts'
import { meaningOfHeader } from '#pricelist/headers/header-meaning.ts'
import { priceColumnsOf } from '#pricelist/price-columns.ts'

/** A column with prices that is not converted; `kind` is null where its title says nothing. */
export type Rival = Omit<RivalColumn, 'kind'> & { readonly kind: RivalColumn['kind'] | null }

/**
 * The columns with prices that are not converted: those found beside the price, and where the person chose another one, what
 * was found for it or asked about. Tables beside each other are told apart from these.
 */
export function rivalsOf(
  { columns: found, question, candidates, rivals, tables, all }: Detection,
  chosen: Columns,
): Rival[] {
  const taken = [...priceColumnsOf(chosen), chosen.otherPrice, ...tables.map(({ price }) => price)]
  // Where no title names a price, what was found is a guess.
  const ofFound = question === 'no-price-title' ? [] : [found.price, found.otherPrice, ...candidates]
  const named = rivals.map(({ index }) => index)
  const others = [...new Set(ofFound)].flatMap((index) => {
    const column = index === null || named.includes(index) ? undefined : all[index]
    if (!column?.isPriced) return []
    const { title } = column
    return [{ index: column.index, title, kind: meaningOfHeader(title).kind ?? null }]
  })
  return [...others, ...rivals].filter(({ index }) => !taken.includes(index))
}
