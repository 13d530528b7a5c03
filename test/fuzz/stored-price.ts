import type { Currency } from '#money/currency.ts'
import type { CellObject } from '@e965/xlsx'
import type { Dice } from './dice.ts'
import type { FuzzCell } from './list.ts'
import { type Meaning, NO_PRICE, plain } from './price-hand.ts'

const PLAIN_FORMATS = [
  'General',
  '0.00',
  '#,##0.00',
  '0',
  '#,##0',
  '0.000',
  '@',
  '_-* #,##0.00_-',
  '[Red]0.00',
  '0.00;-0.00',
] as const

const MONEY_FORMATS = {
  BGN: [
    '#,##0.00" лв."',
    '#,##0.00\\ "лв"',
    '[$лв-402]\\ #,##0.00',
    '0.00 [$BGN]',
    '_-* #,##0.00\\ "лв."_-;\\-* #,##0.00\\ "лв."_-',
    '0.00" лв./кг"',
  ],
  EUR: ['[$€-2] #,##0.00', '#,##0.00\\ [$€-407]', '#,##0.00" €"', '"EUR" 0.00', '€0.00', '0.00 "евро"'],
} as const satisfies Record<Currency, readonly string[]>

/** A price as a workbook stores it: a number, with a format that names a currency or not. */
export function storedPrice(
  dice: Dice,
  named: Currency | undefined,
  isNoPrice: boolean,
): { cell: FuzzCell; meaning: Meaning } {
  if (isNoPrice) return { cell: { text: '?', stored: noPrice(dice) }, meaning: NO_PRICE }
  const decimals = dice.pick([2, 0, 1, 3, 4])
  const units = dice.from(1, 10 ** (dice.pick([1, 2, 3, 4, 5]) + decimals) - 1)
  const value = noisy(dice, units / 10 ** decimals)
  const price = plain(units * 10 ** (5 - decimals))
  const z = named === undefined ? dice.pick(PLAIN_FORMATS) : dice.pick(MONEY_FORMATS[named])
  const stored: CellObject = { t: 'n', v: value, z, ...(dice.chance(10) && { f: '1+1' }) }
  return {
    cell: { text: price, stored },
    meaning: named === undefined ? { kind: 'price', price } : { kind: 'price', price, currency: named },
  }
}

/**
 * Rounding errors after the fifteenth digit, which no spreadsheet shows; the library writes them right only
 * above that.
 */
const noisy = (dice: Dice, value: number): number => (dice.chance(10) ? value * (1 + Number.EPSILON) : value)

function noPrice(dice: Dice): CellObject {
  const day = dice.from(1, 60_000)
  const amount = dice.from(1, 99_999) / 100
  return dice.pick<CellObject>([
    { t: 'e', v: 42 },
    { t: 'e', v: 7, f: '1/0' },
    { t: 'b', v: true },
    { t: 'n', v: day, z: 'dd.mm.yyyy' },
    { t: 'n', v: day + 0.5, z: 'm/d/yy h:mm' },
    { t: 'n', v: day, z: '[$-402]d mmmm yyyy "г."' },
    { t: 'n', v: amount, z: '0%' },
    { t: 'n', v: amount, z: '"$"#,##0.00' },
    { t: 'n', v: amount, z: '#,##0.00 [$USD]' },
    { t: 'n', v: amount, z: '[$£-809]#,##0.00' },
    { t: 'n', v: -amount, z: '0.00' },
    { t: 'n', v: -amount, z: '#,##0.00" лв.";[Red]#,##0.00" лв."' },
    { t: 'n', v: 0, z: '0.00' },
    { t: 'n', v: 1e9, z: '0.00' },
    { t: 's', v: '' },
    { t: 's', v: 'по договаряне' },
  ])
}
