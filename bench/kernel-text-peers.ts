/**
 * Conversions from the text of a price ('12.34') to that of the other currency ('6.31'), each as a user of
 * the library would write it. The loops are repeated on purpose: a shared loop would be compiled for all of
 * them at once.
 */
import currency from 'currency.js'
import { Decimal } from 'decimal.js'
import { BGN, EUR, dinero, toDecimal } from 'dinero.js'
import * as bigDinero from 'dinero.js/bigint'
import type { Currency } from '#money/currency.ts'
import { type ConvertedAmount, toDecimalText } from '#money/amount.ts'
import { convertPrice } from '#pricelist/row.ts'
import {
  BIG_RATE,
  Big2,
  DECIMAL_RATE,
  type Kind,
  bigintToBgn,
  bigintToEur,
  dineroToBgn,
  dineroToEur,
  longDineroToBgn,
  longDineroToEur,
} from './kernel-amount-peers.ts'

export type TextPeer = {
  readonly name: string
  readonly kind: Kind
  readonly toEur: (lev: string) => string
  readonly toBgn: (euro: string) => string
  /** Converts all, and returns something made of all answers: so that none of them can be left out. */
  readonly run: (lev: readonly string[], euro: readonly string[]) => number
}

const lastOf = (text: string): number => text.charCodeAt(text.length - 1)

function moneyOf(text: string, from: Currency): ConvertedAmount {
  const money = convertPrice(text, from)
  if (money === undefined) throw new Error(`${text} is no price.`)
  return money
}

const oursToEur = (lev: string): string => toDecimalText(moneyOf(lev, 'BGN').euro)
const oursToBgn = (euro: string): string => toDecimalText(moneyOf(euro, 'EUR').national)

const ours: TextPeer = {
  name: 'Levro',
  kind: 'ours',
  toEur: oursToEur,
  toBgn: oursToBgn,
  run(lev, euro) {
    let sum = 0
    for (const one of lev) sum += lastOf(oursToEur(one))
    for (const one of euro) sum += lastOf(oursToBgn(one))
    return sum
  },
}

const naiveToEur = (lev: string): string => (Math.round((Number(lev) / 1.95583) * 100) / 100).toFixed(2)
const naiveToBgn = (euro: string): string => (Math.round(Number(euro) * 1.95583 * 100) / 100).toFixed(2)

const naive: TextPeer = {
  name: 'naive floating point',
  kind: 'naive',
  toEur: naiveToEur,
  toBgn: naiveToBgn,
  run(lev, euro) {
    let sum = 0
    for (const one of lev) sum += lastOf(naiveToEur(one))
    for (const one of euro) sum += lastOf(naiveToBgn(one))
    return sum
  },
}

/** A price has two decimals at most. */
function hundredthsIn(text: string): bigint {
  const point = text.indexOf('.')
  if (point === -1) return BigInt(text) * 100n
  return BigInt(text.slice(0, point) + text.slice(point + 1).padEnd(2, '0'))
}

function textOf(hundredths: bigint): string {
  const digits = hundredths.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const bigintTextToEur = (lev: string): string => textOf(bigintToEur(hundredthsIn(lev)))
const bigintTextToBgn = (euro: string): string => textOf(bigintToBgn(hundredthsIn(euro)))

const bigint: TextPeer = {
  name: 'BigInt',
  kind: 'language',
  toEur: bigintTextToEur,
  toBgn: bigintTextToBgn,
  run(lev, euro) {
    let sum = 0
    for (const one of lev) sum += lastOf(bigintTextToEur(one))
    for (const one of euro) sum += lastOf(bigintTextToBgn(one))
    return sum
  },
}

const bigToEur = (lev: string): string => new Big2(lev).div(BIG_RATE).toFixed(2)
const bigToBgn = (euro: string): string => new Big2(euro).times(BIG_RATE).toFixed(2)

const big: TextPeer = {
  name: 'big.js',
  kind: 'library',
  toEur: bigToEur,
  toBgn: bigToBgn,
  run(lev, euro) {
    let sum = 0
    for (const one of lev) sum += lastOf(bigToEur(one))
    for (const one of euro) sum += lastOf(bigToBgn(one))
    return sum
  },
}

const decimalToEur = (lev: string): string => new Decimal(lev).div(DECIMAL_RATE).toFixed(2)
const decimalToBgn = (euro: string): string => new Decimal(euro).times(DECIMAL_RATE).toFixed(2)

const decimal: TextPeer = {
  name: 'decimal.js',
  kind: 'library',
  toEur: decimalToEur,
  toBgn: decimalToBgn,
  run(lev, euro) {
    let sum = 0
    for (const one of lev) sum += lastOf(decimalToEur(one))
    for (const one of euro) sum += lastOf(decimalToBgn(one))
    return sum
  },
}

// dinero.js reads no text; of two decimals this is the whole number of hundredths.
const amountOf = (text: string): number => Math.round(Number(text) * 100)

const dineroTextToEur = (lev: string): string =>
  toDecimal(dineroToEur(dinero({ amount: amountOf(lev), currency: BGN })))
const dineroTextToBgn = (euro: string): string =>
  toDecimal(dineroToBgn(dinero({ amount: amountOf(euro), currency: EUR })))

const dineroNumbers: TextPeer = {
  name: 'dinero.js (numbers)',
  kind: 'library',
  toEur: dineroTextToEur,
  toBgn: dineroTextToBgn,
  run(lev, euro) {
    let sum = 0
    for (const one of lev) sum += lastOf(dineroTextToEur(one))
    for (const one of euro) sum += lastOf(dineroTextToBgn(one))
    return sum
  },
}

const longDineroTextToEur = (lev: string): string =>
  bigDinero.toDecimal(
    longDineroToEur(bigDinero.dinero({ amount: hundredthsIn(lev), currency: bigDinero.BGN })),
  )
const longDineroTextToBgn = (euro: string): string =>
  bigDinero.toDecimal(
    longDineroToBgn(bigDinero.dinero({ amount: hundredthsIn(euro), currency: bigDinero.EUR })),
  )

const dineroBigints: TextPeer = {
  name: 'dinero.js (BigInt)',
  kind: 'library',
  toEur: longDineroTextToEur,
  toBgn: longDineroTextToBgn,
  run(lev, euro) {
    let sum = 0
    for (const one of lev) sum += lastOf(longDineroTextToEur(one))
    for (const one of euro) sum += lastOf(longDineroTextToBgn(one))
    return sum
  },
}

const currencyToEur = (lev: string): string => currency(lev).divide(1.95583).toString()
const currencyToBgn = (euro: string): string => currency(euro).multiply(1.95583).toString()

const currencyJs: TextPeer = {
  name: 'currency.js',
  kind: 'library',
  toEur: currencyToEur,
  toBgn: currencyToBgn,
  run(lev, euro) {
    let sum = 0
    for (const one of lev) sum += lastOf(currencyToEur(one))
    for (const one of euro) sum += lastOf(currencyToBgn(one))
    return sum
  },
}

export const TEXT_PEERS = [ours, naive, bigint, big, decimal, dineroNumbers, dineroBigints, currencyJs]
