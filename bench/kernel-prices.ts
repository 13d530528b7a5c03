/** The prices of bench/kernel.ts, and those whose results are verified. */
import { readFileSync } from 'node:fs'
import type { Currency } from '#money/currency.ts'
import { MAX_AMOUNT } from '#money/amount.ts'

/** One price: in hundredths, and as a catalogue writes it ('12.34', '12.5', '12'). */
export type Price = { readonly hundredths: number; readonly text: string }

/** A price to be looked at, with what it is in the other currency, in hundredths. */
export type Checked = Price & { readonly from: Currency; readonly answer: number }

export type Prices = Readonly<Record<Currency, readonly Price[]>>

/** Of catalogues from 0.10 to 3,000: many small prices and few large ones, most of them .99, .90 or .50; the same in each run. */
export function cataloguePrices(ofEach: number): Prices {
  let state = 20_260_101
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const one = (): Price => {
    const whole = Math.floor(3000 ** random())
    const ending = [99, 90, 50, 0][Math.floor(random() * 8)] ?? Math.floor(random() * 100)
    return priceOf(Math.max(10, (whole - 1) * 100 + ending))
  }
  const many = () => Array.from({ length: ofEach }, one)
  return { BGN: many(), EUR: many() }
}

function priceOf(hundredths: number): Price {
  const [whole, rest] = [Math.floor(hundredths / 100), hundredths % 100]
  if (rest === 0) return { hundredths, text: `${whole}` }
  const decimals = rest % 10 === 0 ? `${rest / 10}` : `${rest}`.padStart(2, '0')
  return { hundredths, text: `${whole}.${decimals}` }
}

/**
 * Published amounts (test/vectors), an even sample of all, and hard ones: each that is exactly between two answers (500,
 * 1500, 2500 … euro), and each lev amount whose answer is as close to a half as any.
 */
export function checkedPrices(): Readonly<Record<'hard' | 'even' | 'published', readonly Checked[]>> {
  const { bgnToEur, eurToBgn } = publishedPrices()
  const ties = everyNth(50_000, 100_000).map((euro) => checked(euro, 'EUR'))
  return {
    hard: [...ties, ...nearHalves().map((lev) => checked(lev, 'BGN'))],
    // A prime step visits every residue of the last digits.
    even: everyNth(1, 19_997).flatMap((amount) => [checked(amount, 'BGN'), checked(amount, 'EUR')]),
    published: [
      ...bgnToEur.map(({ bgn, eur }) => checked(hundredthsOf(bgn), 'BGN', hundredthsOf(eur))),
      ...eurToBgn.map(({ eur, bgn }) => checked(hundredthsOf(eur), 'EUR', hundredthsOf(bgn))),
    ],
  }
}

const everyNth = (first: number, step: number): number[] =>
  Array.from({ length: Math.ceil((MAX_AMOUNT - first + 1) / step) }, (_, n) => first + n * step)

/** s / 1.95583 is a half when 200000·s + 195583 divides by 391166, which it never does; here it lacks or exceeds one. */
function nearHalves(): number[] {
  const period = 195_583
  const isNear = (lev: number) => [1, 391_165].includes((lev * 200_000 + 195_583) % 391_166)
  return Array.from({ length: period }, (_, lev) => lev)
    .filter(isNear)
    .flatMap((lev) => everyNth(lev, period))
}

/** Found by long division, apart from the product's formulas, where it was not published. */
function checked(hundredths: number, from: Currency, published?: number): Checked {
  const [top, bottom] = from === 'BGN' ? [100_000n, 195_583n] : [195_583n, 100_000n]
  const value = BigInt(hundredths) * top
  const answer = Number(value / bottom + ((value % bottom) * 2n >= bottom ? 1n : 0n))
  if (published !== undefined && published !== answer)
    throw new Error(`${hundredths} ${from} is ${published} in test/vectors, and ${answer} here.`)
  return { ...priceOf(hundredths), from, answer }
}

/** Digits alone: '12.34' → 1234. */
export const hundredthsOf = (text: string): number => Number(text.replace('.', ''))

type Published = Record<'bgnToEur' | 'eurToBgn', { readonly bgn: string; readonly eur: string }[]>

function publishedPrices(): Published {
  const file = new URL('../test/vectors/conversion.json', import.meta.url)
  const { bgnToEur, eurToBgn } = JSON.parse(readFileSync(file, 'utf8')) as Published
  const isTaken = ({ bgn, eur }: { bgn: string; eur: string }) =>
    [bgn, eur].every((text) => /\.\d\d$/.test(text) && hundredthsOf(text) <= MAX_AMOUNT)
  return { bgnToEur: bgnToEur.filter(isTaken), eurToBgn: eurToBgn.filter(isTaken) }
}
