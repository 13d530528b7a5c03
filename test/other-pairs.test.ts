/**
 * A pair of currencies is an entry of a table: a copy of the sources in which the national currency is another one detects,
 * converts and writes back price lists in it.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { referenceAmount } from './reference-rate.ts'

const ROOT = join(import.meta.dirname, '..')

type OtherPair = {
  code: string
  rate: string
  pair: string
  currency: string
  words: string
  /** A column title in the currency, and the title of its euro column. */
  title: string
  euroTitle: string
  /** Formats a price as cell text. */
  cell: (price: string) => string
}

const PAIRS: OtherPair[] = [
  {
    code: 'HRK',
    rate: '7.53450',
    pair: "pair('HRK', '7.53450', 'Council Regulation (EU) 2022/1208')",
    currency: "{ sign: { bg: after('куни'), en: after('HRK') } }",
    words: `{
      price: 'hrk|kuna|kn|куни|куна',
      title: 'hrk|kuna|kn|куни|куна',
      statement: 'hrk|kuna|kn|куни',
      rate: 'hrk|kn|куни',
      titleWords: { hrk: 'code', kn: 'code', kuna: 'latin', куни: 'cyrillic' },
      titleText: { code: 'hrk', latin: 'kuna', cyrillic: 'куни', sign: 'kn' },
    }`,
    title: 'Цена, куни',
    euroTitle: 'Цена, евро',
    cell: (price) => `${price} kn`,
  },
  {
    code: 'DEM',
    rate: '1.95583',
    pair: "pair('DEM', '1.95583', 'Council Regulation (EC) No 2866/98')",
    currency: "{ sign: { bg: after('марки'), en: after('DEM') } }",
    words: `{
      price: 'dem|dm|marks?|марки|марка',
      title: 'dem|dm|marks?|марки|марка',
      statement: 'dem|dm|марки',
      rate: 'dem|dm|марки',
      titleWords: { dem: 'code', dm: 'code', marks: 'latin', марки: 'cyrillic' },
      titleText: { code: 'dem', latin: 'marks', cyrillic: 'марки', sign: 'DM' },
    }`,
    title: 'Price DEM',
    euroTitle: 'Price EUR',
    cell: (price) => `${price} DM`,
  },
]

const PRICES = ['12,50', '0,99', '1234,56', '7,53', '500,00', '19,90']

describe.each(PAIRS)('RATE-01 · a product for $code and EUR', (other) => {
  const { code, rate, title, euroTitle, cell } = other
  let copy: string

  const edit = (file: string, pattern: RegExp, replacement: string): void => {
    const path = join(copy, 'src/money', file)
    const text = readFileSync(path, 'utf8')
    expect(text).toMatch(pattern)
    writeFileSync(path, text.replace(pattern, replacement))
  }

  const levro = (...args: string[]) =>
    spawnSync(process.execPath, ['src/cli/main.ts', ...args], { cwd: copy, encoding: 'utf8' })

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'levro-pair-'))
    for (const name of ['package.json', 'src'])
      cpSync(join(ROOT, name), join(copy, name), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    edit('pair.ts', /pair\('BGN', .*\)/, other.pair)
    edit('currency.ts', /BGN: \{ .* \},/, `${code}: ${other.currency},`)
    edit('currency-words.ts', /BGN: \{[\s\S]*?\n {2}\},/, `${code}: ${other.words},`)
    edit('pair.ts', /BGN_EUR = /, 'BGN_EUR: CurrencyPair = ')
  })
  afterAll(() => rmSync(copy, { recursive: true }))

  const toEuro = (price: string) => referenceAmount(price.replace(',', '.'), code, rate)

  it('BULK-05 · detects the column and its currency by the title, and converts it', () => {
    const rows = PRICES.map((price, i) => `Стока ${i};${price}`)
    writeFileSync(join(copy, 'list.csv'), [`Наименование;${title}`, ...rows, ''].join('\n'))
    const { stdout, stderr, status } = levro('convert', 'list.csv')
    expect([status, stderr]).toEqual([0, expect.any(String)])
    const lines = stdout.trim().split(/\r?\n/).slice(1)
    expect(lines).toHaveLength(PRICES.length)
    for (const [i, line] of lines.entries()) expect(line.split(',')).toContain(toEuro(PRICES[i]!))
  })

  it('BULK-08 · reads the currency of each cell', () => {
    const rows = PRICES.map((price, i) => `Стока ${i};${i % 2 ? `${price} €` : cell(price)}`)
    writeFileSync(join(copy, 'mixed.csv'), ['Наименование;Цена', ...rows, ''].join('\n'))
    const { stdout, status } = levro('convert', 'mixed.csv')
    expect(status).toBe(0)
    const lines = stdout.trim().split(/\r?\n/).slice(1)
    expect(lines).toHaveLength(PRICES.length)
    for (const [i, line] of lines.entries()) {
      const price = PRICES[i]!.replace(',', '.')
      const expected = i % 2 ? referenceAmount(price, 'EUR', rate) : toEuro(price)
      expect(line.split(',')).toContain(expected)
    }
  })

  it('CONV-08 · writes the prices back next to the old ones, under a title in euro', () => {
    const rows = PRICES.map((price, i) => `Стока ${i};${price}`)
    writeFileSync(join(copy, 'list.csv'), [`Наименование;${title}`, ...rows, ''].join('\n'))
    const { status, stderr } = levro('apply', 'list.csv', '--out', 'new.csv', '--place', 'after')
    expect([status, stderr]).toEqual([0, expect.any(String)])
    const lines = readFileSync(join(copy, 'new.csv'), 'utf8').trim().split('\n')
    expect(lines[0]).toBe(`Наименование;${title};${euroTitle}`)
    for (const [i, line] of lines.slice(1).entries())
      expect(line).toBe(`Стока ${i};${PRICES[i]};${toEuro(PRICES[i]!).replace('.', ',')}`)
    expect(lines).toHaveLength(PRICES.length + 1)
  })
})
