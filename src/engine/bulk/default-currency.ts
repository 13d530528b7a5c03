import type { OpenedFile } from '#pricelist/types.ts'
import { readPriceList } from '#pricelist/read-price-list.ts'
import { priceListChoices } from './choices.ts'
import { guardsOf, knownOf } from './file-warnings.ts'
import type { RowStore } from './row-store.ts'
import type { FileFacts, RowChoices, RowsFacts } from '../types.ts'

/** Reads the rows by other choices, and takes over into `store` what that says of their currency. */
export function followCurrency(
  opened: OpenedFile,
  { file, choices: before, ...rows }: RowsFacts & { file: FileFacts; choices: RowChoices },
  choices: RowChoices,
  store: RowStore,
): Pick<RowsFacts, 'choices' | 'guards' | 'assumptions'> {
  const { rows: after } = readPriceList(opened, file.name, priceListChoices(choices))
  store.follow(readPriceList(opened, file.name, priceListChoices(before)).rows, after)
  const known = knownOf({ ...rows, file, choices: before }, choices)
  return {
    choices,
    guards: guardsOf(opened, file, choices, after, known),
    assumptions: after.assumptions,
  }
}
