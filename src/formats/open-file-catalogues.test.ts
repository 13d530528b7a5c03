import { convertRow } from '#pricelist/row.ts'
import { areCataloguesThere, LISTED_WITH_ROWS, readListed } from '#test/listed-catalogues.ts'
import { describe, expect, test } from 'vitest'
import type { Columns } from '#pricelist/types.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { openFile } from './open-file.ts'
import { readRows } from '#pricelist/rows/read-rows.ts'

async function read(file: string, defaultCurrency: 'BGN' | 'EUR') {
  const opened = await openFile(readListed(file), { fileName: file })
  if (!opened.ok) return { opened, error: opened.error }
  const detection = detectColumns(opened.file.table)
  const reading = readRows(opened.file.table, { columns: detection.columns, defaultCurrency })
  return { opened, file: opened.file, detection, reading }
}

const titleOf = (all: readonly { title: string }[], columns: Columns, of: 'name' | 'price') =>
  columns[of] === null ? null : all[columns[of]]?.title

/** Sums decimal texts without a fraction ever being a double; the result has no zeros at its end. */
function sum(prices: readonly string[]): string {
  const scale = 10
  const total = prices.reduce((all, price) => {
    const [whole = '', fraction = ''] = price.split('.')
    return all + BigInt(whole + fraction.padEnd(scale, '0'))
  }, 0n)
  const digits = String(total).padStart(scale + 1, '0')
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '')
}

const sumOfCents = (cents: readonly number[]): string => (cents.reduce((a, b) => a + b, 0) / 100).toFixed(2)

describe.runIf(areCataloguesThere)('BULK-05 · real price lists read as they say', () => {
  test.each(LISTED_WITH_ROWS)('$file', async (listed) => {
    const expected = listed.expect
    const inLev = await read(listed.file, 'BGN')
    const inEuro = await read(listed.file, 'EUR')
    if (inLev.file === undefined || inEuro.file === undefined) throw new Error(JSON.stringify(inLev.error))
    const { file, detection, reading } = inLev
    expect(file.format).toBe(listed.format)
    expect(file.warnings).toEqual([])
    if (listed.encoding) expect(file.encoding + (file.hasBom ? ' with BOM' : '')).toBe(listed.encoding)
    if (listed.delimiter) expect(file.delimiter).toBe(listed.delimiter)
    expect(detection.certain).toBe(true)
    if (expected.nameColumn)
      expect(titleOf(detection.all, detection.columns, 'name')).toBe(expected.nameColumn)
    if (expected.priceColumn)
      expect(titleOf(detection.all, detection.columns, 'price')).toBe(expected.priceColumn)
    expect(reading.counts).toMatchObject({
      totalRows: expected.dataRows ?? expected.items,
      validRows: expected.valid,
      invalidRows: expected.invalid,
      emptyRows: expected.empty ?? 0,
    })
    const valid = reading.rows.filter((_, i) => !reading.problems.has(i))
    expect(sum(valid.map(({ price }) => price))).toBe(expected.sumOfPrices)
    const money = (rows: typeof reading.rows) => rows.flatMap((row) => convertRow(row).money ?? [])
    if (expected.sumIfPricesAreBgn_inEur) {
      expect(sumOfCents(money(reading.rows).map(({ euro: eur }) => eur))).toBe(
        expected.sumIfPricesAreBgn_inEur,
      )
    }
    const inBgn = expected.sumIfPricesAreEur_inBgn ?? expected.sumInBgn
    if (inBgn) expect(sumOfCents(money(inEuro.reading.rows).map(({ national: bgn }) => bgn))).toBe(inBgn)
  })

  test.each(LISTED_WITH_ROWS.filter(({ expect: { first } }) => first !== undefined))(
    '$file, the first rows',
    async (listed) => {
      const { reading: inLev } = await read(listed.file, 'BGN')
      const { reading: inEuro } = await read(listed.file, 'EUR')
      // Rows that are no price are not among the first of the list.
      const priced = (reading: typeof inLev) => reading?.rows.filter((_, i) => !reading.problems.has(i)) ?? []
      listed.expect.first?.forEach((first, i) => {
        const row = priced(inLev)[i]
        // A variant has the name of its product (READ-11).
        const name = first.name || listed.expect.first?.slice(0, i).findLast((one) => one.name !== '')?.name
        expect(name?.startsWith(row?.name ?? '?')).toBe(true)
        expect(row?.price).toBe(sum([first.price.replace(',', '.')]))
        expect(convertRow(row ?? {}).money?.euro).toBe(Math.round(Number(first.bgnToEur) * 100))
        expect(convertRow(priced(inEuro)[i] ?? {}).money?.national).toBe(
          Math.round(Number(first.eurToBgn) * 100),
        )
      })
    },
  )

  test('BULK-15 · an encrypted workbook is reported as encrypted', async () => {
    expect((await read('encrypted.xls', 'BGN')).error).toEqual({ code: 'unreadable', reason: 'encrypted' })
  })

  test('BULK-15 · a damaged workbook is read', async () => {
    expect((await read('damaged-but-readable.xls', 'BGN')).reading?.counts.totalRows).toBe(2)
  })

  test('BULK-17 · hidden sheets are marked, and a visible one is read', async () => {
    const { file } = await read('hidden-sheets.xlsx', 'BGN')
    expect(file?.sheet).toBe('Visible')
    expect(file?.sheets?.map(({ hidden }) => hidden)).toEqual([false, true, true])
  })

  test('BULK-08 · formulas give their stored values', async () => {
    const { file } = await read('formulas.xlsx', 'BGN')
    expect([...file!.table].find((row) => row[0] === 'DSUM')?.[1]).toEqual({ kind: 'number', text: '35' })
  })

  test.each(['title-rows-above-header-no-prices.xls', 'state-register-no-prices.xlsx'])(
    'BULK-07 · %s: only a guess',
    async (name) => {
      expect((await read(name, 'BGN')).detection?.certain).toBe(false)
    },
  )
})
