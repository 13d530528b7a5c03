/** Damaged and hostile files for the tests. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import * as xlsx from '@e965/xlsx'
import type { Upload } from './steps.ts'

const SHARED = resolve(import.meta.dirname, '../../../shared/catalogues')

/** Returns a shared price list, or undefined when it is not available. */
export function realFile(name: string): Upload | undefined {
  const path = resolve(SHARED, name)
  return existsSync(path) ? named(name, readFileSync(path)) : undefined
}

export const named = (name: string, content: Buffer | string): Upload => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
})

/** Three sheets with prices, the last of them hidden. */
export function workbookFile(name = 'sheets.xlsx'): Upload {
  const book = xlsx.utils.book_new()
  const sheet = (title: string, prices: readonly number[]) =>
    xlsx.utils.book_append_sheet(
      book,
      xlsx.utils.aoa_to_sheet([['Име', 'Цена'], ...prices.map((price, i) => [`Стока ${i}`, price])]),
      title,
    )
  sheet('нови', [1.5, 2.5])
  sheet('още', [3, 4, 5, 6])
  sheet('стари', [7.25, 8, 9])
  book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 0 }, { Hidden: 1 }] }
  return named(name, xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer)
}

/** A workbook with a sheet of prices and an empty sheet. */
export function emptySheetFile(): Upload {
  const book = xlsx.utils.book_new()
  xlsx.utils.book_append_sheet(
    book,
    xlsx.utils.aoa_to_sheet([
      ['Име', 'Цена'],
      ['Хляб', 1.95],
      ['Мляко', 3.1],
    ]),
    'цени',
  )
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([]), 'празен')
  return named('half-empty.xlsx', xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer)
}

export type Part = {
  name: string
  content: Buffer
  /** The compressed bytes, when they are not the deflated content. */
  packed?: Buffer
}

/** Writes a valid ZIP archive. */
export function zip(parts: readonly Part[]): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, content, packed = deflateRawSync(content) } of parts) {
    const title = Buffer.from(name)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(crc32(content), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(content.length, 18)
    head.writeUInt16LE(title.length, 22)
    const entry = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, title, packed])
    const tail = Buffer.alloc(12)
    tail.writeUInt32LE(offset, 8)
    const made = Buffer.from([20, 0])
    // The comment's length, disk and attributes follow the two lengths of `head`; all are 0 here.
    central.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02', 'latin1'),
        made,
        head,
        Buffer.alloc(2),
        tail.subarray(0, 12),
        title,
      ]),
    )
    local.push(entry)
    offset += entry.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...local, directory, Buffer.from('PK\x05\x06', 'latin1'), end])
}

/** A workbook whose one sheet unpacks to 200 MB of zeros. */
export const zipBomb = (): Upload =>
  named(
    'bomb.xlsx',
    zip([
      { name: '[Content_Types].xml', content: Buffer.from('<Types/>') },
      { name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(200 * 1024 * 1024) },
    ]),
  )
