import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { jobsOf } from '#test/conversion-site.ts'
import { zip } from '#test/fixtures/catalogues/zips.ts'
import { AMBIGUOUS, ASKING, LIST, OTHER, bound, given, manyLists, statesOf } from '#test/many-lists.ts'
import type { ManySession } from './session.ts'
import { isAsking, isSent } from './types.ts'

const { convert, device, options, packed, site, tokens } = manyLists()

describe('FILE-07 CONV-01 · equal lists', () => {
  it('FILE-07 CONV-01 · the later one is left out and named; it is charged only where the user takes it', async () => {
    const session = device().open()
    await session.open(given({ '1.csv': LIST, '2.csv': OTHER, 'копие.csv': LIST }))
    const [first, other, copy] = session.snapshot().lists
    expect([first, other].map((list) => [list?.isLeft, list?.sameAs])).toEqual([
      [false, undefined],
      [false, undefined],
    ])
    expect(copy).toMatchObject({ state: 'ready', isLeft: true, sameAs: first?.key })
    await convert(session)
    expect(await tokens()).toBe(11)
    // One that is added later.
    await session.open(given({ 'още.csv': OTHER }))
    expect(session.snapshot().lists[3]).toMatchObject({ isLeft: true, sameAs: other?.key })
    await session.leave(2, false)
    expect(await convert(session)).toMatchObject({ outcome: 'done', balance: 9 })
    expect(await tokens()).toBe(9)
  })

  it('FILE-07 · one that would ask waits for no answer until the user takes it', async () => {
    const session = device().open()
    await session.open(given({ '1.csv': ASKING, '2.csv': ASKING }))
    expect(session.snapshot().lists.map(isAsking)).toEqual([true, false])
    await session.leave(1, false)
    expect(session.snapshot().lists.map(isAsking)).toEqual([true, true])
    await session.answer(0, { column: 2 })
    expect(session.snapshot().lists.map(isSent)).toEqual([true, true])
  })

  it('FILE-07 · in archives are found, too', async () => {
    const archive = zip(['a.csv', 'b.csv'].map((name) => ({ name, content: Buffer.from(LIST) })))
    const session = device().open()
    await session.open(given({ 'p.zip': archive, '1.csv': LIST }))
    expect(session.snapshot().lists.map(isSent)).toEqual([true, false, false])
  })
})

describe('CONV-11 · several price lists are charged once', () => {
  it('FILE-07 CONV-11 · a lost response ends the conversion; going on sends the same list under the same key', async () => {
    const { open } = device()
    const session = open()
    await session.open(given({ '1.csv': LIST, '2.csv': OTHER }))
    site.losses = ['response', 'response', 'response']
    expect(await convert(session)).toMatchObject({ outcome: 'unreachable' })
    expect(Object.values(statesOf(session))).toEqual(['unknown', 'ready'])
    expect(await session.resume(options())).toMatchObject({ outcome: 'done', balance: 13 })
    expect(Object.values(statesOf(session))).toEqual(['converted', 'ready'])
    expect(await convert(session)).toMatchObject({ outcome: 'done', balance: 11 })
    expect(await tokens()).toBe(11)
  })

  it('FILE-07 CONV-11 · after a reload while it was sent only that list is sent again, and the rest when the user goes on', async () => {
    const { open } = device()
    const before = open((work) => ({
      ...bound(work),
      // The page is closed before the response.
      send: async (...args) => {
        await work.send(...args)
        return new Promise<never>(() => undefined)
      },
    }))
    await before.open(given({ '1.csv': LIST, '2.csv': OTHER }))
    void convert(before)
    await expect.poll(tokens).toBe(13)
    const after = open()
    await after.start()
    expect(Object.values(statesOf(after))).toEqual(['unknown', 'ready'])
    expect(await after.resume(options())).toMatchObject({ outcome: 'done', balance: 13 })
    expect(Object.values(statesOf(after))).toEqual(['converted', 'ready'])
    expect(await tokens()).toBe(13)
    await convert(after)
    expect(await tokens()).toBe(11)
    const { files } = await packed(after)
    expect(files.map(([name]) => name)).toEqual(['1.csv', '2.csv'])
  })

  it('FILE-07 CONV-11 · another tab takes over what this one has converted', async () => {
    const { open } = device()
    const [one, other] = [open(), open()]
    await one.open(given({ '1.csv': LIST }))
    await other.start()
    await convert(one)
    expect(await convert(other)).toMatchObject({ outcome: 'done', balance: undefined })
    expect(statesOf(other)).toEqual({ '1.csv': 'converted' })
    expect(await tokens()).toBe(13)
  })

  it('FILE-07 CONV-11 · another user’s lists are not sent again', async () => {
    const { open } = device()
    const before = open()
    await before.open(given({ '1.csv': LIST }))
    site.losses = ['request', 'request', 'request']
    await convert(before)
    const after = open()
    await after.start()
    expect(await after.resume({ ...options(), owner: 'друг@example.bg' })).toMatchObject({
      outcome: 'not-sent',
    })
    expect(await tokens()).toBe(15)
  })

  it('FILE-07 CONV-11 · a file that has changed since it was read is not sent', async () => {
    const { saved, open } = device()
    const before = open()
    await before.open(given({ '1.csv': LIST }))
    for (const key of saved.keys())
      if (key.startsWith('file.')) saved.set(key, new File([LIST, 'Сол;1,00\n'], '1.csv'))
    const after = open()
    await after.start()
    expect(await convert(after)).toMatchObject({ outcome: 'done', balance: undefined })
    expect(after.snapshot().lists[0]).toMatchObject({ state: 'failed', error: { code: 'changed' } })
    expect(await tokens()).toBe(15)
  })

  it('FILE-07 CONV-03 · without tokens it ends at that list, which can be converted later', async () => {
    const session = device().open()
    const rows = Array.from({ length: 14 }, (_, i) => `Стока ${i};${i + 1},00\n`).join('')
    await session.open(given({ '1.csv': LIST, '2.csv': `Име;Цена лв.\n${rows}`, '3.csv': OTHER }))
    expect(await convert(session)).toMatchObject({
      outcome: 'rejected',
      code: 'not_enough_tokens',
      balance: 13,
    })
    expect(Object.values(statesOf(session))).toEqual(['converted', 'ready', 'ready'])
    expect(await tokens()).toBe(13)
  })

  it('FILE-07 · stopped, it ends after the list that is being converted', async () => {
    const session = device().open((work) => ({
      ...bound(work),
      send: (...args) => {
        session.stop()
        return work.send(...args)
      },
    }))
    await session.open(given({ '1.csv': LIST, '2.csv': OTHER }))
    expect(await convert(session)).toMatchObject({ outcome: 'stopped', balance: 13 })
    expect(Object.values(statesOf(session))).toEqual(['converted', 'ready'])
  })
})

describe('FILE-07 CONV-11 · several price lists in two tabs', () => {
  it('FILE-07 CONV-11 · each adds a file: each list has its own conversion, and both are there after a reload', async () => {
    const { open } = device()
    const [one, other] = [open(), open()]
    await one.open(given({ '1.csv': LIST }))
    await other.start()
    await one.open(given({ 'c.csv': OTHER }))
    await other.open(given({ 'd.csv': LIST.replace('1,95', '9,95') }))
    await convert(one)
    expect(await convert(other)).toMatchObject({ outcome: 'done', balance: 9 })
    expect(await tokens()).toBe(9)
    const after = open()
    await after.start()
    expect(statesOf(after)).toEqual({ '1.csv': 'converted', 'c.csv': 'converted', 'd.csv': 'converted' })
    const { files } = await packed(after)
    expect(files.map(([name, text]) => [name, text!.split('\n')[1]])).toEqual([
      ['1.csv', 'Хляб;1,95;1,00'],
      ['d.csv', 'Хляб;9,95;5,09'],
      ['c.csv', 'Хляб;2,95;1,51'],
    ])
  })

  it('FILE-07 CONV-11 · a list with other columns than those that another tab has converted is neither sent nor taken for converted', async () => {
    const { open } = device()
    const [one, other] = [open(), open()]
    await one.open(given({ '1.csv': AMBIGUOUS }))
    await other.start()
    await one.answer(0, { ambiguous: 'decimal' })
    await other.answer(0, { ambiguous: 'thousands' })
    await convert(one)
    expect(await convert(other)).toMatchObject({ outcome: 'done', balance: undefined })
    expect(other.snapshot().lists[0]).toMatchObject({ state: 'converted', reading: { totals: { bgn: 458 } } })
    expect((await jobsOf(site.user)).length).toBe(1)
  })

  it('FILE-07 · the prices of other rows do not come back in a file', async () => {
    const { saved, open } = device()
    const before = open()
    await before.open(given({ '1.csv': LIST, '2.csv': LIST.replace('3,10', '4,10') }))
    await convert(before)
    for (const key of saved.keys()) if (key.startsWith('file.')) saved.set(key, new File([OTHER], '1.csv'))
    const after = open()
    await after.start()
    await expect(packed(after)).rejects.toThrow('no archive')
    expect(after.snapshot().lists[0]?.state).toBe('converted')
  })

  it('FILE-07 CONV-11 · one that was open before opens files with those of the other', async () => {
    const { open } = device()
    const [one, other] = [open(), open()]
    await other.start()
    await one.open(given({ '1.csv': LIST }))
    site.losses = ['response', 'response', 'response']
    await convert(one)
    await other.open(given({ '2.csv': LIST }))
    expect(statesOf(other)).toEqual({ '1.csv': 'unknown', '2.csv': 'ready' })
  })
})

describe('FILE-07 CONV-01 · several price lists are converted as they were confirmed', () => {
  it('FILE-07 CONV-01 · nothing is sent where they have changed since', async () => {
    const session = device().open()
    await session.open(given({ '1.csv': LIST, '2.csv': OTHER, '3.csv': ASKING, '4.csv': ASKING }))
    const confirmed = session.snapshot().lists.filter(isSent)
    await session.leave(0, true)
    expect(await session.convert({ ...options(), lists: confirmed })).toMatchObject({ outcome: 'not-sent' })
    const left = session.snapshot().lists.filter(isSent)
    const answered = session.answer(2, { column: 2 })
    expect(await session.convert({ ...options(), lists: left })).toMatchObject({ outcome: 'not-sent' })
    await answered
    expect(await session.convert({ ...options(), lists: left })).toMatchObject({ outcome: 'not-sent' })
    expect(await tokens()).toBe(15)
  })

  it('FILE-07 CONV-01 · nothing more is sent when another user signs in', async () => {
    const session = device().open((work) => ({
      ...bound(work),
      send: (...args) => {
        session.setOwner('друг@example.bg')
        return work.send(...args)
      },
    }))
    await session.open(given({ '1.csv': LIST, '2.csv': OTHER }))
    expect(await convert(session)).toEqual({ outcome: 'not-sent', balance: undefined })
    expect(Object.values(statesOf(session))).toEqual(['converted', 'ready'])
    expect(await tokens()).toBe(13)
  })

  it('FILE-07 CONV-01 · one that was shown alone and converted there is left out', async () => {
    const { open, history } = device()
    const session = open()
    await session.open(given({ '1.csv': OTHER, '2.csv': LIST }))
    await session.showAlone(1)
    const hash = createHash('sha256').update(LIST).digest('hex')
    await history.saveConverted(hash, site.user.email, '2026-01-01T00:00:00.000Z', 1)
    await session.showAll()
    // Only its first price.
    expect(session.snapshot().lists[1]?.isLeft).toBe(false)
    await session.showAlone(1)
    await history.saveConverted(hash, site.user.email, '2026-01-01T00:00:00.000Z', 2)
    await session.showAll()
    expect(session.snapshot().lists[1]).toMatchObject({ state: 'ready', isLeft: true })
  })
})

describe('FILE-07 CONV-11 · a list without a response', () => {
  /** Two lists, of which the first was charged without a response. */
  async function lost(session: ManySession) {
    await session.open(given({ '1.csv': LIST, '2.csv': OTHER }))
    site.losses = ['response', 'response', 'response']
    await convert(session)
    expect(await tokens()).toBe(13)
  }

  it('FILE-07 CONV-11 · keeps its key where the device has not kept its file, which takes its place when it is given again', async () => {
    const { saved, open } = device()
    await lost(open())
    for (const key of saved.keys()) if (key.startsWith('file.')) saved.delete(key)
    const after = open()
    await after.start()
    await after.resume(options())
    expect(after.snapshot().lists[0]).toMatchObject({ state: 'unknown', error: { code: 'not-kept' } })
    await after.open(given({ '1.csv': LIST, '2.csv': OTHER }))
    expect(statesOf(after)).toEqual({ '1.csv': 'unknown', '2.csv': 'ready' })
    expect(await after.resume(options())).toMatchObject({ outcome: 'done', balance: 13 })
    expect(await tokens()).toBe(13)
  })

  it('FILE-07 CONV-11 · stays without an answer where its file has changed', async () => {
    const { saved, open } = device()
    await lost(open())
    for (const key of saved.keys())
      if (key.startsWith('file.')) saved.set(key, new File([LIST.replace('1,95', '9,95')], '1.csv'))
    const after = open()
    await after.start()
    await after.resume(options())
    expect(after.snapshot().lists[0]).toMatchObject({ state: 'unknown', error: { code: 'changed' } })
    expect(await tokens()).toBe(13)
  })

  it('FILE-07 CONV-11 · is charged once when all are removed and it is added again', async () => {
    const { open } = device()
    const session = open()
    await lost(session)
    await session.clear()
    const after = open()
    await after.open(given({ '1.csv': LIST, 'друг/1.csv': LIST }))
    await after.leave(1, false)
    expect(await convert(after)).toMatchObject({ outcome: 'done', balance: 11 })
    // The second one is another conversion.
    expect((await jobsOf(site.user)).length).toBe(2)
    expect(await tokens()).toBe(11)
  })

  it('FILE-07 CONV-11 · is charged once when another tab removes all while it is sent, and it is added again', async () => {
    const { open } = device()
    const [one, other] = [open(), open()]
    await one.open(given({ '1.csv': LIST }))
    await other.start()
    await lost(one)
    await other.clear()
    const after = open()
    await after.open(given({ '1.csv': LIST }))
    expect(await convert(after)).toMatchObject({ outcome: 'done', balance: 13 })
    expect(await tokens()).toBe(13)
  })

  it('FILE-07 CONV-11 · after signing out while a list is sent the page opens others', async () => {
    const session = device().open((work) => ({
      ...bound(work),
      send: async () => {
        await session.clear()
        throw new Error('ended')
      },
    }))
    await session.open(given({ '1.csv': LIST }))
    await convert(session)
    expect(session.snapshot()).toMatchObject({ phase: 'idle', lists: [] })
    await session.open(given({ '2.csv': LIST }))
    expect(statesOf(session)).toEqual({ '2.csv': 'ready' })
  })
})
