import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { codec, webCodec } from './codec.ts'

const CONTENT = new TextEncoder().encode(
  Array.from({ length: 60_000 }, (_, i) => `Стока ${i};${i * 7919}\n`).join(''),
)
const PACKED = new Uint8Array(deflateRawSync(CONTENT))

async function inflated(from: typeof codec, data: Uint8Array<ArrayBuffer>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of from.inflate(data)) pieces.push(piece.slice())
  return Buffer.concat(pieces)
}

describe.each([
  ['the platform', codec],
  ['a browser', webCodec],
])('BULK-15 · data of an archive by the means of %s', (_, own) => {
  test('are inflated, also when only the beginning is wanted', async () => {
    expect((await inflated(own, PACKED)).equals(CONTENT)).toBe(true)
    for await (const piece of own.inflate(PACKED)) {
      expect(Buffer.from(CONTENT).subarray(0, piece.length).equals(piece)).toBe(true)
      break
    }
  })

  test('are damaged when they end early, are followed by something else, or a wrong byte', async () => {
    const wrong = PACKED.slice()
    wrong.fill(0xff, 1000, 1100)
    for (const data of [PACKED.slice(0, -10), Uint8Array.of(1), wrong])
      await expect(inflated(own, data)).rejects.toThrow(Error)
    await expect(inflated(own, new Uint8Array(Buffer.concat([PACKED, Buffer.from('rest')])))).rejects.toThrow(
      Error,
    )
  })

  test('are deflated, in memory that is used again once the next piece was taken', async () => {
    const deflater = own.deflater()
    const memories = [new Uint8Array(100_000), new Uint8Array(100_000)]
    for (let at = 0, i = 0; at < CONTENT.length; at += 100_000, i++) {
      const piece = CONTENT.subarray(at, at + 100_000)
      const memory = memories[i % 2]!
      memory.set(piece)
      await deflater.write(memory.subarray(0, piece.length))
    }
    expect(inflateRawSync(Buffer.concat(await deflater.finish())).equals(CONTENT)).toBe(true)
  })

  test('have the CRC-32 of zlib', () => {
    expect(own.crc32(CONTENT, own.crc32(PACKED))).toBe(codec.crc32(CONTENT, codec.crc32(PACKED)))
  })
})
