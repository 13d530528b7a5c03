/** The price lists that the five ways are walked with, of our own making, with the prices that must come out. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { realFile } from '#test/e2e/files.ts'
import { decimals, plantedPairs } from '#test/planted-pairs.ts'
import { centsOf, writeCsvList, writeXlsxList } from '../price-lists.ts'

/** Rows of the long list: more than a new account has tokens for. */
export const LONG = 199
/** Rows of the short list: as many as a new account has tokens for. */
export const SHORT = 15

/** A real price list, where the shared ones are at hand. */
const REAL = 'grizli-semicolon.csv'

export type WayFiles = {
  long: string
  short: string
  workbook: string
  pairs: string
  real: string | undefined
  remove: () => void
}

export async function makeFiles(): Promise<WayFiles> {
  const folder = mkdtempSync(join(tmpdir(), 'levro-ways-'))
  const at = (name: string) => join(folder, name)
  const [long, short, workbook, pairs] = [
    at('cenova-lista.csv'),
    at('malka-lista.csv'),
    at('cenova-lista.xlsx'),
    at('dve-ceni.csv'),
  ]
  writeCsvList(long, LONG, 'utf-8')
  writeCsvList(short, SHORT, 'utf-8')
  await writeXlsxList(workbook, LONG)
  const lines = plantedPairs(LONG, { 20: 1, 150: -1 }).map(
    ({ name, bgn, eur }) => `${name};${decimals(bgn, ',')};${decimals(eur, ',')}`,
  )
  writeFileSync(pairs, ['Наименование;Цена, лв.;Цена, евро', ...lines].join('\n'))
  const shared = realFile(REAL)
  if (shared) writeFileSync(at(REAL), shared.buffer)
  return {
    long,
    short,
    workbook,
    pairs,
    real: shared && at(REAL),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** @throws if the returned list has not every row, or a row without its euro price */
export function expectEuroPrices(path: string, rows: number): void {
  const [, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n')
  if (lines.length !== rows) throw new Error(`The returned list has ${lines.length} of ${rows} rows.`)
  for (const [n, line] of lines.entries()) {
    const price = decimals(Number(centsOf(n)), ',')
    if (!line.includes(`;${price};`)) throw new Error(`Row ${n + 1} has not the price ${price}: ${line}`)
  }
}
