import { expect, test } from 'vitest'
import type { CurrencyConflict } from '#pricelist/types.ts'
import { currencyQuestion } from './questions.ts'

const stated = { where: 'between', text: 'ИЗНОС - цени в EUR', currency: 'EUR' } as const
const by = { where: 'above', text: 'Цените са в лева', currency: 'BGN' } as const

const TWO_FILES =
  'Where both are in the list, name a column of currencies with --currency, or convert two files.'

test.each<[CurrencyConflict, string]>([
  [
    { taken: 'BGN', by, stated },
    "The prices are in BGN by the text above the table 'Цените са в лева', and a part of them may be in EUR: the text " +
      "between the products 'ИЗНОС - цени в EUR' names it. --from BGN reads all of them in BGN.",
  ],
  [
    { taken: 'BGN', stated },
    'Nothing says which currency the prices are in, and a part of them may be in EUR: the text between the products ' +
      "'ИЗНОС - цени в EUR' names it. --from BGN or --from EUR reads all of them in that one.",
  ],
])('READ-04 · a statement between the products may apply to a part of the list: %o', (conflict, sentence) => {
  expect(currencyQuestion(conflict)).toBe(`${sentence} ${TWO_FILES}`)
})
