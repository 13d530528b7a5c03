import { streamedZip } from '#test/fixtures/catalogues/streamed-zip.ts'
import { zip } from '#test/fixtures/catalogues/zips.ts'
import { zipRecords } from '#test/zip-records.ts'
import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { concatBytes } from '../bytes/bytes.ts'
import { readCentralDirectory } from './layout.ts'
import { replaceEntries } from './patch.ts'
import { readZip } from './read.ts'
import { ZipWriter } from './write.ts'

/** General purpose bits (APPNOTE 4.4.4): sizes follow in a data descriptor; the name is UTF-8. */
const DESCRIPTOR = 1 << 3
const UTF8 = 1 << 11

const text = (content: string) => new TextEncoder().encode(content)

async function patched(flags: number, version = 20) {
  const bytes = zip([
    { name: 'а.xml', content: text('old'), declared: { flags } },
    { name: 'b.xml', content: text('other'), declared: { flags } },
  ])
  // Of the first entry, in both of its headers.
  bytes[4] = version
  bytes[Buffer.from(bytes.buffer).indexOf('PK\x01\x02', 0, 'latin1') + 6] = version
  const directory = readCentralDirectory(bytes)
  if (!directory.ok) throw new Error(directory.reason)
  const [first] = directory.entries
  return concatBytes(
    await replaceEntries({ ...directory, bytes }, new Map([[first!, ['new ', text('content')]]])),
  )
}

describe('CONV-08 · a part of a workbook is replaced', () => {
  test('its new content is read, and the other part is unchanged', async () => {
    const bytes = await patched(UTF8)
    expect(zipRecords(bytes).map(({ name, content }) => [name, content.toString()])).toEqual([
      ['а.xml', 'new content'],
      ['b.xml', 'other'],
    ])
    expect(await readZip(bytes)).toMatchObject({ ok: true })
  })

  test('both headers say that the sizes are in them, and keep that the name is UTF-8', async () => {
    const bytes = Buffer.from(await patched(DESCRIPTOR | UTF8))
    const local = bytes.indexOf('PK\x03\x04', 'latin1')
    const central = bytes.indexOf('PK\x01\x02', 'latin1')
    expect([bytes.readUInt16LE(local + 6), bytes.readUInt16LE(central + 8)]).toEqual([UTF8, UTF8])
    const sizes = (at: number) => [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)]
    expect(sizes(local + 18)).toEqual(sizes(central + 20))
    expect(sizes(local + 18)[1]).toBe('new content'.length)
    // That of the part that was not replaced stays.
    const second = bytes.indexOf('PK\x03\x04', local + 4, 'latin1')
    expect(bytes.readUInt16LE(second + 6)).toBe(DESCRIPTOR | UTF8)
  })

  test.each(['one.xml', 'two.xml', 'three.xml'])(
    'the other parts of a streamed archive keep every byte: %s',
    async (replaced) => {
      const parts = { 'one.xml': 'first', 'two.xml': 'second', 'three.xml': 'third' }
      const bytes = streamedZip(parts)
      const directory = readCentralDirectory(bytes)
      if (!directory.ok) throw new Error(directory.reason)
      const entry = directory.entries.find(({ name }) => name === replaced) ?? expect.fail(replaced)
      const written = zipRecords(
        concatBytes(await replaceEntries({ ...directory, bytes }, new Map([[entry, ['new content']]]))),
      )
      expect(Object.fromEntries(written.map(({ name, content }) => [name, content.toString()]))).toEqual({
        ...parts,
        [replaced]: 'new content',
      })
      const others = (records: typeof written) =>
        records.filter(({ name }) => name !== replaced).map(({ record }) => record.toString('hex'))
      expect(others(written)).toEqual(others(zipRecords(bytes)))
    },
  )
})

describe('CONV-08 · everything around a part that is replaced stays', () => {
  /** Two entries with extra fields, bytes before, between and behind them, and the directory in another order. */
  function unusual() {
    const usual = Buffer.from(
      zip([
        { name: 'a.xml', content: text('old') },
        { name: 'b.xml', content: text('other') },
      ]),
    )
    const second = usual.indexOf('PK\x03\x04', 4, 'latin1')
    const directory = usual.indexOf('PK\x01\x02', 0, 'latin1')
    const [first, other] = [usual.subarray(0, second), usual.subarray(second, directory)]
    const withExtra = (local: Buffer) => {
      const own = Buffer.concat([local.subarray(0, 35), Buffer.from('XX\0\0'), local.subarray(35)])
      own.writeUInt16LE(4, 28)
      own.writeUInt16LE(63, 4)
      return own
    }
    const [a, b] = [withExtra(first), withExtra(other)]
    const headers = [
      usual.subarray(directory, directory + 51),
      usual.subarray(directory + 51, directory + 102),
    ]
    headers[0]!.writeUInt32LE(3, 42)
    headers[1]!.writeUInt32LE(3 + a.length + 2, 42)
    for (const header of headers) header.writeUInt16LE(63, 6)
    const body = Buffer.concat([Buffer.from('pre'), a, Buffer.from('--'), b, Buffer.from('++')])
    const end = Buffer.concat([usual.subarray(-22), Buffer.from('comment')])
    end.writeUInt32LE(body.length, 16)
    end.writeUInt16LE(7, 20)
    return new Uint8Array(Buffer.concat([body, headers[1]!, headers[0]!, end]))
  }

  async function replaced(name: string) {
    const bytes = unusual()
    const directory = readCentralDirectory(bytes)
    if (!directory.ok) throw new Error(directory.reason)
    const entry = directory.entries.find((one) => one.name === name)!
    const written = concatBytes(
      await replaceEntries({ ...directory, bytes }, new Map([[entry, [text('new'), ' content']]])),
    )
    return { file: Buffer.from(written), written }
  }

  test.each([
    ['a.xml', 'new content', 'other'],
    ['b.xml', 'old', 'new content'],
  ])('%s: bytes before the first entry, order, comment and the other entry', async (name, first, second) => {
    const { file, written } = await replaced(name)
    expect(zipRecords(written).map((one) => [one.name, one.content.toString()])).toEqual([
      ['a.xml', first],
      ['b.xml', second],
    ])
    expect(await readZip(written)).toMatchObject({
      ok: true,
      entries: [{ name: 'b.xml' }, { name: 'a.xml' }],
    })
    expect(file.subarray(0, 3).toString()).toBe('pre')
    expect(file.subarray(-7).toString()).toBe('comment')
    // What stands behind an entry that stays belongs to it, such as a data descriptor.
    expect([file.includes('--'), file.includes('++')]).toEqual(
      name === 'a.xml' ? [false, true] : [true, false],
    )
    expect(file.indexOf('XX')).toBe(file.lastIndexOf('XX'))
  })

  test('the directory has its length and place, and each version is at least that of deflated entries', async () => {
    const { file } = await replaced('a.xml')
    const directory = file.indexOf('PK\x01\x02', 0, 'latin1')
    const end = file.indexOf('PK\x05\x06', 0, 'latin1')
    expect([file.readUInt32LE(end + 12), file.readUInt32LE(end + 16)]).toEqual([end - directory, directory])
    // 6.3 stays, what is older becomes 2.0 (APPNOTE 4.4.3.2).
    expect(file.readUInt16LE(3 + 4)).toBe(63)
    const old = Buffer.from(await patched(UTF8, 10))
    expect(old.readUInt16LE(4)).toBe(20)
    expect(old.readUInt16LE(8)).toBe(8)
  })
})

describe('CONV-08 · a new archive', () => {
  test('has the fields of APPNOTE 4.3 in each header', async () => {
    const writer = new ZipWriter()
    writer.store('а.txt', ['Хляб', text(' и сол')])
    await writer.deflate('b.txt', ['x'.repeat(1000)])
    const file = Buffer.from(concatBytes(writer.finish()))
    const [one, two] = zipRecords(file)
    expect([one?.name, one?.content.toString(), two?.content.toString()]).toEqual([
      'а.txt',
      'Хляб и сол',
      'x'.repeat(1000),
    ])
    const second = file.indexOf('PK\x03\x04', 4, 'latin1')
    const directory = file.indexOf('PK\x01\x02', 0, 'latin1')
    const end = file.length - 22
    const nameLengths = [6, 5]
    // Version, flags, method, time, date; CRC-32, sizes, lengths of name and extra fields.
    const facts = (at: number) => [
      ...[0, 2, 4, 6, 8].map((offset) => file.readUInt16LE(at + offset)),
      ...[10, 14, 18].map((offset) => file.readUInt32LE(at + offset)),
      ...[22, 24].map((offset) => file.readUInt16LE(at + offset)),
    ]
    const packed = deflateRawSync('x'.repeat(1000)).length
    const stored = text('Хляб и сол')
    const expected = [
      [20, 0x800, 0, 0, 0x21, crc32(stored), stored.length, stored.length, nameLengths[0], 0],
      [20, 0x800, 8, 0, 0x21, crc32('x'.repeat(1000)), packed, 1000, nameLengths[1], 0],
    ]
    expect([facts(4), facts(second + 4)]).toEqual(expected)
    const central = directory + 46 + 6
    expect([facts(directory + 6), facts(central + 6)]).toEqual(expected)
    expect([file.readUInt16LE(directory + 4), file.readUInt32LE(directory + 42)]).toEqual([20, 0])
    expect([file.readUInt16LE(central + 4), file.readUInt32LE(central + 42)]).toEqual([20, second])
    expect(file.subarray(end).toString('hex')).toBe(
      Buffer.concat([
        Buffer.from('PK\x05\x06\0\0\0\0\x02\0\x02\0', 'latin1'),
        Buffer.from(Uint32Array.of(end - directory, directory).buffer),
        Buffer.alloc(2),
      ]).toString('hex'),
    )
  })
})
