import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { zip } from '#test/fixtures/catalogues/zips.ts'
import { crc32 as trueCrc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crc32 } from '../bytes/bytes.ts'
import { readEntryNames, readMimetype } from './entry-names.ts'
import { findEndRecord } from './layout.ts'
import { readZip } from './read.ts'
import { storeZip } from './write.ts'

const MB = 1024 * 1024
const text = new TextEncoder().encode('Хляб;1,20\n'.repeat(5000))

test('the CRC-32 equals that of zlib, also when computed in two parts', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(200), (bytes, cut) => {
      expect(crc32(bytes)).toBe(trueCrc32(bytes))
      expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).toBe(trueCrc32(bytes))
    }),
  )
})

describe('BULK-15 · a ZIP archive is verified before it is read', () => {
  test('a valid archive is extracted, and stored again extracts to the same', async () => {
    const unpacked = await readZip(
      zip([
        { name: 'a.txt', content: text },
        { name: 'б/c.txt', content: new Uint8Array() },
      ]),
    )
    expect(unpacked).toMatchObject({ ok: true, entries: [{ name: 'a.txt' }, { name: 'б/c.txt' }] })
    if (!unpacked.ok) return
    expect(unpacked.entries[0]?.content).toEqual(text)
    expect(await readZip(storeZip(unpacked.entries))).toEqual(unpacked)
  })

  test.each([
    ['an entry that declares 300 MB', { size: 300 * MB }, 'bomb'],
    ['an entry that declares 200 MB', { size: 200 * MB }, 'bomb'],
    ['an entry larger than declared', { size: 10 }, 'bomb'],
    ['an entry smaller than declared', { size: text.length + 1 }, 'broken'],
    ['a wrong CRC', { crc: 1 }, 'broken'],
    ['an unknown method', { method: 12 }, 'broken'],
    ['a password', { flags: 1 }, 'encrypted'],
  ] as const)('%s', async (_, declared, reason) => {
    expect(await readZip(zip([{ name: 'a', content: text, declared }]))).toEqual({ ok: false, reason })
  })

  test('a bomb of gigabytes is detected early', async () => {
    const zeros = new Uint8Array(150 * MB)
    const bomb = zip([{ name: 'a', content: zeros, declared: { size: 1000 } }])
    expect(await readZip(bomb)).toEqual({ ok: false, reason: 'bomb' })
    const three = zip(
      Array.from({ length: 3 }, (_, i) => ({ name: `${i}`, content: zeros.subarray(0, 90 * MB) })),
    )
    expect(await readZip(three)).toEqual({ ok: false, reason: 'bomb' })
  })

  test('three thousand entries, and overlapping entries', async () => {
    const many = zip(Array.from({ length: 3000 }, (_, i) => ({ name: `${i}`, content: text.subarray(0, 1) })))
    expect(await readZip(many)).toEqual({ ok: false, reason: 'bomb' })
    const twice = zip([
      { name: 'a', content: text },
      { name: 'a', content: text },
    ])
    const view = new DataView(twice.buffer)
    const directory = view.getUint32(twice.length - 6, true)
    // Gives the second entry the offset of the first.
    view.setUint32(directory + 46 + 1 + 42, 0, true)
    expect(await readZip(twice)).toEqual({ ok: false, reason: 'bomb' })
  })

  test('a stored entry with a flipped byte is broken', async () => {
    const stored = storeZip([{ name: 'a', content: new TextEncoder().encode('Цена 12,50') }])
    const [bytes] = [stored.slice()]
    const at = Buffer.from(bytes).indexOf('2,50')
    bytes[at] = '9'.charCodeAt(0)
    expect(await readZip(stored)).toMatchObject({ ok: true })
    expect(await readZip(bytes)).toEqual({ ok: false, reason: 'broken' })
  })

  test.each([
    ['is inside another', 0],
    ['begins in another', 40],
  ])('an entry that %s', async (_, beyond) => {
    // The second local header lies in the stored data of the first, and its data ends there or beyond it.
    const inner = Buffer.from(storeZip([{ name: 'b', content: new Uint8Array(60) }])).subarray(0, 31 + 60)
    const outer = storeZip([
      { name: 'a', content: Uint8Array.from(inner.subarray(0, inner.length - beyond)) },
      { name: 'b', content: new Uint8Array(60) },
    ])
    const file = Buffer.from(outer)
    const directory = file.readUInt32LE(file.length - 6)
    const second = file.indexOf(Buffer.from('PK\x01\x02', 'latin1'), directory + 4)
    file.writeUInt32LE(31, second + 42)
    expect(await readZip(Uint8Array.from(file))).toEqual({ ok: false, reason: 'bomb' })
  })

  test('a part with another name in the directory, or missing from its count, is an error', async () => {
    const parts = ['a.xml', 'b.xml'].map((name) => ({ name, content: text }))
    const renamed = zip(parts)
    renamed[renamed.lastIndexOf('b'.charCodeAt(0), renamed.length - 22)] = 'c'.charCodeAt(0)
    expect(await readZip(renamed)).toEqual({ ok: false, reason: 'broken' })
    const fewer = zip(parts)
    fewer[fewer.length - 12] = 1
    expect(await readZip(fewer)).toEqual({ ok: false, reason: 'broken' })
  })

  test('any flipped byte or truncation is found, or changes no content', async () => {
    const good = workbook({
      Лист: [
        ['Име', 'Цена'],
        ['Хляб', 1.2],
      ],
    })
    const unpacked = await readZip(good)
    const whole = unpacked.ok ? unpacked.entries.map(({ content }) => trueCrc32(content)) : []
    expect(whole.length).toBeGreaterThan(3)
    const change = fc.record({
      at: fc.nat(good.length - 1),
      byte: fc.nat(255),
      cut: fc.option(fc.nat(good.length)),
    })
    await fc.assert(
      fc.asyncProperty(change, async ({ at, byte, cut }) => {
        const bytes = good.slice(0, cut ?? good.length)
        bytes[at] = byte
        const read = await readZip(bytes)
        // What is still accepted has the same contents: names and dates have no checksum.
        if (read.ok) expect(read.entries.map(({ content }) => trueCrc32(content))).toEqual(whole)
        else expect(read.reason).toMatch(/^(?:broken|bomb|encrypted)$/)
      }),
      { numRuns: 300 },
    )
  })
})

/** Offsets by PKWARE's APPNOTE: 4.3.7 local header, 4.3.12 central directory header, 4.3.16 end of central directory. */
const FIELDS = {
  local: { method: 8, name: 30 },
  central: { flags: 8, method: 10, packedSize: 20, size: 24, commentLength: 32, offset: 42 },
  end: { onDisk: 8, entries: 10, directory: 16 },
} as const

/** An archive of two deflated entries, with places of its records. */
function archive() {
  const bytes = zip([
    { name: 'a.xml', content: text },
    { name: 'b.xml', content: text },
  ])
  const file = Buffer.from(bytes.buffer)
  const end = bytes.length - 22
  const directory = file.readUInt32LE(end + FIELDS.end.directory)
  return { bytes, file, end, directory, second: directory + 46 + 'a.xml'.length }
}

describe('BULK-15 · each field of an archive that readers may take differently is checked', () => {
  const { local, central, end: ofEnd } = FIELDS
  test.each<[string, (of: ReturnType<typeof archive>) => unknown, string]>([
    ['other entries on this disk', ({ file, end }) => file.writeUInt16LE(1, end + ofEnd.onDisk), 'broken'],
    ['no entries', ({ file, end }) => file.writeUInt32LE(0, end + ofEnd.onDisk), 'broken'],
    [
      'a directory in ZIP64',
      ({ file, end }) => file.writeUInt32LE(0xffffffff, end + ofEnd.directory),
      'broken',
    ],
    [
      'a directory beyond the end',
      ({ file, end }) => file.writeUInt32LE(end - 45, end + ofEnd.directory),
      'broken',
    ],
    [
      'a directory elsewhere',
      ({ file, directory, end }) => file.writeUInt32LE(directory + 1, end + ofEnd.directory),
      'broken',
    ],
    ['another signature of an entry', ({ bytes, second }) => (bytes[second] = 0), 'broken'],
    [
      'a comment over the next entry',
      ({ file, directory }) => file.writeUInt16LE(10, directory + central.commentLength),
      'broken',
    ],
    [
      'a password of the second entry',
      ({ file, second }) => file.writeUInt16LE(1, second + central.flags),
      'encrypted',
    ],
    [
      'a method that is unknown',
      ({ file, directory }) => file.writeUInt16LE(9, directory + central.method),
      'broken',
    ],
    ['two methods', ({ file }) => file.writeUInt16LE(0, local.method), 'broken'],
    [
      'a packed size in ZIP64',
      ({ file, second }) => file.writeUInt32LE(0xffffffff, second + central.packedSize),
      'broken',
    ],
    [
      'a size in ZIP64',
      ({ file, second }) => file.writeUInt32LE(0xffffffff, second + central.size),
      'broken',
    ],
    [
      'data beyond the end',
      ({ bytes, file, second }) => file.writeUInt32LE(bytes.length, second + central.packedSize),
      'broken',
    ],
    [
      'a local header beyond the end',
      ({ bytes, file, second }) => file.writeUInt32LE(bytes.length - 29, second + central.offset),
      'broken',
    ],
    [
      'a place that is no local header',
      ({ file, second }) => file.writeUInt32LE(1, second + central.offset),
      'broken',
    ],
    ['another name in the local header', ({ bytes }) => (bytes[local.name] = 0x7a), 'broken'],
  ])('%s', async (_, change, reason) => {
    const changed = archive()
    change(changed)
    expect(await readZip(changed.bytes)).toEqual({ ok: false, reason })
  })

  test('flags other than that of a password, and a comment of an entry, are read over', async () => {
    const { bytes, file, second } = archive()
    file.writeUInt16LE(0x0808, second + central.flags)
    expect(await readZip(bytes)).toMatchObject({ ok: true, entries: [{ name: 'a.xml' }, { name: 'b.xml' }] })
    const commented = Buffer.concat([file.subarray(0, second), Buffer.from('note'), file.subarray(second)])
    commented.writeUInt16LE(4, second - 'a.xml'.length - 46 + central.commentLength)
    expect(await readZip(new Uint8Array(commented))).toMatchObject({ ok: true, entries: { length: 2 } })
  })

  test.each([
    ['a method that is not known, of data as they are', 'method', 12],
    ['no local header at its place', 'signature', 0],
    ['a place that ends beyond the archive', 'offset', -3],
    ['a place beyond the archive', 'offset', 3],
  ])('%s', async (_, field, value) => {
    const bytes = storeZip([{ name: 'a', content: text }])
    const view = new DataView(bytes.buffer)
    const central = Buffer.from(bytes.buffer).lastIndexOf('PK\x01\x02', 'latin1')
    if (field === 'method') for (const at of [8, central + 10]) view.setUint16(at, value, true)
    else if (field === 'signature') view.setUint32(0, value, true)
    else view.setUint32(central + 42, bytes.length + value, true)
    expect(await readZip(bytes)).toEqual({ ok: false, reason: 'broken' })
  })

  test('names have slashes, whatever program wrote them', async () => {
    const read = await readZip(zip([{ name: 'xl\\a\\b.xml', content: text }]))
    expect(read).toMatchObject({ entries: [{ name: 'xl/a/b.xml' }] })
  })

  test('two thousand entries are read, one more is a bomb', async () => {
    const none = new Uint8Array()
    const many = (count: number) =>
      zip(Array.from({ length: count }, (_, i) => ({ name: `${i}`, content: none })))
    expect(await readZip(many(2000))).toMatchObject({ ok: true, entries: { length: 2000 } })
    expect(await readZip(many(2001))).toEqual({ ok: false, reason: 'bomb' })
  })

  test('the end record is searched behind a comment of up to 65,535 bytes', () => {
    const endAt = (bytes: Uint8Array) =>
      findEndRecord(new DataView(bytes.buffer, bytes.byteOffset, bytes.length))
    const { bytes, end } = archive()
    for (const comment of [1, 65_535])
      expect(endAt(Uint8Array.from([...bytes, ...new Uint8Array(comment)]))).toBe(end)
    expect(endAt(Uint8Array.from([...bytes, ...new Uint8Array(65_536)]))).toBe(-1)
    expect(endAt(bytes.subarray(end))).toBe(0)
    expect(endAt(bytes.subarray(end + 1))).toBe(-1)
    expect(endAt(new Uint8Array())).toBe(-1)
    // The last of two.
    expect(endAt(Uint8Array.from([...bytes, ...bytes.subarray(end)]))).toBe(end + 22)
  })
})

describe('READ-07 · names of an archive that is not unpacked', () => {
  test('with the places of their local headers', () => {
    const { bytes, file, directory } = archive()
    const second = file.readUInt32LE(directory + 46 + 5 + FIELDS.central.offset)
    expect(readEntryNames(bytes)).toEqual([
      { name: 'a.xml', offset: 0 },
      { name: 'b.xml', offset: second },
    ])
  })

  test('behind extra fields and comments, with slashes', () => {
    const { file, second, end, directory } = archive()
    const more = Buffer.concat([file.subarray(0, second), Buffer.from('xxyyy'), file.subarray(second)])
    more.writeUInt16LE(2, second - 5 - 46 + 30)
    more.writeUInt16LE(3, second - 5 - 46 + FIELDS.central.commentLength)
    more[second - 4] = 0x5c
    expect(readEntryNames(new Uint8Array(more))?.map(({ name }) => name)).toEqual(['a/xml', 'b.xml'])
    expect(readEntryNames(new Uint8Array(file.subarray(end)))).toBeUndefined()
    expect(readEntryNames(new Uint8Array(40))).toBeUndefined()
    // Without its end, no other number is the place of the directory.
    const cut = file.subarray(0, end)
    for (let at = 0; at < 30; at++) {
      const marked = new Uint8Array(cut)
      new DataView(marked.buffer).setUint32(at, directory, true)
      expect(readEntryNames(marked)).toBeUndefined()
    }
  })

  test.each([
    [0, [0xe6, 0xa5, 0xad, 0xa8], 'цени'],
    [0, [0xd1, 0x86, 0x65, 0x6e], 'цen'],
    [0x800, [0xe6, 0xa5, 0xad, 0xa8], 'цени'],
  ])('with flags %i the bytes %j are %s', (flags, name, text2) => {
    const bytes = zip([{ name: 'aaaa', content: new Uint8Array(), declared: { flags } }])
    const at = Buffer.from(bytes.buffer).lastIndexOf('aaaa')
    bytes.set(name, at)
    expect(readEntryNames(bytes)?.[0]?.name).toBe(text2)
  })

  test('more than ten thousand, as an archive with a picture for each product has', () => {
    const many = storeZip(
      Array.from({ length: 10_001 }, (_, i) => ({ name: `${i}`, content: new Uint8Array() })),
    )
    expect(readEntryNames(many)?.map(({ name }) => name)).toEqual(
      Array.from({ length: 10_001 }, (_, i) => `${i}`),
    )
  })

  test('the media type is the content of an entry of that name', () => {
    const stored = (...entries: (readonly [string, string])[]) =>
      storeZip(entries.map(([name, content]) => ({ name, content: new TextEncoder().encode(content) })))
    const typeOf = (bytes: Uint8Array) => readMimetype(bytes, readEntryNames(bytes) ?? [])
    expect(typeOf(stored(['a', 'b'], ['mimetype', 'application/x']))).toBe('application/x')
    expect(typeOf(stored(['mimetype', 'y'.repeat(101)]))).toBe('y'.repeat(100))
    expect(typeOf(stored(['a', 'b']))).toBeUndefined()
    // Extra fields of the local header stand before it.
    const file = Buffer.from(stored(['mimetype', 'abc']))
    const more = Buffer.concat([file.subarray(0, 38), Buffer.from('xx'), file.subarray(38)])
    more.writeUInt16LE(2, 28)
    expect(readMimetype(more, [{ name: 'mimetype', offset: 0 }])).toBe('abc')
  })
})

describe('BULK-15 · limits of uncompressed bytes', () => {
  test.each([
    [160 * MB, 'broken'],
    [160 * MB + 1, 'bomb'],
  ] as const)('a stored entry that declares %i bytes is %s', async (size, reason) => {
    const bytes = storeZip([{ name: 'a', content: text }])
    const central = Buffer.from(bytes.buffer).lastIndexOf('PK\x01\x02', 'latin1')
    new DataView(bytes.buffer).setUint32(central + 24, size, true)
    expect(await readZip(bytes)).toEqual({ ok: false, reason })
  })

  test.each([
    [128 * MB, 'broken'],
    [128 * MB + 1, 'bomb'],
  ] as const)('entries that declare 128 MB and %i bytes are %s', async (size, reason) => {
    const bytes = zip([
      { name: 'a', content: text, declared: { size: 128 * MB } },
      { name: 'b', content: text, declared: { size } },
    ])
    expect(await readZip(bytes)).toEqual({ ok: false, reason })
  })
})

describe('FILE-01 · names that are no UTF-8 in spite of their flag', () => {
  const UTF8_FLAG = 0x08
  test.each([
    ['in the central directory only', [false, true]],
    ['in the local header only', [true, false]],
    ['in both headers', [true, true]],
  ])('set %s: the name is that of its code page', async (_, [isInLocal, isInCentral]) => {
    const bytes = Buffer.from(zip([{ name: 'abcd.csv', content: text }]))
    const [local, central] = [bytes.indexOf('PK\x03\x04', 'latin1'), bytes.indexOf('PK\x01\x02', 'latin1')]
    // 'цени' in CP866.
    const name = Buffer.from('e6a5ada8', 'hex')
    name.copy(bytes, local + 30)
    name.copy(bytes, central + 46)
    if (isInLocal) bytes[local + 7]! |= UTF8_FLAG
    if (isInCentral) bytes[central + 9]! |= UTF8_FLAG
    expect(await readZip(new Uint8Array(bytes))).toMatchObject({ ok: true, entries: [{ name: 'цени.csv' }] })
  })
})
