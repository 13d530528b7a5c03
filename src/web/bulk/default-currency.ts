import type { OpenedFile } from '#catalogue/catalogue.ts'
import { readPriceList } from '#catalogue/read-price-list.ts'
import { priceListChoices } from './file-choices.ts'
import { guardsOf, knownOf } from './file-guards.ts'
import type { RowStore } from './row-store.ts'
import type { FileFacts, RowChoices, RowsFacts } from './snapshot.ts'

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
