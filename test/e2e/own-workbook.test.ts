import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { read } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenedFile } from '#catalogue/catalogue.ts'
import { openFile } from '#catalogue/open.ts'
import { writeBackWorkbook } from '#catalogue/write-back/workbook-file.ts'
import { areCataloguesThere, LISTED, readListed } from '../listed-catalogues.ts'
import { madeUpEuros, madeUpOrder } from '../write-back-orders.ts'
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

const letters = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : letters(Math.floor(column / 26) - 1) + letters(column % 26)

describe.runIf(areCataloguesThere)('CONV-08 · workbooks of other people come back with new prices', () => {
  test.for(workbooks)('$file', async ({ file, format }) => {
    const bytes = readListed(file)
    const first = await opened(bytes, file)
    const before = await officeTables(bytes, format, folder)
    for (const { name: sheet, hasData } of first.sheets ?? []) {
      if (!hasData) continue
      const { table } = await opened(bytes, file, sheet)
      const { order, column } = madeUpOrder(table, 'end')
      const target = { format: first.format, sheet, encoding: undefined }
      const { parts, ...written } = await writeBackWorkbook(bytes, target, order)
      const returned = new Uint8Array(Buffer.concat(parts))
      const isInPlace = first.format === 'xlsx' || first.format === 'xlsm'
      expect(written).toEqual({
        format: isInPlace ? first.format : 'xlsx',
        notes: isInPlace ? [] : ['not-kept'],
      })

      // LibreOffice finds every old cell as it was, and the new ones in one column more.
      const after = await officeTables(returned, written.format, folder)
      expect([...after.keys()]).toEqual([...before.keys()])
      const { cells } = order.columns[0]!
      const again = await opened(returned, `x.${written.format}`, sheet)
      const place = again.table[[...cells.keys()][0] ?? order.headerRow ?? 0]!.length - 1
      for (const [name, all] of before) {
        const rows = all.slice(0, rowsCompared(file, name))
        if (name !== sheet)
          expect(after.get(name)!.slice(0, rows.length).map(trimmed), name).toEqual(rows.map(trimmed))
        else {
          const withoutNew = after
            .get(name)!
            .slice(0, rows.length)
            .map((row, r) => (isNew(r) ? row.slice(0, place) : row))
          expect(withoutNew.map(trimmed)).toEqual(rows.map(trimmed))
          for (const [r] of cells)
            if (r < rows.length) expect(Number(after.get(name)![r]![place])).toBe(Number(madeUpEuros(r)))
        }
      }
      function isNew(row: number): boolean {
        return row === order.headerRow || cells.has(row)
      }

      // So does the product itself, with the right currency, and SheetJS.
      const book = read(returned, { cellNF: true })
      for (const [r] of cells) {
        expect(again.table[r]![place]).toEqual({
          kind: 'number',
          text: plain(madeUpEuros(r)),
          currency: 'EUR',
        })
        expect(again.table[r]![column]).toEqual(table[r]![column])
        expect(book.Sheets[sheet]![letters(place) + (r + 1)]).toMatchObject({
          t: 'n',
          v: Number(madeUpEuros(r)),
        })
      }
      if (isInPlace) compareParts(zipRecords(bytes), zipRecords(returned), letters(place))
    }
  })
})

/** LibreOffice lays pivot tables out anew, over more cells than they had: only what stands above is compared. */
const rowsCompared = (file: string, sheet: string): number | undefined =>
  file === 'formulas.xlsx' && sheet === 'Database' ? 31 : undefined

/** LibreOffice takes logical values of XLS for numbers. */
const LOGICAL: Record<string, string> = { TRUE: '1', FALSE: '0' }

/** Functions, named in the cell before, that give another value each time. */
const VOLATILE = new Set(['NOW', 'TODAY', 'RAND', 'RANDBETWEEN'])

const trimmed = (row: string[]): string[] =>
  VOLATILE.has(row[0] ?? '')
    ? []
    : row.slice(0, row.findLastIndex((cell) => cell !== '') + 1).map((cell) => LOGICAL[cell] ?? cell)
const plain = (amount: string): string => String(Number(amount))

/** Everything but one sheet and the styles is packed as it was; these two are what they were but for what is new. */
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
