import { CFB } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { oleBook } from '#test/fixtures/catalogues/biff-book.ts'
import { OleContainer } from './ole-container.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A container with these streams, written by SheetJS. */
function written(streams: Readonly<Record<string, Uint8Array>>): Bytes {
  const container = CFB.utils.cfb_new()
  for (const [path, content] of Object.entries(streams))
    CFB.utils.cfb_add(container, path, Buffer.from(content))
  return Uint8Array.from(CFB.write(container, { type: 'buffer' }) as Buffer)
}

const content = (length: number): Bytes => Uint8Array.from({ length }, (_, i) => (i * 7 + (i >> 9)) % 251)

const streamOf = (bytes: Bytes, name = 'workbook') => OleContainer.open(bytes)?.stream(name)

/** A container of sectors of 4,096 bytes (version 4): header, FAT, directory, and the stream in the given order. */
function ofLargeSectors(stream: Bytes, order: readonly number[]): Bytes {
  const file = Buffer.alloc(4096 * (3 + order.length))
  file.write('d0cf11e0a1b11ae1', 0, 'hex')
  file.write('3e000400feff0c000600', 24, 'hex')
  // MS-CFB 2.2: version 4 counts the sectors of its directory.
  for (const [at, value] of [
    [40, 1],
    [44, 1],
    [48, 1],
    [56, 4096],
    [60, 0xfffffffe],
    [68, 0xfffffffe],
  ] as const)
    file.writeUInt32LE(value, at)
  file.fill(0xff, 76, 512)
  file.writeUInt32LE(0, 76)
  const fat = 4096
  file.fill(0xff, fat, fat + 4096)
  file.writeUInt32LE(0xfffffffd, fat)
  file.writeUInt32LE(0xfffffffe, fat + 4)
  const sector = (i: number) => 2 + order[i]!
  order.forEach((_, i) => {
    file.writeUInt32LE(i + 1 < order.length ? sector(i + 1) : 0xfffffffe, fat + 4 * sector(i))
    file.set(stream.subarray(4096 * i, 4096 * (i + 1)), 4096 * (1 + sector(i)))
  })
  const entry = (at: number, name: string, type: number, child: number, start: number, size: number) => {
    file.write(name, at, 'utf16le')
    file.writeUInt16LE(2 * (name.length + 1), at + 64)
    file.writeUInt8(type, at + 66)
    for (const side of [68, 72]) file.writeUInt32LE(0xffffffff, at + side)
    file.writeUInt32LE(child, at + 76)
    file.writeUInt32LE(start, at + 116)
    file.writeUInt32LE(size, at + 120)
  }
  entry(8192, 'Root Entry', 5, 1, 0xfffffffe, 0)
  entry(8192 + 128, 'Workbook', 2, 0xffffffff, sector(0), stream.length)
  return new Uint8Array(file)
}

describe('BULK-02 · the streams of an OLE container', () => {
  test.each([4096, 4097, 5000, 65_536, 70_001])('of %i bytes', (length) => {
    expect(streamOf(written({ '/Workbook': content(length) }))).toEqual(content(length))
  })

  test.each([1, 2])('whose table is listed behind the header, in sector %i of that list', (count) => {
    // MS-CFB 2.5: 127 numbers of sectors of the table, and the next sector of the list.
    const whole = oleBook(Buffer.from(content(5000)))
    const [free, sectors] = [0xffffffff, whole.length / 512 - 1]
    const file = Buffer.concat([whole, Buffer.alloc(512 * count, 0xff)])
    file.writeUInt32LE(free, 76)
    file.writeUInt32LE(sectors, 68)
    file.writeUInt32LE(count, 72)
    for (let i = 1; i < count; i++) file.writeUInt32LE(sectors + i, whole.length + 512 * i - 4)
    file.writeUInt32LE(0, whole.length + 512 * (count - 1))
    expect(streamOf(new Uint8Array(file))).toEqual(content(5000))
  })

  test('of more than 7 MB, so that the header has no room for all sectors of the table', () => {
    // MS-CFB 2.2 and 2.5: 109 numbers in the header, the others in a sector of its own. The stream is first in the file, and its
    // first bytes are the number of a sector: no number after those of the header is of the list.
    const count = 14_000
    const [directory, table] = [count, count + 1]
    const tables = Math.ceil((count + 1) / 128) + 1
    const list = table + tables
    const file = Buffer.alloc((list + 2) * 512, 0xff)
    const place = (sector: number) => (sector + 1) * 512
    const stream = content(count * 512)
    stream.set([directory & 255, directory >> 8, 0, 0])
    file.set(stream, place(0))
    const small = oleBook(Buffer.from(content(5000)))
    file.set(small.subarray(0, 512))
    // Of the small container: header, table and directory.
    file.set(small.subarray(1024, 1536), place(directory))
    file.writeUInt32LE(0, place(directory) + 128 + 116)
    file.writeUInt32LE(stream.length, place(directory) + 128 + 120)
    file.writeUInt32LE(directory, 48)
    file.writeUInt32LE(list, 68)
    for (let i = 0; i < tables; i++)
      file.writeUInt32LE(table + i, i < 109 ? 76 + 4 * i : place(list) + 4 * (i - 109))
    for (let i = 0; i + 1 < count; i++) file.writeUInt32LE(i + 1, place(table) + 4 * i)
    expect(streamOf(new Uint8Array(file))?.length).toBe(stream.length)
    expect(Buffer.compare(streamOf(new Uint8Array(file))!, stream)).toBe(0)
  })

  test('in sectors of 4,096 bytes, in any order', () => {
    for (const order of [
      [0, 1, 2],
      [2, 0, 1],
      [1, 2, 0],
    ])
      expect(streamOf(ofLargeSectors(content(10_000), order))).toEqual(content(10_000))
  })

  test('have names without case, and only those of the root are read', () => {
    const bytes = written({
      '/WorkBook': content(5000),
      '/Book': content(4500),
      '/Folder/Inner': content(4200),
    })
    const container = OleContainer.open(bytes)!
    expect(container.entries.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['workbook', 'book', 'folder']),
    )
    expect(container.entries.map(({ name }) => name)).not.toContain('inner')
    expect(container.stream('book')).toEqual(content(4500))
    for (const name of ['inner', 'folder', 'none', 'WorkBook']) expect(container.stream(name)).toBeUndefined()
  })

  test('of fewer than 4,096 bytes are in another place, which is not read', () => {
    expect(streamOf(written({ '/Workbook': content(4095) }))).toBeUndefined()
  })

  test('that are cut off are not read', () => {
    const whole = oleBook(Buffer.from(content(5000)))
    expect(streamOf(whole)).toEqual(content(5000))
    expect(streamOf(whole.slice(0, -513))).toBeUndefined()
  })
})

describe('BULK-15 · a damaged OLE container', () => {
  const whole = () => oleBook(Buffer.from(content(5000)))
  const changed = (at: number, ...bytes: number[]): Bytes => {
    const copy = whole()
    copy.set(bytes, at)
    return copy
  }

  // MS-CFB 2.2: fields of the header that have one value.
  test.each([
    ['signature', 7, 0],
    ['version', 26, 4],
    ['size of a small sector', 32, 7],
    ['reserved bytes', 34, 1],
    ['more reserved bytes', 36, 1],
    ['number of directory sectors', 40, 1],
    ['length from which a stream has sectors of its own', 56, 1],
  ])('gives no stream where its %s is another', (_, at, byte) => {
    const container = OleContainer.open(changed(at, byte))
    expect(container?.entries.map(({ name }) => name)).toEqual(['workbook'])
    expect(container?.stream('workbook')).toBeUndefined()
  })

  test.each([8, 10, 11, 13, 0])('is none with sectors of 2 to the power of %i', (shift) => {
    expect(OleContainer.open(changed(30, shift))).toBeUndefined()
  })

  test('is none without a directory, or shorter than its header', () => {
    expect(OleContainer.open(changed(48, 0xff, 0xff, 0xff, 0xff))).toBeUndefined()
    for (const length of [0, 31, 32, 511, 512, 513])
      expect(OleContainer.open(whole().slice(0, length))).toBeUndefined()
  })

  test('with a stream of another size or type gives none', () => {
    const entry = 2 * 512 + 128
    expect(streamOf(changed(entry + 122, 0xff))).toBeUndefined()
    expect(streamOf(changed(entry + 66, 1))).toBeUndefined()
    // In the middle of its last sector more bytes than it has are asked for.
    expect(streamOf(changed(entry + 120, 0x00, 0x16))).toBeUndefined()
  })

  test('whose entries name each other is read once', () => {
    const entry = 2 * 512 + 128
    const names = (bytes: Bytes) => OleContainer.open(bytes)?.entries.map(({ name }) => name)
    expect(names(changed(entry + 68, 1, 0, 0, 0))).toEqual(['workbook'])
    expect(names(changed(entry + 68, 0, 0, 0, 0))).toEqual(['workbook', 'root entry'])
    expect(names(changed(entry + 72, 99, 0, 0, 0))).toEqual(['workbook'])
    // A length of the name beyond its field, and one of nothing.
    expect(names(changed(entry + 64, 0xff, 0))?.[0]?.startsWith('workbook')).toBe(true)
    expect(names(changed(entry + 64, 0, 0))).toEqual([''])
  })
})
