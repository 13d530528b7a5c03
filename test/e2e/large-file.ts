import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type LargeFile = { path: string; prices: readonly string[]; remove: () => void }

/** A catalogue of so many rows on disk: one that is handed over from memory holds up the page by its copying. */
export function makeLargeFile(count: number): LargeFile {
  const prices = Array.from(
    { length: count },
    (_, i) => `${(i * 7919) % 10_000}.${String((i % 99) + 1).padStart(2, '0')}`,
  )
  const folder = mkdtempSync(join(tmpdir(), 'levro-large-'))
  const path = join(folder, 'large.csv')
  const lines = prices.map((price, i) => `${i};Стока номер ${i + 1};${price.replace('.', ',')}`)
  writeFileSync(path, `Код;Име;Цена\n${lines.join('\n')}\n`)
  return { path, prices, remove: () => rmSync(folder, { recursive: true }) }
}
