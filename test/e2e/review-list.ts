import { csvFile } from './steps.ts'

/** A name longer than those that are stored. */
export const longName = (i: number) => `Стока с дълго име, опаковка № ${i + 1}`

/** In lev. */
export const PRICES = Array.from({ length: 199 }, (_, i) => `${i + 1}.35`)

/** A price list with these prices, and others that are not converted. */
export const LIST = csvFile(
  'cenova-lista.csv',
  `Код;Наименование;Цена без ДДС;Цена с ДДС\n${PRICES.map((price, i) => `${1000 + i};${longName(i)};${i + 1}.10;${price}`).join('\n')}\n`,
)
