import { constants, crc32, deflateRawSync, gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMs } from '#test/cpu-time.ts'
import { concatBytes } from '../bytes/bytes.ts'
import { gunzip, gzipAs } from './gzip.ts'

const text = (content: string) => new TextEncoder().encode(content)
const plain = (bytes: Uint8Array) => new Uint8Array(bytes)

const CONTENT = 'Име;Цена\nХляб;1,69\n'
const packed = plain(gzipSync(CONTENT))

/** A member with these flags and fields (RFC 1952, 2.3), of 26 November 2023. */
function member(flags: number, fields: readonly (string | number)[]): Uint8Array<ArrayBuffer> {
  const content = text(CONTENT)
  const trailer = new DataView(new ArrayBuffer(8))
  trailer.setUint32(0, crc32(content), true)
  trailer.setUint32(4, content.length, true)
  return concatBytes([
    Uint8Array.from([0x1f, 0x8b, 8, flags, 0x80, 0x5d, 0x63, 0x65, 2, 3]),
    ...fields.map((field) => (typeof field === 'string' ? text(field) : Uint8Array.of(field))),
    plain(deflateRawSync(content)),
    new Uint8Array(trailer.buffer),
  ])
}

/** An extra field of two bytes, which a search for the end of a text would stop in. */
const EXTRA = [2, 0, 0, 1]

describe('FILE-01 · gzip', () => {
  test.each([
    ['no field', 0, [], undefined],
    ['a name', 8, ['цени.csv', 0], 'цени.csv'],
    ['all fields', 0x1f, [...EXTRA, 'a.csv', 0, 'a comment', 0, 1, 2], 'a.csv'],
    ['a comment alone', 0x10, ['b.csv', 0], undefined],
    ['an extra field alone', 4, EXTRA, undefined],
    ['a checksum of the header', 2, [1, 2], undefined],
  ] as const)(
    'with %s is unpacked, and packed again with the same header',
    async (_, flags, fields, name) => {
      const bytes = member(flags, fields)
      const unpacked = await gunzip(bytes, 1000)
      expect(unpacked).toEqual({ ok: true, content: text(CONTENT), ...(name && { name }) })
      const again = concatBytes(await gzipAs(bytes, ['new ', text('content')], true))
      const header =
        10 + concatBytes(fields.map((field) => text(typeof field === 'string' ? field : '.'))).length
      expect(again.subarray(0, header)).toEqual(bytes.subarray(0, header))
      expect(
        gunzipSync(
          flags & 2
            ? concatBytes([Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0]), again.subarray(header)])
            : again,
        ).toString(),
      ).toBe('new content')
    },
  )

  test('a header whose name is of another format goes without it, and keeps the time', async () => {
    const bytes = member(0x1f, [...EXTRA, 'a.xls', 0, 'a comment', 0, 1, 2])
    const again = concatBytes(await gzipAs(bytes, ['new'], false))
    expect([...again.subarray(0, 10)]).toEqual([0x1f, 0x8b, 8, 0, 0x80, 0x5d, 0x63, 0x65, 2, 3])
    expect(gunzipSync(again).toString()).toBe('new')
  })

  test('content of exactly the limit is unpacked, and no more', async () => {
    const { length } = text(CONTENT)
    expect(await gunzip(packed, length)).toMatchObject({ ok: true })
    expect(await gunzip(packed, length - 1)).toEqual({ ok: false, reason: 'too-big' })
  })

  test('several members are one content, with the name of the first one', async () => {
    const members = [member(8, ['a.csv', 0]), packed, member(8, ['b.csv', 0])]
    const bytes = concatBytes(members)
    const content = text(CONTENT.repeat(3))
    expect(gunzipSync(bytes).toString()).toBe(CONTENT.repeat(3))
    expect(await gunzip(bytes, content.length)).toEqual({ ok: true, content, name: 'a.csv' })
    expect(await gunzip(bytes, content.length - 1)).toEqual({ ok: false, reason: 'too-big' })
    const again = concatBytes(await gzipAs(bytes, ['new'], true))
    expect(await gunzip(again, 3)).toEqual({ ok: true, content: text('new'), name: 'a.csv' })
  })

  test('data with the start of a member in them are no second member', async () => {
    const start = String.fromCharCode(0x1f, 0x8b, 8)
    const stored = gzipSync(Buffer.from(start.repeat(3), 'latin1'), { level: 0 })
    expect(stored.includes(Buffer.from(start, 'latin1'), 3)).toBe(true)
    const bytes = concatBytes([plain(stored), packed])
    const both = concatBytes([Uint8Array.from(Buffer.from(start.repeat(3), 'latin1')), text(CONTENT)])
    expect(await gunzip(bytes, 1000)).toEqual({ ok: true, content: both })
    // As many tries as there are places would take the square of the time.
    const many = plain(gzipSync(Buffer.from(start.repeat(100_000), 'latin1'), { level: 0 }))
    expect(await gunzip(many.subarray(0, -1), 1_000_000)).toEqual({ ok: false, reason: 'broken' })
  })

  test('zeros after the last member are left out, as gzip does', async () => {
    for (const members of [[packed], [packed, packed]])
      expect(await gunzip(concatBytes([...members, new Uint8Array(512)]), 1000)).toEqual({
        ok: true,
        content: text(CONTENT.repeat(members.length)),
      })
  })

  test('the work for many members grows with the file', async () => {
    const empty = plain(gzipSync(''))
    const many = concatBytes([packed, ...Array<Uint8Array<ArrayBuffer>>(400_000).fill(empty), packed])
    const started = cpuMs()
    expect(await gunzip(many, 1000)).toEqual({ ok: true, content: text(CONTENT.repeat(2)) })
    expect(cpuMs() - started).toBeLessThan(4000)
  })

  test('members of any content, packed in any way', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            fc.array(fc.constantFrom('Хляб;', '1,69\n', 'a', 'bb', '\0', 'x'.repeat(300)), {
              maxLength: 400,
            }),
            fc.constantFrom(
              { level: 0 },
              { level: 1 },
              { level: 9 },
              { strategy: constants.Z_FIXED },
              { strategy: constants.Z_HUFFMAN_ONLY },
            ),
          ),
          { minLength: 2, maxLength: 4 },
        ),
        async (members) => {
          const bytes = concatBytes(members.map(([words, how]) => plain(gzipSync(words.join(''), how))))
          const content = text(members.map(([words]) => words.join('')).join(''))
          expect(await gunzip(bytes, 1_000_000)).toEqual({ ok: true, content })
          const cut = await gunzip(bytes.subarray(0, -1), 1_000_000)
          expect(cut.ok).toBe(false)
        },
      ),
    )
  })

  test('a second member that is a bomb is not unpacked', async () => {
    const bomb = concatBytes([packed, plain(gzipSync(Buffer.alloc(50_000_000)))])
    expect(await gunzip(bomb, 1_000_000)).toEqual({ ok: false, reason: 'too-big' })
  })

  test('a bomb is not unpacked', async () => {
    const bomb = plain(gzipSync(Buffer.alloc(50_000_000)))
    expect(bomb.length).toBeLessThan(60_000)
    expect(await gunzip(bomb, 1_000_000)).toEqual({ ok: false, reason: 'too-big' })
  })

  test('each byte that is missing at the end is noticed', async () => {
    for (let length = 3; length < packed.length; length++)
      expect(await gunzip(packed.slice(0, length), 1000), String(length)).toEqual({
        ok: false,
        reason: 'broken',
      })
  })

  test('a flipped bit in data, checksum or length is noticed', async () => {
    for (let at = 10; at < packed.length; at++) {
      const flipped = packed.slice()
      flipped[at]! ^= 4
      expect(await gunzip(flipped, 1000), String(at)).toEqual({ ok: false, reason: 'broken' })
    }
  })

  test.each([
    ['a name without an end', member(8, ['a.csv'])],
    ['flags of no known version', member(0x20, [])],
    ['text after its end', concatBytes([packed, text('Сол;0,99\n')])],
    ['zeros and another byte after its end', concatBytes([packed, Uint8Array.of(0, 0, 1)])],
    [
      'a second member whose first byte is damaged',
      concatBytes([packed, Uint8Array.of(0x1e), packed.subarray(1)]),
    ],
    ['something after its end, and another member', concatBytes([packed, text('more'), packed])],
    ['a second member of which only the start is there', concatBytes([packed, packed.subarray(0, 3)])],
    ['a second member that is cut', concatBytes([packed, packed.subarray(0, -1)])],
  ])('%s: it is not read', async (_, bytes) => {
    expect(await gunzip(bytes, 1000)).toEqual({ ok: false, reason: 'broken' })
  })
})
