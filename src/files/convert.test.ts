import { describe, expect, test } from 'vitest'
import { dbfFile } from '#test/fixtures/catalogues/dbf.ts'
import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { handWrittenBook, sheetXml } from '#test/fixtures/catalogues/hand-written-book.ts'
import { odsBook, row, sheet, textCell } from '#test/fixtures/catalogues/ods-book.ts'
import { bytesOf } from '#test/priced-order.ts'
import { zipRecords } from '#test/zip-records.ts'
import type { AmbiguousReading } from '#pricelist/types.ts'
import type { Placement } from '#writeback/plan.ts'
import { convertList } from './convert.ts'
import { readList } from './read-list.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** The file with new prices from ones in lev, `ambiguous` as they were answered to be. */
async function convertedFile(
  bytes: Bytes,
  fileName: string,
  ambiguous: AmbiguousReading,
  place: Placement = 'after',
): Promise<Bytes> {
  const choices = {
    from: 'BGN',
    to: undefined,
    totals: undefined,
    allIn: undefined,
    sheet: undefined,
    header: undefined,
    name: undefined,
    price: [],
    currency: undefined,
    encoding: undefined,
    delimiter: undefined,
    ambiguous,
  } as const
  const read = await readList(bytes, choices, { open: { fileName }, names: true })
  if (!read.ok) throw new Error(JSON.stringify(read))
  const made = await convertList(read.reading, { place, mixed: undefined })
  if (!made.ok) throw new Error(made.problem.code)
  return bytesOf(made.written)
}

async function convertedText(text: string, fileName: string, ...how: [AmbiguousReading, Placement?]) {
  return new TextDecoder().decode(await convertedFile(encode(text, 'utf-8'), fileName, ...how))
}

const partOf = (bytes: Bytes, end: string): string =>
  zipRecords(Buffer.from(bytes))
    .find(({ name }) => name.endsWith(end))!
    .content.toString()

// 12.5 lev are 6.39 euro, 3.25 lev are 1.66 euro; 12500 lev are 6391.15 euro, 3250 lev are 1661.70 euro.
describe('CONV-08 · prices of which every one has three decimals give their mark to the new ones', () => {
  test('in delimited text, after the price and in its place', async () => {
    const list = 'Име;Цена, лв.\nХляб;12,500\nМляко;3,250\n'
    expect(await convertedText(list, 'a.csv', 'decimal')).toBe(
      'Име;Цена, лв.;Цена, евро\nХляб;12,500;6,39\nМляко;3,250;1,66\n',
    )
    expect(await convertedText(list, 'a.csv', 'decimal', 'replace')).toBe(
      'Име;Цена, евро\nХляб;6,39\nМляко;1,66\n',
    )
    // In a list with commas between its cells, the new amounts are quoted as the prices are.
    expect(await convertedText('Име,"Цена, лв."\nХляб,"12,500"\nМляко,"3,250"\n', 'a.csv', 'decimal')).toBe(
      'Име,"Цена, лв.","Цена, евро"\nХляб,"12,500","6,39"\nМляко,"3,250","1,66"\n',
    )
    expect(await convertedText(list.replaceAll(/(\d),/g, '$1.'), 'a.csv', 'decimal')).toBe(
      'Име;Цена, лв.;Цена, евро\nХляб;12.500;6.39\nМляко;3.250;1.66\n',
    )
  })

  test('thousands tell no decimal mark', async () => {
    expect(await convertedText('Име;Цена, лв.\nХляб;12,500\nМляко;3,250\n', 'a.csv', 'thousands')).toBe(
      'Име;Цена, лв.;Цена, евро\nХляб;12,500;6391.15\nМляко;3,250;1661.70\n',
    )
    // The column decides: prices of whole lev up to 999 have no decimals.
    expect(await convertedText('Име;Цена, лв.\nХляб;12,500\nМляко;325\n', 'a.csv', 'decimal')).toBe(
      'Име;Цена, лв.;Цена, евро\nХляб;12,500;6391.15\nМляко;325;166.17\n',
    )
  })

  test('decimals that cannot be thousands tell it without an answer', async () => {
    // Of the three, 0.125 lev are 0.06 euro, 1234.5 lev 631.19 euro and 12.5 lev 6.39 euro.
    const list = 'Име;Цена, лв.\nВинт;0,125\nХладилник;1234,500\nХляб;12,5000\n'
    expect(await convertedText(list, 'a.csv', 'thousands')).toBe(
      'Име;Цена, лв.;Цена, евро\nВинт;0,125;0,06\nХладилник;1234,500;631,19\nХляб;12,5000;6,39\n',
    )
  })

  test.each([
    ['decimal', '"6,39"', '"1,66"'],
    ['thousands', '"6391.15"', '"1661.70"'],
  ] as const)('in strings of JSON, read as %s', async (ambiguous, first, second) => {
    const items = ['12,500', '3,250'].map((price, n) => ({ title: `Стока ${n}`, price_bgn: price }))
    const written = await convertedText(JSON.stringify(items), 'a.json', ambiguous)
    expect(written).toContain(`"12,500","price_eur":${first}`)
    expect(written).toContain(`"3,250","price_eur":${second}`)
  })

  test.each([
    ['decimal', '6,39', '1,66'],
    ['thousands', '6391.15', '1661.70'],
  ] as const)('in XML, read as %s', async (ambiguous, first, second) => {
    const items = ['12,500', '3,250'].map((price) => `<item><name>а</name><price>${price}</price></item>`)
    const written = await convertedText(`<list>${items.join('')}</list>`, 'a.xml', ambiguous)
    expect(written).toContain(`<price>12,500</price><price_eur>${first}</price_eur>`)
    expect(written).toContain(`<price>3,250</price><price_eur>${second}</price_eur>`)
  })

  test.each([
    ['decimal', ['6,39', '1,66']],
    ['thousands', ['6391.15', '1661.70']],
  ] as const)('in texts of a DBF, read as %s', async (ambiguous, written) => {
    const bytes = dbfFile({
      fields: [
        ['IME', 'C,6'],
        ['CENA_LV', 'C,10'],
      ],
      records: [
        ['Хляб', '12,500'],
        ['Мляко', '3,250'],
      ],
    })
    const text = new TextDecoder('windows-1251').decode(
      await convertedFile(bytes, 'a.dbf', ambiguous, 'replace'),
    )
    expect(text.match(/\d+[.,]\d\d(?!\d)/g)).toEqual(written)
  })

  test.each([
    ['decimal', '6,39 евро/бр', '1,66 евро/бр'],
    ['thousands', '6391.15 евро/бр', '1661.70 евро/бр'],
  ] as const)('in texts of a workbook, read as %s', async (ambiguous, first, second) => {
    const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
    const rows = [
      ['Име', 'Цена'],
      ['Хляб', '12,500 лв./бр'],
      ['Мляко', '3,250 лв./бр'],
    ].map(
      (texts, r) =>
        `<row r="${r + 1}">${texts.map((text, c) => cell(`${'AB'[c]}${r + 1}`, text)).join('')}</row>`,
    )
    const book = handWrittenBook(sheetXml(rows.join('')))
    const written = partOf(await convertedFile(book, 'a.xlsx', ambiguous, 'replace'), 'sheet1.xml')
    expect([written.includes(`>${first}<`), written.includes(`>${second}<`)]).toEqual([true, true])
  })

  test.each([
    ['decimal', '6,39 €', '1,66 €'],
    ['thousands', '6391.15 €', '1661.70 €'],
  ] as const)('in texts of an ODS, read as %s', async (ambiguous, first, second) => {
    const rows = [
      ['Име', 'Цена, лв.'],
      ['Хляб', '12,500'],
      ['Мляко', '3,250'],
    ].map((texts) => row(...texts.map((text) => textCell(text))))
    const bytes = odsBook({ body: sheet(rows.join('')) })
    const written = partOf(await convertedFile(bytes, 'a.ods', ambiguous), 'content.xml')
    expect([written.includes(`<text:p>${first}<`), written.includes(`<text:p>${second}<`)]).toEqual([
      true,
      true,
    ])
  })
})
