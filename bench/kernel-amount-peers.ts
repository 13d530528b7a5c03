/**
 * Ways to convert an amount that is there as a number of each kind already. The loops are alike on purpose, and each is
 * a function of its own: one loop for all would be compiled for all kinds of numbers at once.
 */
import Big from 'big.js'
import currency from 'currency.js'
import { Decimal } from 'decimal.js'
import { BGN, convert, type Dinero, dinero, EUR, halfUp, toSnapshot, transformScale } from 'dinero.js'
import * as bigDinero from 'dinero.js/bigint'
import { toDecimalText } from '#money/amount.ts'
import { convertMinorUnits } from '#money/convert.ts'
import { BGN_EUR } from '#money/pair.ts'

/** `language`: exact by what the language has, without a library. */
export type Kind = 'ours' | 'library' | 'language' | 'naive'

type Way<Value, Answer> = {
  readonly name: string
  readonly kind: Kind
  /** What the way converts, made before the clock runs. */
  readonly valueOf: (hundredths: number, currency: 'BGN' | 'EUR') => Value
  readonly toEur: (lev: Value) => Answer
  readonly toBgn: (euro: Value) => Answer
  readonly hundredthsOf: (answer: Answer) => number
  /** Converts all, and returns something made of all answers: so that none of them can be left out. */
  readonly run: (lev: readonly Value[], euro: readonly Value[]) => number
}

/** A way of which only numbers are seen from outside. */
export type AmountPeer = {
  readonly name: string
  readonly kind: Kind
  readonly load: (lev: readonly number[], euro: readonly number[]) => () => number
  readonly toEur: (stotinki: number) => number
  readonly toBgn: (cents: number) => number
}

function peer<Value, Answer>(way: Way<Value, Answer>): AmountPeer {
  const { name, kind, valueOf, hundredthsOf } = way
  return {
    name,
    kind,
    load(lev, euro) {
      const [levValues, euroValues] = [lev.map((n) => valueOf(n, 'BGN')), euro.map((n) => valueOf(n, 'EUR'))]
      return () => way.run(levValues, euroValues)
    },
    toEur: (stotinki) => hundredthsOf(way.toEur(valueOf(stotinki, 'BGN'))),
    toBgn: (cents) => hundredthsOf(way.toBgn(valueOf(cents, 'EUR'))),
  }
}

const ours = peer<number, number>({
  name: 'Levro',
  kind: 'ours',
  valueOf: (hundredths) => hundredths,
  toEur: (lev) => convertMinorUnits(lev, 'BGN').euro,
  toBgn: (euro) => convertMinorUnits(euro, 'EUR').national,
  hundredthsOf: (hundredths) => hundredths,
  run(lev, euro) {
    let sum = 0
    for (const one of lev) sum += convertMinorUnits(one, 'BGN').euro
    for (const one of euro) sum += convertMinorUnits(one, 'EUR').national
    return sum
  },
})

const naiveToEur = (lev: number): number => Math.round((lev / 1.95583) * 100) / 100
const naiveToBgn = (euro: number): number => Math.round(euro * 1.95583 * 100) / 100

const naive = peer<number, number>({
  name: 'naive floating point',
  kind: 'naive',
  valueOf: (hundredths) => hundredths / 100,
  toEur: naiveToEur,
  toBgn: naiveToBgn,
  hundredthsOf: (answer) => Math.round(answer * 100),
  run(lev, euro) {
    let sum = 0
    for (const one of lev) sum += naiveToEur(one)
    for (const one of euro) sum += naiveToBgn(one)
    return sum
  },
})

export const bigintToEur = (lev: bigint): bigint => (lev * 200_000n + 195_583n) / 391_166n
export const bigintToBgn = (euro: bigint): bigint => (euro * 391_166n + 100_000n) / 200_000n

const bigint = peer<bigint, bigint>({
  name: 'BigInt',
  kind: 'language',
  valueOf: BigInt,
  toEur: bigintToEur,
  toBgn: bigintToBgn,
  hundredthsOf: Number,
  run(lev, euro) {
    let sum = 0
    for (const one of lev) sum += Number(bigintToEur(one))
    for (const one of euro) sum += Number(bigintToBgn(one))
    return sum
  },
})

// Division that rounds to two decimals itself, half up, is the quickest and rounds once.
export const Big2 = Big()
Big2.DP = 2
Big2.RM = Big.roundHalfUp
export const BIG_RATE = new Big2(BGN_EUR.rateText)

const bigToEur = (lev: Big): Big => lev.div(BIG_RATE)
const bigToBgn = (euro: Big): Big => euro.times(BIG_RATE).round(2, Big.roundHalfUp)

const big = peer<Big, Big>({
  name: 'big.js',
  kind: 'library',
  valueOf: (hundredths) => new Big2(toDecimalText(hundredths)),
  toEur: bigToEur,
  toBgn: bigToBgn,
  hundredthsOf: (answer) => Math.round(Number(answer) * 100),
  run(lev, euro) {
    let sum = 0
    for (const one of lev) sum += bigToEur(one).e
    for (const one of euro) sum += bigToBgn(one).e
    return sum
  },
})

// Half up is the default, and so are 20 digits: more than the nearest answer is away from a half.
export const DECIMAL_RATE = new Decimal(BGN_EUR.rateText)

const decimalToEur = (lev: Decimal): Decimal => lev.div(DECIMAL_RATE).toDecimalPlaces(2)
const decimalToBgn = (euro: Decimal): Decimal => euro.times(DECIMAL_RATE).toDecimalPlaces(2)

const decimal = peer<Decimal, Decimal>({
  name: 'decimal.js',
  kind: 'library',
  valueOf: (hundredths) => new Decimal(toDecimalText(hundredths)),
  toEur: decimalToEur,
  toBgn: decimalToBgn,
  hundredthsOf: (answer) => Math.round(answer.toNumber() * 100),
  run(lev, euro) {
    let sum = 0
    for (const one of lev) sum += decimalToEur(one).e
    for (const one of euro) sum += decimalToBgn(one).e
    return sum
  },
})

// dinero.js divides by whole numbers alone: lev become euro by a rate of so many digits that no answer is another.
const EUR_OF_BGN = { EUR: { amount: 511_291_881_196_219, scale: 15 } }
const BGN_OF_EUR = { BGN: { amount: 195_583, scale: 5 } }

export const dineroToEur = (lev: Dinero<number>): Dinero<number> =>
  transformScale(convert(lev, EUR, EUR_OF_BGN), 2, halfUp)
export const dineroToBgn = (euro: Dinero<number>): Dinero<number> =>
  transformScale(convert(euro, BGN, BGN_OF_EUR), 2, halfUp)

const dineroNumbers = peer<Dinero<number>, Dinero<number>>({
  name: 'dinero.js (numbers)',
  kind: 'library',
  valueOf: (amount, from) => dinero({ amount, currency: from === 'BGN' ? BGN : EUR }),
  toEur: dineroToEur,
  toBgn: dineroToBgn,
  hundredthsOf: (answer) => toSnapshot(answer).amount,
  run(lev, euro) {
    let sum = 0
    for (const one of lev) sum += toSnapshot(dineroToEur(one)).amount
    for (const one of euro) sum += toSnapshot(dineroToBgn(one)).amount
    return sum
  },
})

// Its numbers of any length, for products beyond those that doubles hold.
const EUR_OF_BGN_LONG = { EUR: { amount: 51_129_188_119_621_849n, scale: 17n } }
const BGN_OF_EUR_LONG = { BGN: { amount: 195_583n, scale: 5n } }

type LongDinero = bigDinero.Dinero<bigint>

export const longDineroToEur = (lev: LongDinero): LongDinero =>
  bigDinero.transformScale(bigDinero.convert(lev, bigDinero.EUR, EUR_OF_BGN_LONG), 2n, bigDinero.halfUp)
export const longDineroToBgn = (euro: LongDinero): LongDinero =>
  bigDinero.transformScale(bigDinero.convert(euro, bigDinero.BGN, BGN_OF_EUR_LONG), 2n, bigDinero.halfUp)

const dineroBigints = peer<LongDinero, LongDinero>({
  name: 'dinero.js (BigInt)',
  kind: 'library',
  valueOf: (hundredths, from) =>
    bigDinero.dinero({
      amount: BigInt(hundredths),
      currency: from === 'BGN' ? bigDinero.BGN : bigDinero.EUR,
    }),
  toEur: longDineroToEur,
  toBgn: longDineroToBgn,
  hundredthsOf: (answer) => Number(bigDinero.toSnapshot(answer).amount),
  run(lev, euro) {
    let sum = 0
    for (const one of lev) sum += Number(bigDinero.toSnapshot(longDineroToEur(one)).amount)
    for (const one of euro) sum += Number(bigDinero.toSnapshot(longDineroToBgn(one)).amount)
    return sum
  },
})

const currencyToEur = (lev: currency): currency => lev.divide(1.95583)
const currencyToBgn = (euro: currency): currency => euro.multiply(1.95583)

const currencyJs = peer<currency, currency>({
  name: 'currency.js',
  kind: 'library',
  valueOf: (hundredths) => currency(hundredths / 100),
  toEur: currencyToEur,
  toBgn: currencyToBgn,
  hundredthsOf: (answer) => answer.intValue,
  run(lev, euro) {
    let sum = 0
    for (const one of lev) sum += currencyToEur(one).intValue
    for (const one of euro) sum += currencyToBgn(one).intValue
    return sum
  },
})

export const AMOUNT_PEERS = [ours, naive, bigint, big, decimal, dineroNumbers, dineroBigints, currencyJs]
