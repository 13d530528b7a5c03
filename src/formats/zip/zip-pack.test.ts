import { inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Bytes } from '../bytes/bytes.ts'
import { deflate } from './write.ts'

describe('compression of an entry', () => {
  it('CONV-08 · deflated content inflates to the original', async () => {
    const { parts: packed, size } = await deflate(['Хляб', new TextEncoder().encode(' и сол')])
    expect(inflateRawSync(Buffer.concat(packed)).toString()).toBe('Хляб и сол')
    expect(size).toBe(8 + 1 + 2 + 1 + 6)
  })

  it('CONV-08 · a failure of the compression, and one of the generator, are reported once', async () => {
    const unhandled: unknown[] = []
    const record = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', record)
    const notBytes = { length: 1 } as unknown as Bytes
    await expect(deflate(['a', notBytes])).rejects.toThrow(TypeError)
    await expect(deflate(['a', notBytes, ...Array.from({ length: 100 }, () => 'b')])).rejects.toThrow(
      TypeError,
    )
    function* breaking(): Generator<string> {
      yield 'a'
      throw new RangeError('no more')
    }
    await expect(deflate(breaking())).rejects.toThrow(new RangeError('no more'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    process.off('unhandledRejection', record)
    expect(unhandled).toEqual([])
  })
})
