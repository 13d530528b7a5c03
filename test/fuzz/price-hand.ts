import type { Currency } from '#money/currency.ts'
import { BGN_EUR } from '#money/pair.ts'
import type { Dice } from './dice.ts'

/** The expected reading of a price cell; without a currency where the cell names none. */
export type Meaning =
  | { readonly kind: 'price'; readonly price: string; readonly currency?: Currency }
  | { readonly kind: 'none' }

export const NO_PRICE: Meaning = { kind: 'none' }

/** An amount in hundred-thousandths, so that every amount of a catalogue is an exact integer. */
export type Amount = number

const SCALE = 5

/** The plain decimal of an amount: `1234.5`. */
export function plain(amount: Amount): string {
  const digits = String(amount).padStart(SCALE + 1, '0')
  return `${digits.slice(0, -SCALE)}.${digits.slice(-SCALE)}`.replace(/\.?0+$/, '')
}

const DECIMALS = { whole: 0, two: 2, shortest: 2, three: 3, many: 5 } as const

/** The notation of one author or program. */
export type Hand = {
  readonly mark: ',' | '.'
  /** Between groups of thousands. */
  readonly group: string
  readonly decimals: keyof typeof DECIMALS
  readonly dropsZero: boolean
  readonly isWide: boolean
  /** After whole amounts. */
  readonly wholeTail: string
}

export function drawHand(dice: Dice): Hand {
  const mark = dice.pick([',', '.'])
  const spaces = ['', ' ', '\u00a0', '\u202f', '\u2009', "'", '’'] as const
  const group = dice.pick([...spaces, mark === ',' ? '.' : ','])
  const decimals = dice.pick(['two', 'shortest', 'whole', 'three', 'many'])
  return {
    mark,
    group,
    decimals,
    dropsZero: dice.chance(5),
    isWide: dice.chance(4),
    wholeTail:
      decimals === 'whole'
        ? dice.weighted([
            [8, ''],
            [1, `${mark}-`],
            [1, `${mark}--`],
            [1, mark],
          ])
        : '',
  }
}

const MOST = 999_999_999_000

export function drawAmount(dice: Dice, hand: Hand): Amount {
  const decimals = DECIMALS[hand.decimals]
  const size = dice.pick([1, 2, 3, 4, 5, 6, 7]) + decimals
  const units = dice.from(1, 10 ** size - 1)
  return Math.min(units * 10 ** (SCALE - decimals), MOST)
}

/** The digits of an amount as the hand writes them. */
export function written(hand: Hand, amount: Amount): string {
  const digits = String(amount).padStart(SCALE + 1, '0')
  const whole = digits.slice(0, -SCALE)
  const fraction = fractionOf(hand, digits.slice(-SCALE))
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, hand.group)
  const left = hand.dropsZero && whole === '0' && fraction !== '' ? '' : grouped
  const text = fraction === '' ? grouped + hand.wholeTail : left + hand.mark + fraction
  return hand.isWide ? wide(text) : text
}

function fractionOf(hand: Hand, fraction: string): string {
  if (hand.decimals === 'shortest') return fraction.replace(/0+$/, '')
  if (hand.decimals === 'many') return fraction.replace(/0$/, '')
  return fraction.slice(0, DECIMALS[hand.decimals])
}

const wide = (text: string): string =>
  text.replace(/[0-9.,]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))

const SIGNS = {
  BGN: ['лв.', 'лв', 'лева', 'BGN', 'bgn', 'ЛВ.', 'lv', 'lv.', 'Лева', 'leva', 'лев'],
  EUR: ['€', 'EUR', 'евро', 'eur', 'euro', 'Евро', 'EURO'],
} as const satisfies Record<Currency, readonly string[]>

export const signOf = (dice: Dice, currency: Currency): string => dice.pick(SIGNS[currency])

/** A price as a cell's text has it: bare, or with its currency, a unit, a word on VAT. */
export function priceText(
  dice: Dice,
  hand: Hand,
  amount: Amount,
  named: Currency | undefined,
): { text: string; meaning: Meaning } {
  const price = plain(amount)
  const number = written(hand, amount)
  if (named === undefined)
    return { text: around(dice, number, ['', ' с ДДС', '/бр.', ' за кг']), meaning: { kind: 'price', price } }
  const meaning = { kind: 'price', price, currency: named } as const
  if (named === 'BGN' && dice.chance(4)) {
    const euro = `${(amount / 10 ** SCALE / Number(BGN_EUR.rateText)).toFixed(2).replace('.', hand.mark)} €`
    const lev = `${number} лв.`
    return { text: dice.pick([`${lev} / ${euro}`, `${euro} / ${lev}`, `${lev} (${euro})`]), meaning }
  }
  const sign = signOf(dice, named)
  const space = dice.pick([' ', /^\d/.test(number) ? '' : ' ', '\u00a0'])
  const money = dice.chance(70) ? number + space + sign : sign + space + number
  return {
    text: around(dice, money, ['', '/бр', ' с ДДС', ' (без ДДС)', ' за 1 кг', '/м2', ' на час']),
    meaning,
  }
}

function around(dice: Dice, money: string, tails: readonly [string, ...string[]]): string {
  const tail = dice.chance(10) ? dice.pick(tails) : ''
  const head = dice.chance(3) ? dice.pick(['Цена: ', '  ', 'Price: ', /^\d/.test(money) ? '+' : '']) : ''
  return head + money + tail + (dice.chance(3) ? ' ' : '')
}
