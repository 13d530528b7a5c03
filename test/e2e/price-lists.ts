import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as xlsx from '@e965/xlsx'
import { splitCsv } from './reference.ts'

export type Product = { name: string; price: string }

export type TestPriceList = {
  title: string
  file: { name: string; mimeType: string; buffer: Buffer }
  /** Currency that the prices are in; undefined where the file does not say. */
  currency: 'EUR' | undefined
  products: Product[]
}

const SHARED = resolve(import.meta.dirname, '../../../shared/catalogues')

/** Whether the shared price lists are available; they are not part of the repository. */
export const hasRealPriceLists = existsSync(join(SHARED, 'index.json'))

const fileOf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })

/** The price list of one chain in different formats, with its products as read by an independent parser. */
export function realPriceLists(): TestPriceList[] {
  const read = (name: string) => readFileSync(join(SHARED, name))
  const [header = [], ...rows] = splitCsv(read('grizli-semicolon.csv').toString('utf8'), ';')
  const [name, price] = ['Наименование на продукта', 'Цена на дребно'].map((title) => header.indexOf(title))
  const products = rows.map((row) => ({ name: row[name ?? -1] ?? '', price: row[price ?? -1] ?? '' }))
  const items = JSON.parse(read('grizli.json').toString('utf8')) as Product[]
  const of = (file: string, own = products, currency?: 'EUR'): TestPriceList => ({
    title: file,
    file: fileOf(file, read(file)),
    currency,
    products: own,
  })
  return [
    of('grizli-windows-1251.csv'),
    of('grizli.xlsx'),
    of('grizli.xls'),
    of('grizli.xlsb'),
    of('grizli.json', items, 'EUR'),
  ]
}

const OWN: Product[] = Array.from({ length: 40 }, (_, i) => ({
  name: `Сирене краве № ${i + 1}`,
  price: ((i * 137 + 49) / 100).toFixed(2),
}))

const CP1251 = new Map(
  [...new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, i) => i))].map((c, i) => [
    c,
    i,
  ]),
)

/** Small made-up price lists with the same traits: legacy encoding and decimal comma, workbooks, strict JSON. */
export function madeUpPriceLists(): TestPriceList[] {
  const table = [
    ['Код', 'Наименование', 'Цена на дребно'],
    ...OWN.map(({ name, price }, i) => [`00${i}`, name, Number(price)]),
  ]
  const book = xlsx.utils.book_new()
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(table), 'Цени')
  const workbook = (bookType: 'xlsx' | 'biff8' | 'xlsb') =>
    xlsx.write(book, { type: 'buffer', bookType }) as Buffer
  const lines = table.map((row) => row.map((cell) => String(cell).replace('.', ',')).join(';')).join('\r\n')
  const legacy = Buffer.from([...lines].map((c) => CP1251.get(c) ?? 63))
  const items = OWN.map((product) => ({ ...product, currency: 'EUR' }))
  const of = (file: string, buffer: Buffer, currency?: 'EUR'): TestPriceList => ({
    title: `own ${file}`,
    file: fileOf(file, buffer),
    currency,
    products: OWN,
  })
  return [
    of('ceni-1251.csv', legacy),
    of('ceni.xlsx', workbook('xlsx')),
    of('ceni.xls', workbook('biff8')),
    of('ceni.xlsb', workbook('xlsb')),
    of('ceni.json', Buffer.from(JSON.stringify(items)), 'EUR'),
  ]
}
