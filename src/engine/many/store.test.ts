import { describe, expect, it } from 'vitest'
import { deleteJob } from '#api/conversions.ts'
import { jobsOf } from '#test/conversion-site.ts'
import { LIST, OTHER, RETURNED, given, manyLists, statesOf } from '#test/many-lists.ts'
import type { KeyValues } from '../storage/key-values.ts'

const { convert, device, options, packed, site, tokens } = manyLists()

/** A device without room for the values of some keys. */
const full =
  (isFull: (key: string) => boolean) =>
  (values: KeyValues): KeyValues => {
    const ifRoom = async (key: string, write: () => Promise<void>) => {
      if (isFull(key)) throw new DOMException('no room', 'QuotaExceededError')
      await write()
    }
    return {
      ...values,
      set: (key, value) => ifRoom(key, () => values.set(key, value)),
      update: (key, ...rest) => ifRoom(key, () => values.update(key, ...rest)),
    }
  }

describe('FILE-07 · several price lists on a device without room', () => {
  it('FILE-07 CONV-11 · are converted and come back; after a reload only their files are asked for', async () => {
    const { open } = device(full((key) => key.startsWith('file.')))
    const session = open()
    await session.open(given({ '1.csv': LIST, '2.csv': OTHER }))
    expect(await convert(session)).toMatchObject({ outcome: 'done', balance: 11 })
    expect((await packed(session)).files[0]).toEqual(['1.csv', RETURNED])
    const after = open()
    await after.start()
    expect(statesOf(after)).toEqual({ '1.csv': 'converted', '2.csv': 'converted' })
    await expect(packed(after)).rejects.toThrow('no archive')
    await after.open(given({ '1.csv': LIST }))
    expect(statesOf(after)).toEqual({ '1.csv': 'converted', '2.csv': 'converted' })
    expect(await packed(after)).toMatchObject({
      files: [['1.csv', RETURNED]],
      left: [{ path: '2.csv', isUnchanged: false }],
    })
    expect(await tokens()).toBe(11)
  })

  it('FILE-07 CONV-11 · are converted where nothing can be saved', async () => {
    const session = device(full(() => true)).open()
    await session.open(given({ '1.csv': LIST, '2.csv': OTHER }))
    expect(await convert(session)).toMatchObject({ outcome: 'done', balance: 11 })
    expect((await packed(session)).files.map(([name]) => name)).toEqual(['1.csv', '2.csv'])
  })
})

describe('FILE-07 · several price lists of which something was deleted', () => {
  it('FILE-07 AUTH-09 · a list whose conversion was deleted is named, and the others come back', async () => {
    const session = device().open()
    await session.open(given({ '1.csv': LIST, '2.csv': OTHER }))
    await convert(session)
    const first = (await jobsOf(site.user)).find(({ filename }) => filename === '1.csv')
    await site.user.call(deleteJob, { params: { id: first!.id } })
    const { files, left } = await packed(session)
    expect(left).toEqual([{ path: '1.csv', isUnchanged: false }])
    expect(files).toEqual([['2.csv', RETURNED.replace('1,95;1,00', '2,95;1,51')]])
  })

  it('FILE-07 AUTH-04 · what another tab has removed is not written again, until it is sent', async () => {
    const { saved, open } = device()
    const session = open()
    await session.open(given({ '1.csv': LIST, '2.csv': OTHER }))
    saved.clear()
    await session.leave(1, true)
    expect(saved.size).toBe(0)
    site.losses = ['response', 'response', 'response']
    expect(await convert(session)).toMatchObject({ outcome: 'unreachable' })
    const after = open()
    await after.start()
    expect(statesOf(after)).toEqual({ '1.csv': 'unknown', '2.csv': 'ready' })
    // Its file was removed, too.
    await after.open(given({ '1.csv': LIST }))
    expect(await after.resume(options())).toMatchObject({ outcome: 'done', balance: 13 })
    expect(await tokens()).toBe(13)
  })
})
