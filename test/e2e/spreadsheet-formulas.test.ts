import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Direction, cellFormula } from '#web/features/developers/spreadsheet-formulas.ts'
import { convertByOffice } from '../system-tool.ts'

type Pair = { readonly bgn: string; readonly eur: string }
const VECTORS = JSON.parse(readFileSync('test/vectors/conversion.json', 'utf8')) as Record<
  'bgnToEur' | 'eurToBgn',
  Pair[]
>

const text = (cents: bigint): string => {
  const digits = cents.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Half up, with integers of any size: independent of the formulas. */
const RULES: Record<Direction, (cents: bigint) => bigint> = {
  toEuro: (cents) => (2n * cents * 100_000n + 195_583n) / (2n * 195_583n),
  toNational: (cents) => (2n * cents * 195_583n + 100_000n) / (2n * 100_000n),
}

const DIRECTIONS = ['toEuro', 'toNational'] as const satisfies readonly Direction[]

const MAX_CENTS = 99_999_999_999n

/**
 * Amounts near the largest whose exact value is the least below a half cent, and those at it or above: if any amount is rounded to
 * the wrong side, then these.
 */
function closest(direction: Direction): bigint[] {
  const [top, bottom] = direction === 'toEuro' ? [200_000n, 391_166n] : [391_166n, 200_000n]
  const half = bottom / 2n
  return Array.from({ length: 400_000 }, (_, i) => MAX_CENTS - BigInt(i))
    .map((cents) => ({ cents, rest: (cents * top + half) % bottom }))
    .filter(({ rest }) => rest < 20n || rest >= bottom - 20n)
    .map(({ cents }) => cents)
}

function casesOf(direction: Direction): (readonly [string, string])[] {
  const vectors =
    direction === 'toEuro'
      ? VECTORS.bgnToEur.map(({ bgn, eur }) => [bgn, eur] as const)
      : VECTORS.eurToBgn.map(({ bgn, eur }) => [eur, bgn] as const)
  const byRule = [
    ...Array.from({ length: 3000 }, (_, i) => BigInt(i)),
    ...Array.from({ length: 3000 }, (_, i) => (BigInt(i) * 33_333_331n * 1009n) % MAX_CENTS),
    ...closest(direction),
    MAX_CENTS,
  ].map((cents) => [text(cents), text(RULES[direction](cents))] as const)
  const positive = [...vectors, ...byRule]
  const negative = positive
    .slice(0, 200)
    .map(([amount, converted]) => [`-${amount}`, `-${converted}`] as const)
  return [...positive, ...negative.map(([a, b]) => [a, b.replace('-0.00', '0.00')] as const)]
}

const WRONG = ['0.005', '12.345', '1000000000', '-1000000000', '9999999.995']

it(
  'API-04 · LibreOffice computes every vector exactly by the formulas, and refuses what they are not for',
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'levro-formulas-'))
    const path = (direction: Direction, extension: string) => join(folder, `${direction}.${extension}`)
    try {
      for (const direction of DIRECTIONS) {
        const amounts = [...casesOf(direction).map(([amount]) => amount), ...WRONG, '']
        const rows = amounts.map((amount, i) => `${amount}\t${cellFormula(direction, `A${i + 1}`, ';')}\n`)
        writeFileSync(path(direction, 'csv'), rows.join(''))
      }
      // Tabs, UTF-8, and formulas that are computed.
      const from = 'CSV:9,34,76,1,,1033,false,true,false,false,false,-1,true'
      const file = DIRECTIONS.map((direction) => path(direction, 'csv'))
      await convertByOffice({ file, from, to: 'fods', folder })
      for (const direction of DIRECTIONS) {
        const cases = casesOf(direction)
        expect(cases.length).toBeGreaterThan(6200)
        const results = resultsIn(readFileSync(path(direction, 'fods'), 'utf8'))
        expect(results.slice(0, cases.length)).toEqual(cases.map(([, exact]) => String(Number(exact))))
        expect(results.slice(cases.length)).toEqual([...WRONG.map(() => '#N/A'), ''])
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)

/** The values of the cells with formulas, in all their digits. */
const resultsIn = (fods: string): string[] =>
  [...fods.matchAll(/table:formula="[^"]*"([^>]*)>\s*(?:<text:p>([^<]*))?/g)].map(
    ([, attributes = '', shown = '']) => {
      if (attributes.includes('calcext:value-type="error"')) return shown
      const value = /office:value="([^"]*)"/.exec(attributes)?.[1]
      // -0 is 0.
      return value === undefined ? shown : String(Number(value) + 0)
    },
  )
