import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { convertByOffice } from '../system-tool.ts'

/** Export filter: one CSV per sheet, comma, quotes, UTF-8; formatted text, or stored values. */
const CSV = (isShown: boolean) =>
  `csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,${isShown},${isShown},false,false,-1`

/**
 * Converts a workbook with LibreOffice and returns the cells of each sheet by its name.
 * @param from the import filter, with its options
 */
export async function officeTables(
  bytes: Uint8Array,
  extension: string,
  folder: string,
  read: 'values' | 'shown' = 'values',
  from?: string,
): Promise<Map<string, string[][]>> {
  const own = join(folder, crypto.randomUUID())
  mkdirSync(own)
  writeFileSync(join(own, `book.${extension}`), bytes)
  await convertByOffice({
    file: join(own, `book.${extension}`),
    ...(from !== undefined && { from }),
    to: CSV(read === 'shown'),
    folder: own,
  })
  const tables = new Map<string, string[][]>()
  for (const name of readdirSync(own).filter((one) => one.endsWith('.csv')))
    tables.set(name.slice('book-'.length, -'.csv'.length), cellsOf(readFileSync(join(own, name), 'utf8')))
  rmSync(own, { recursive: true })
  return tables
}

function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^,\n]*))(,|\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\n') rows.push([])
  }
  const cells = rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1))
  return cells.slice(0, cells.findLastIndex((row) => row.length > 0) + 1)
}
