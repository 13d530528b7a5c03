import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { read } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenedFile } from '#formats/format.ts'
import { openFile } from '#formats/open-file.ts'
import { writeBack } from '#formats/write-back.ts'
import { LISTED, areCataloguesThere, readListed } from '../listed-catalogues.ts'
import { madeUpEuros, madeUpPlan } from '../write-back-plans.ts'
import { type ZipRecord, zipRecords } from '../zip-records.ts'
import { officeTables } from './office-tables.ts'

let folder = ''
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'levro-own-workbook-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const workbooks = LISTED.filter(
  ({ format, expect: { error } }) => format.startsWith('xls') && error === undefined,
)

async function opened(bytes: Uint8Array<ArrayBuffer>, fileName: string, sheet?: string): Promise<OpenedFile> {
  const result = await openFile(bytes, { fileName, ...(sheet !== undefined && { sheet }) })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.file
}

const columnName = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : columnName(Math.floor(column / 26) - 1) + columnName(column % 26)

/** Position of the new prices in a sheet. Indices are 0-based. */
type Priced = { readonly column: number; readonly rows: ReadonlySet<number>; readonly header: number }

describe.runIf(areCataloguesThere)('CONV-08 · real workbooks are returned with new prices', () => {
  test.for(workbooks)('$file', async ({ file, format: extension }) => {
    const original = readListed(file)
    const first = await opened(original, file)
    const priced = new Map<string, Priced>()
    let [bytes, format] = [original, first.format]
    // Each sheet in turn: the returned file is the next source file.
    for (const { name: sheet, hasData } of first.sheets ?? []) {
      if (!hasData) continue
      const { table } = await opened(original, file, sheet)
      const { order, column } = madeUpPlan(table, 'end')
      const written = await writeBack(bytes, { format, sheet, table, warnings: [] }, order)
      const returned = new Uint8Array(Buffer.concat(written.parts))
      const isInPlace = format === 'xlsx' || format === 'xlsm'
      expect(written.format).toBe(isInPlace ? format : 'xlsx')
      expect(written.warnings).toEqual(isInPlace ? [] : ['not-kept'])

      const { cells } = order.columns[0]!
      const header = order.headerRow ?? 0
      const again = await opened(returned, `x.${written.format}`, sheet)
      const place = again.table.at(header)!.length - 1
      const book = read(returned, { cellNF: true })
      for (const [r] of cells) {
        const number = Number(madeUpEuros(r))
        expect(again.table.at(r)![place]).toEqual({ kind: 'number', text: String(number), currency: 'EUR' })
        expect(again.table.at(r)![column]).toEqual(table.at(r)![column])
        expect(book.Sheets[sheet]![columnName(place) + (r + 1)]).toMatchObject({ t: 'n', v: number })
      }
      if (isInPlace) compareParts(zipRecords(bytes), zipRecords(returned), columnName(place))
      priced.set(sheet, { column: place, rows: new Set(cells.keys()), header })
      bytes = returned
      format = written.format
    }
    await compareInOffice([original, extension], [bytes, format], priced, file)
  })
})

type File = readonly [bytes: Uint8Array, extension: string]

/** Expects LibreOffice to read every old cell unchanged, and the new prices in one further column. */
async function compareInOffice(
  before: File,
  after: File,
  priced: ReadonlyMap<string, Priced>,
  file: string,
): Promise<void> {
  const [old, now] = [await officeTables(...before, folder), await officeTables(...after, folder)]
  expect([...now.keys()]).toEqual([...old.keys()])
  for (const [sheet, all] of old) {
    const { column, rows, header } = priced.get(sheet) ?? { column: 0, rows: new Set<number>(), header: -1 }
    const compared = rowsCompared(file, sheet) ?? all.length
    const isNew = (r: number) => r === header || rows.has(r)
    const found = now.get(sheet)!.slice(0, compared)
    const withoutNew = found.map((row, r) => (isNew(r) ? row.slice(0, column) : row))
    expect(withoutNew.map(trimmed), sheet).toEqual(all.slice(0, compared).map(trimmed))
    for (const r of rows) if (r < compared) expect(Number(found[r]![column])).toBe(Number(madeUpEuros(r)))
  }
}

/** LibreOffice recalculates pivot tables over more cells: only the rows above are compared. */
const rowsCompared = (file: string, sheet: string): number | undefined =>
  file === 'formulas.xlsx' && sheet === 'Database' ? 31 : undefined

/** LibreOffice reads boolean cells of XLS as numbers. */
const LOGICAL: Record<string, string> = { TRUE: '1', FALSE: '0' }

/** Volatile functions, named in the cell to the left. */
const VOLATILE = new Set(['NOW', 'TODAY', 'RAND', 'RANDBETWEEN'])

const trimmed = (row: string[]): string[] =>
  VOLATILE.has(row[0] ?? '')
    ? []
    : row.slice(0, row.findLastIndex((cell) => cell !== '') + 1).map((cell) => LOGICAL[cell] ?? cell)

/** Expects unchanged ZIP records except for one worksheet and the styles, which differ only by the new parts. */
function compareParts(before: ZipRecord[], after: ZipRecord[], column: string): void {
  expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name))
  const changed = before.filter(({ record }, i) => !record.equals(after[i]!.record))
  expect(changed.filter(({ name }) => !/\/styles\.xml$|\/worksheets\/[^/]+$/.test(name))).toEqual([])
  expect(changed.length).toBeLessThanOrEqual(2)
  for (const { name, content } of changed) {
    const now = after.find((one) => one.name === name)!.content.toString()
    if (name.endsWith('styles.xml'))
      expect(withoutNewStyles(now, content.toString())).toBe(withoutCounts(content.toString()))
    else expect(withoutColumn(now, column)).toBe(withoutExtent(content.toString()))
  }
}

const withoutExtent = (xml: string): string =>
  xml.replace(/<dimension ref="[^"]*"\/>/, '').replace(/(<row [^>]*?)spans="[^"]*"/g, '$1')

const withoutColumn = (xml: string, column: string): string =>
  withoutExtent(xml)
    .replace(new RegExp(`<c r="${column}\\d+"[^>]*>.*?</c>`, 'g'), '')
    .replace(/<col min="\d+" max="\d+" width="[^"]*" customWidth="1"\/>(?=<\/cols>)/, '')

const withoutCounts = (xml: string): string =>
  xml.replace(/(<(?:numFmts|cellXfs)) count="\d+"/g, '$1').replace(/<numFmts(?:\/>|><\/numFmts>)/, '')

function withoutNewStyles(now: string, before: string): string {
  const known = new Set(before.match(/<numFmt [^>]*>/g))
  const list = /<cellXfs[^>]*>(.*?)<\/cellXfs>/s
  const own = list.exec(before)![1]!
  expect(list.exec(now)![1]!.startsWith(own)).toBe(true)
  return withoutCounts(
    now.replace(list.exec(now)![1]!, own).replace(/<numFmt [^>]*>/g, (one) => (known.has(one) ? one : '')),
  )
}
