import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WriteBackPlan } from '#writeback/plan.ts'
import { openFile } from '#formats/open-file.ts'
import { writeBack } from '#formats/write-back.ts'
import {
  flatXml,
  levCell,
  numberCell,
  odsBook,
  row,
  sheet,
  textCell,
} from '../fixtures/catalogues/ods-book.ts'
import { euro, lev, orderFor } from '../fixtures/catalogues/price-orders.ts'
import { formatted, workbook } from '../fixtures/catalogues/workbooks.ts'
import { convertByOffice } from '../system-tool.ts'
import { officeTables } from './office-tables.ts'

let folder = ''
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'levro-made-ods-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Bytes = Uint8Array<ArrayBuffer>
type Flat = 'ods' | 'fods'

async function returned(bytes: Bytes, order: WriteBackPlan, format: Flat): Promise<Bytes> {
  const { parts } = await writeBack(bytes, { format, sheet: 'Цени', table: [], warnings: [] }, order)
  return new Uint8Array(Buffer.concat(parts))
}

const REST = '<table:table-cell table:number-columns-repeated="16380"/>'
const same = row(
  textCell('Мляко'),
  levCell('2.89', ' table:number-columns-repeated="2"'),
  textCell('два<text:s text:c="3"/>реда'),
  REST,
)

/** A merged title, a comment, repeated rows and cells, a filter, a hidden sheet, and the last column and row of a full sheet. */
const CONTENT = {
  body:
    sheet(
      `<table:table-header-rows>${row(textCell('Списък', ' table:number-columns-spanned="4" table:number-rows-spanned="1"').replace('><text', '><office:annotation><text:p>до 31.12</text:p></office:annotation><text'), '<table:covered-table-cell table:number-columns-repeated="3"/>', REST)}` +
        `${row(textCell('Стока'), textCell('Цена, лв.'), textCell('Стара цена, лв.'), textCell('Бележка'), REST)}</table:table-header-rows>` +
        `<table:table-row-group>${row(textCell('Хляб'), levCell('1.69'), levCell('1.80'), textCell('x'), REST)}${same.replace('row>', 'row table:number-rows-repeated="3">')}</table:table-row-group>` +
        row(
          textCell('Сирене'),
          textCell('12,50 лв./кг'),
          numberCell('13'),
          '<table:table-cell office:value-type="date" office:date-value="2026-05-14"><text:p>14.05.26</text:p></table:table-cell>',
          REST,
        ) +
        '<table:table-row table:number-rows-repeated="1048569"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
      {
        columns:
          '<table:table-column/><table:table-column table:number-columns-repeated="2" table:default-cell-style-name="ce1"/><table:table-column table:number-columns-repeated="16381"/>',
      },
    ) +
    sheet(row(textCell('друго'), numberCell('5')), { name: 'Скрит', attributes: ' table:style-name="ta2"' }) +
    '<table:database-ranges><table:database-range table:name="__Anonymous_Sheet_DB__0" table:target-range-address="Цени.A2:Цени.D7" table:display-filter-buttons="true"/></table:database-ranges>',
}

const MADE: readonly (readonly [Flat, Bytes])[] = [
  ['ods', odsBook(CONTENT)],
  [
    'fods',
    new TextEncoder().encode(
      flatXml(CONTENT, '<style:style style:name="Default" style:family="table-cell"/>'),
    ),
  ],
]

const PRICES = {
  2: lev('1.69', '0.86'),
  3: lev('2.89', '1.48'),
  4: lev('2.89', '1.48'),
  5: euro('2.89', '5.65'),
  6: lev('12.50', '6.39'),
}

describe('FILE-04 · LibreOffice opens the returned ODS', () => {
  test.each(MADE)(
    '%s: every old cell of every sheet is as before, and the new ones show their currency',
    async (format, bytes) => {
      const old = await officeTables(bytes, format, folder, 'shown')
      const order = (placement: WriteBackPlan['placement']) =>
        orderFor(
          { 1: PRICES },
          {
            placement,
            headerRow: 1,
            added: [
              { cells: new Map([[0, 'Мед & „кашкавал“']]), prices: new Map([[1, lev('1234.56', '631.22')]]) },
            ],
          },
        )
      const euros = [['Цена, евро'], ['0.86 €'], ['1.48 €'], ['1.48 €'], ['2.89 €'], ['6.39 €'], ['631.22 €']]
      const levs = [
        ['Цена, лв. (BGN)'],
        ['1.69 лв.'],
        ['2.89 лв.'],
        ['2.89 лв.'],
        ['5.65 лв.'],
        ['12.50 лв.'],
        ['1,234.56 лв.'],
      ]
      for (const [placement, at] of [
        ['end', 4],
        ['after', 2],
      ] as const) {
        const now = await officeTables(
          await returned(bytes, order(placement), format),
          format,
          folder,
          'shown',
        )
        expect([...now.keys()]).toEqual([...old.keys()])
        expect(now.get('Скрит')).toEqual(old.get('Скрит'))
        const rows = now.get('Цени')!.map((cells) => [...cells, ...Array<string>(6).fill('')].slice(0, 6))
        const before = old.get('Цени')!
        expect(
          rows.slice(0, 7).map((cells) => [...cells.slice(0, at), ...cells.slice(at + 2)].slice(0, 4)),
        ).toEqual(before.map((cells) => [...cells, '', '', ''].slice(0, 4)))
        expect(rows.slice(1).map((cells) => [cells[at]!])).toEqual(levs)
        expect(rows.slice(1).map((cells) => [cells[at + 1]!])).toEqual(euros)
        expect(rows[7]![0]).toBe('Мед & „кашкавал“')
      }
    },
  )

  test.each(MADE)('%s: replaced prices, and the file that LibreOffice saves of it', async (format, bytes) => {
    const { 5: _, ...prices } = PRICES
    const back = await returned(
      bytes,
      orderFor({ 1: prices }, { placement: 'replace', headerRow: 1 }),
      format,
    )
    const now = (await officeTables(back, format, folder, 'shown')).get('Цени')!
    expect(now.map((cells) => cells[1] ?? '')).toEqual([
      '',
      'Цена, евро',
      '0.86 €',
      '1.48 €',
      '1.48 €',
      '2.89 лв.',
      '6,39 евро/кг',
    ])
    writeFileSync(join(folder, `again.${format}`), back)
    await convertByOffice({ file: join(folder, `again.${format}`), to: 'ods', folder: join(folder, 'saved') })
    const saved = await openFile(new Uint8Array(readFileSync(join(folder, 'saved', 'again.ods'))), {
      fileName: 'a.ods',
    })
    if (!saved.ok) throw new Error(saved.error.code)
    expect(saved.file.table.map((cells) => cells[1])).toEqual([
      undefined,
      'Цена, евро',
      { kind: 'number', text: '0.86', currency: 'EUR' },
      { kind: 'number', text: '1.48', currency: 'EUR' },
      { kind: 'number', text: '1.48', currency: 'EUR' },
      { kind: 'number', text: '2.89', currency: 'BGN' },
      '6,39 евро/кг',
    ])
  })

  test('formulas on every sheet use replaced prices', async () => {
    const sum = (cells: string) =>
      `<table:table-cell table:formula="of:=SUM(${cells})" office:value-type="float" office:value="4.58"><text:p>4,58</text:p></table:table-cell>`
    const bytes = odsBook({
      body:
        sheet(
          row(textCell('Стока'), textCell('Цена')) +
            row(textCell('Хляб'), numberCell('1.69')) +
            row(textCell('Мляко'), numberCell('2.89')) +
            row(textCell('x'), textCell(''), sum('[.B2:.B3]')),
        ) + sheet(row(sum("[$'Цени'.B2:.B3]")), { name: 'Сбор' }),
    })
    const order = orderFor(
      { 1: { 1: lev('1.69', '0.86'), 2: lev('2.89', '1.48') } },
      { placement: 'replace' },
    )
    const now = await officeTables(await returned(bytes, order, 'ods'), 'ods', folder)
    expect([now.get('Цени')![3]![2], now.get('Сбор')]).toEqual(['2.34', [['2.34']]])
  })

  test('an ODS that LibreOffice has made from a workbook with lev in its number formats', async () => {
    const rows = [
      ['Наименование', 'Цена', 'Код'],
      ['Хляб', formatted(1.69, '#,##0.00" лв."'), '001'],
      ['Мляко', formatted(2.89, '#,##0.00\\ [$лв.-402]'), '002'],
      ['Сирене', formatted(12.5, '0.00'), '003'],
    ]
    writeFileSync(join(folder, 'made.xlsx'), workbook({ Цени: rows, Други: [['a', 1]] }))
    await convertByOffice({ file: join(folder, 'made.xlsx'), to: 'ods', folder })
    const bytes = new Uint8Array(readFileSync(join(folder, 'made.ods')))
    const opened = await openFile(bytes, { fileName: 'made.ods' })
    if (!opened.ok) throw new Error(opened.error.code)
    expect([...opened.file.table]).toEqual([
      ['Наименование', 'Цена', 'Код'],
      ['Хляб', { kind: 'number', text: '1.69', currency: 'BGN' }, '001'],
      ['Мляко', { kind: 'number', text: '2.89', currency: 'BGN' }, '002'],
      ['Сирене', { kind: 'number', text: '12.5' }, '003'],
    ])
    const order = orderFor(
      { 1: { 1: lev('1.69', '0.86'), 2: lev('2.89', '1.48'), 3: lev('12.50', '6.39') } },
      { placement: 'after' },
    )
    const old = await officeTables(bytes, 'ods', folder, 'shown')
    const now = await officeTables(await returned(bytes, order, 'ods'), 'ods', folder, 'shown')
    expect(now.get('Други')).toEqual(old.get('Други'))
    expect(now.get('Цени')).toEqual(
      old
        .get('Цени')!
        .map(([name, price, code], r) => [
          name,
          price,
          ['Цена (EUR)', '0.86 €', '1.48 €', '6.39 €'][r],
          code,
        ]),
    )
  })
})
