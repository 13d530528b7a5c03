import { describe, expect, test } from 'vitest'
import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { bytesOf, orderOf, pricedColumn } from '#test/priced-order.ts'
import { cellText } from '#table/table.ts'
import { openFile } from '../open-file.ts'
import { writeBack } from '../write-back.ts'

const opened = (xml: string) => openFile(encode(xml, 'utf-8'), { fileName: 'feed.xml' })

async function open(xml: string) {
  const result = await opened(xml)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.file
}

const tooWide = { ok: false, error: { code: 'unreadable', reason: 'too-wide' } }

const items = (...records: string[]) => `<list>${records.map((one) => `<item>${one}</item>`).join('')}</list>`

const times = (count: number, of: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => of(i)).join('')

describe('FILE-03 · elements of one name', () => {
  test.each([63, 64])('%i prices with labels of their own have a column each', async (count) => {
    const record = `<name>a</name>${times(count, (i) => `<price type="t${i}">${i + 1}.00</price>`)}`
    const { table } = await open(items(record, record))
    expect(table.at(1)!.map(cellText)).toEqual([
      'a',
      ...Array.from({ length: count }, (_, i) => `${i + 1}.00`),
    ])
  })

  test('65 prices with labels of their own are refused: one would have no column', async () => {
    const record = `<name>a</name>${times(65, (i) => `<price type="t${i}">${i + 1}.00</price>`)}`
    expect(await opened(items(record, record))).toEqual(tooWide)
  })

  test.each([
    ['64 others and a price are refused', 'Цена на едро', tooWide],
    ['65 others are read', 'Размер', { ok: true }],
  ])('of parameters %s', async (_, name, expected) => {
    const params = times(64, (i) => `<param name="Свойство ${i}">x</param>`)
    const record = `<name>a</name><price>5.00</price>${params}<param name="${name}">4.00</param>`
    expect(await opened(items(record, record))).toMatchObject(expected)
  })

  test('a number as label is not the place of another element', async () => {
    const record =
      '<name>a</name><price type="2">5.00</price><price>6.00</price><price type="x">7.00</price><price type="x">8.00</price><price type="x 2">9.00</price>'
    const { table } = await open(items(record, record))
    expect(table.at(1)!.map(cellText)).toEqual(['a', '5.00', '6.00', '7.00', '8.00', '9.00'])
    expect(new Set(table.at(0)!.map(cellText)).size).toBe(6)
  })
})

describe('FILE-03 · texts that name currencies and units', () => {
  test.each([255, 256, 257, 258])(
    'of %i different ones, the last two in lev, each price has its own or none',
    async (count) => {
      const named = (i: number) => (i >= count - 2 ? 'BGN' : `X${i}`)
      const xml = `<list>${times(count, (i) => `<item><name>a</name><price currency="${named(i)}">5.00</price></item>`)}</list>`
      const { table } = await open(xml)
      const texts = Array.from({ length: count }, (_, i) => cellText(table.at(i + 1)![1]))
      // Beyond the first 255 texts '?' stands for any: such a price is left, and never taken for one of another currency.
      const known = new Set(Array.from({ length: count }, (_, i) => named(i)).slice(0, 255))
      expect(texts).toEqual(texts.map((_, i) => `5.00 ${known.has(named(i)) ? named(i) : '?'}`))
    },
  )

  test.each([2000, 2001])('a unit that is first another one in record %i is seen', async (record) => {
    const xml = `<list>${times(record, (i) => `<item><name>a</name><price unit="${i + 1 === record ? 'ст.' : 'лв.'}">500</price></item>`)}</list>`
    const { table } = await open(xml)
    expect(cellText(table.at(0)![1])).toBe('price (лв., ст., ?)')
  })
})

describe('FILE-03 · labels of replaced prices', () => {
  test('a translated label is none that another element has', async () => {
    const record =
      '<field name="name">a</field><field name="price_bgn">12.50</field><field name="price_eur">old</field>'
    const bytes = encode(items(record, record), 'utf-8')
    const result = await openFile(bytes, { fileName: 'feed.xml' })
    if (!result.ok) throw new Error(result.error.code)
    const order = orderOf({ placement: 'replace', columns: [pricedColumn(1, { 1: '12.50', 2: '12.50' })] })
    const text = new TextDecoder().decode(bytesOf(await writeBack(bytes, result.file, order)))
    const now =
      '<field name="name">a</field><field name="price_eur_2">6.39</field><field name="price_eur">old</field>'
    expect(text).toBe(items(now, now))
  })
})

describe('FILE-03 · names of elements', () => {
  test.each([
    [255, true],
    [256, true],
    [257, false],
  ])('%i different ones in a record are read: %s', async (count, isRead) => {
    const record = `<name>a</name><price>5.00</price>${times(count - 2, (i) => `<p${i}>x</p${i}>`)}`
    const result = await opened(items(record, record))
    expect(result.ok ? result.file.table.at(1)!.length : result.error).toEqual(
      isRead ? count : { code: 'other-file', file: { kind: 'xml', format: 'list' } },
    )
  })

  test.each([
    [63, true],
    [64, true],
    [65, false],
  ])('%i levels are read: %s', async (depth, isRead) => {
    const levels = depth - 2
    const record = `<name>a</name><price>5.00</price>${times(levels, () => '<b>')}x${times(levels, () => '</b>')}`
    expect((await opened(items(record, record))).ok).toBe(isRead)
  })
})
