import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LANGS } from '#i18n/language.ts'
import {
  type Direction,
  FUNCTION_NAMES,
  cellFormula,
  lambdaFormula,
  sheetsScript,
} from './spreadsheet-formulas.ts'

type Vectors = {
  bgnToEur: { bgn: string; eur: string }[]
  eurToBgn: { bgn: string; eur: string }[]
  moreDecimals: { amount: string; bgnToEur: string; eurToBgn: string }[]
}
const VECTORS = JSON.parse(readFileSync('test/vectors/conversion.json', 'utf8')) as Vectors

/** Amounts with what each is in the other currency. */
const CASES: Record<Direction, (readonly [amount: string, converted: string])[]> = {
  toEuro: [
    ...VECTORS.bgnToEur.map(({ bgn, eur }) => [bgn, eur] as const),
    ...VECTORS.moreDecimals.map(({ amount, bgnToEur }) => [amount, bgnToEur] as const),
  ],
  toNational: [
    ...VECTORS.eurToBgn.map(({ bgn, eur }) => [eur, bgn] as const),
    ...VECTORS.moreDecimals.map(({ amount, eurToBgn }) => [amount, eurToBgn] as const),
  ],
}
const DIRECTIONS: readonly Direction[] = ['toEuro', 'toNational']

type Converted = number | string
type SheetFunction = (amounts: unknown) => Converted | Converted[][]

/** The functions of the script, in a context of their own: nothing of this one is used. */
function functionsOf(script: string): Record<Direction, SheetFunction> {
  const names = `({ toEuro: ${FUNCTION_NAMES.toEuro}, toNational: ${FUNCTION_NAMES.toNational} })`
  return runInNewContext(`${script}\n${names}`) as Record<Direction, SheetFunction>
}

describe.each(LANGS)('API-04 · the functions for Google Sheets, in %s', (lang) => {
  const functions = functionsOf(sheetsScript(lang))

  it.each(DIRECTIONS)('API-04 · convert every vector, as a number and as a text: %s', (direction) => {
    const convert = functions[direction]
    for (const [amount, converted] of CASES[direction]) {
      expect(convert(Number(amount)), amount).toBe(Number(converted))
      // Three decimals of a text can be thousands.
      if (/^[1-9]\d*\.\d{3}$/.test(amount)) continue
      expect(convert(` ${amount} `), amount).toBe(Number(converted))
      expect(convert(`-${amount}`.replace('.', ',')), `-${amount}`).toBe(-Number(converted))
    }
  })

  it('API-04 · a range gives a range, with what is no price in words', () => {
    const range = functions.toEuro([
      ['1,70', 65],
      ['', 'ten'],
    ]) as Converted[][]
    expect(range.map((row) => [...row])).toEqual([
      [0.87, 33.23],
      ['', expect.stringMatching(/^[^\d]+: ten$/)],
    ])
  })

  it('API-04 · a cell that is no amount, or unclear, is an error in words', () => {
    for (const wrong of [
      'abc',
      '1.234',
      '12,500',
      '1 234,50',
      '1,2,3',
      1_000_000_000,
      1e21,
      true,
      Number.NaN,
    ])
      expect(() => functions.toEuro(wrong), String(wrong)).toThrow(/: /)
    expect(functions.toEuro(0.1 + 0.2)).toBe(0.15)
    expect(functions.toNational(499.99999999999994)).toBe(977.92)
  })

  it('API-04 · any two-decimal amount is rounded half up once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
        const amount = cents / 100
        // Half up: the smallest whole cents that are not below the exact value less a half.
        const euro = (2n * BigInt(cents) * 100_000n + 195_583n) / (2n * 195_583n)
        const lev = (2n * BigInt(cents) * 195_583n + 100_000n) / 200_000n
        expect(functions.toEuro(amount)).toBe(Number(euro) / 100)
        expect(functions.toNational(amount)).toBe(Number(lev) / 100)
      }),
    )
  })
})

describe('API-04 · formulas for spreadsheets', () => {
  it('API-04 · have the separator of the program, and numbers without a decimal mark', () => {
    for (const direction of DIRECTIONS) {
      expect(cellFormula(direction, 'A2', ';')).not.toMatch(/[,.]/)
      expect(cellFormula(direction, 'A2', ',')).not.toMatch(/[;.]/)
      expect(lambdaFormula(direction, ',')).toMatch(/^=LAMBDA\(x,LET\(n,ROUND\(ABS\(x\)\*100,0\),IF\(x="",/)
    }
    const cents = 'ROUND(ABS(A2)*100;0)'
    expect(cellFormula('toEuro', 'A2', ';')).toContain(
      `(INT(${cents}/195583)*100000+INT((MOD(${cents};195583)*200000+195583)/391166))/100`,
    )
    expect(cellFormula('toNational', 'A2', ';')).toContain(
      `(INT(${cents}/100000)*195583+INT((MOD(${cents};100000)*391166+100000)/200000))/100`,
    )
  })
})
