import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeWorkbook } from '#formats/xlsx/write/workbook.ts'

export type LargeFile = { path: string; prices: readonly string[]; remove: () => void }

const TITLES = ['Код', 'Име', 'Цена'] as const

const pricesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${(i * 7919) % 10_000}.${String((i % 99) + 1).padStart(2, '0')}`)

const nameOf = (i: number): string => `Стока номер ${i + 1}`

/** Writes a CSV price list to disk: Playwright blocks the page while it copies a file from memory. */
export function makeLargeFile(count: number): LargeFile {
  const prices = pricesOf(count)
  const lines = prices.map((price, i) => `${i};${nameOf(i)};${price.replace('.', ',')}`)
  return onDisk('large.csv', `${TITLES.join(';')}\n${lines.join('\n')}\n`, prices)
}

/** Writes the same price list as a workbook. */
export async function makeLargeWorkbook(count: number): Promise<LargeFile> {
  const prices = pricesOf(count)
  const rows = prices.map((price, i) => [
    { number: String(i) },
    nameOf(i),
    { number: price, look: 'amount' as const },
  ])
  const sheet = {
    name: 'Цени',
    rows: [[...TITLES], ...rows],
    rowCount: count + 1,
    widths: [8, 24, 12],
    bold: 'first-row',
  } as const
  return onDisk('large.xlsx', Buffer.concat(await writeWorkbook([sheet], null)), prices)
}

function onDisk(name: string, content: string | Buffer, prices: readonly string[]): LargeFile {
  const folder = mkdtempSync(join(tmpdir(), 'levro-large-'))
  const path = join(folder, name)
  writeFileSync(path, content)
  return { path, prices, remove: () => rmSync(folder, { recursive: true }) }
}
