import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { zip } from '#test/fixtures/catalogues/zips.ts'
import { crc32 as trueCrc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crc32 } from '../bytes/bytes.ts'
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
