import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { zip } from '#test/fixtures/catalogues/zips.ts'
import { conversionSite, jobsOf } from '#test/conversion-site.ts'
import { memoryDevice, memoryValues } from '#test/device-records.ts'
import { zipRecords } from '#test/zip-records.ts'
import { ListWork } from './lists.ts'
import { ManySession, isAsking, isSent } from './session.ts'
import { ManyStore } from './store.ts'
import type { GivenFile, ManyWork } from './types.ts'

const LIST = 'Име;Цена лв.\nХляб;1,95\nЧай;3,10\n'
// By 1.95583: 1.00 and 1.59 euro.
const RETURNED = 'Име;Цена лв.;Цена евро\nХляб;1,95;1,00\nЧай;3,10;1,59\n'
/** Another list: 1.51 and 1.59 euro. */
const OTHER = LIST.replace('1,95', '2,95')
const SHORT = 'Име;Цена лв.\nСол;1,00\n'
/** Two columns may be the price. */
const ASKING = 'Име;Цена;Цена\nХляб;1,95;2,95\nЧай;3,10;4,10\n'
/** 1.690 can be 1.69 or 1690. */
const AMBIGUOUS = 'Име;Цена лв.\nХляб;1.690\nМляко;2.890\n'

const site = conversionSite()

const given = (files: Readonly<Record<string, string | Uint8Array>>): GivenFile[] =>
  Object.entries(files).map(([path, content]) => ({
    path,
    file: new File([content as Uint8Array<ArrayBuffer>], path.slice(path.lastIndexOf('/') + 1)),
  }))

/** A device, on which pages are opened and closed. */
function device() {
  const saved = new Map<string, unknown>()
  const { history } = memoryDevice()
  const open = (change: (work: ListWork) => ManyWork = (work) => work) => {
    const session = new ManySession(change(new ListWork(history)), new ManyStore(memoryValues(saved)))
    session.setOwner(site.user.email)
    return session
  }
  return { saved, open, history }
}

const statesOf = (session: ManySession) =>
  Object.fromEntries(session.snapshot().lists.map(({ path, state }) => [path, state]))
const options = () => ({ owner: site.user.email, headers: site.headersOf(site.user) })
/** Confirms what is shown. */
const convert = (session: ManySession) =>
  session.convert({ ...options(), lists: session.snapshot().lists.filter(isSent) })
const tokens = async () => 15 - (await jobsOf(site.user)).reduce((sum, { tokenCost }) => sum + tokenCost, 0)

async function packed(session: ManySession) {
  const made = await session.pack('after', 'bg', site.headersOf(site.user))
  if (!made) throw new Error('no archive')
  const bytes = Buffer.from(await made.file.arrayBuffer())
  return {
    bytes,
    left: made.left,
    files: zipRecords(bytes).map(({ name, content }) => [name, content.toString()]),
  }
}

describe('several price lists', () => {
  it('FILE-07 · are read with their prices; what cannot be read and what asks leave the others alone', async () => {
    const session = device().open()
    await session.open(
      given({
        'магазини/изток.csv': LIST,
        'магазини/запад.csv': ASKING,
        'магазини/снимка.png': 'png',
        'магазини/оферта.pdf': '%PDF-1.7\n%âãÏÓ\n1 0 obj',
        'магазини/празен.csv': '',
      }),
    )
    expect(statesOf(session)).toEqual({
      'магазини/изток.csv': 'ready',
      'магазини/запад.csv': 'asks',
      'магазини/оферта.pdf': 'failed',
      'магазини/празен.csv': 'failed',
    })
    const [east, west, offer] = session.snapshot().lists
    expect(east?.reading).toMatchObject({
      counts: { validRows: 2 },
      totals: { bgn: 505, eur: 259 },
      currency: 'BGN',
      isAssumed: false,
      prices: ['Цена лв.'],
    })
    expect(west?.reading?.questions).toMatchObject([{ what: 'column', question: 'equal-prices' }])
    expect(offer?.error).toMatchObject({ file: { kind: 'pdf' } })
  })

  it('FILE-07 CONV-03 · are converted together, one job a list, and come back in one archive with their folders', async () => {
    const session = device().open()
    await session.open(
      given({
        'а/изток.csv': LIST,
        'а/б/запад.csv': OTHER,
        'а/пита.csv': ASKING,
        'а/счупен.xlsx': 'PK\u0003\u0004',
      }),
    )
    expect(await convert(session)).toEqual({ outcome: 'done', balance: 11 })
    const jobs = await jobsOf(site.user)
    expect(jobs.map(({ filename, tokenCost }) => [filename, tokenCost])).toEqual([
      ['запад.csv', 2],
      ['изток.csv', 2],
    ])
    const { bytes, files, left } = await packed(session)
    expect(left).toEqual([])
    expect(files).toEqual([
      ['а/изток.csv', RETURNED],
      ['а/б/запад.csv', RETURNED.replace('1,95;1,00', '2,95;1,51')],
    ])
    // Another program reads it.
    const names = execFileSync(
      'python3',
      [
        '-c',
        'import sys,io,zipfile;z=zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()));print(z.testzip());print("|".join(z.namelist()))',
      ],
      { input: bytes, env: { PYTHONIOENCODING: 'utf-8' } },
    )
    expect(names.toString()).toBe('None\nа/изток.csv|а/б/запад.csv\n')
  })

  it('FILE-07 · an answer about columns holds for all lists of the same form, and others have their own', async () => {
    const session = device().open()
    await session.open(
      given({ '1.csv': ASKING, '2.csv': ASKING.replace('1,95', '9,95'), '3.csv': AMBIGUOUS }),
    )
    expect(Object.values(statesOf(session))).toEqual(['asks', 'asks', 'asks'])
    await session.answer(0, { column: 2 })
    expect(Object.values(statesOf(session))).toEqual(['ready', 'ready', 'asks'])
    expect(session.snapshot().lists[1]?.reading?.totals.bgn).toBe(705)
    await session.answer(2, { ambiguous: 'decimal' })
    expect(session.snapshot().lists[2]).toMatchObject({ state: 'ready', reading: { totals: { bgn: 458 } } })
    await convert(session)
    const { files } = await packed(session)
    expect(files.map(([, text]) => text!.split('\n')[1])).toEqual([
      'Хляб;1,95;2,95;1,51',
      'Хляб;9,95;2,95;1,51',
      'Хляб;1.690;0.86',
    ])
  })

  it('FILE-07 · those of an archive come back in it, with everything else byte for byte', async () => {
    const entries = {
      'договор.pdf': '%PDF-1.7\n1 0 obj',
      'а/изток.csv': LIST,
      'лого.png': 'png',
      'а/пита.csv': ASKING,
    }
    const archive = zip(
      Object.entries(entries).map(([name, content]) => ({ name, content: Buffer.from(content) })),
    )
    const session = device().open()
    await session.open(given({ 'архив.zip': archive }))
    expect(statesOf(session)).toEqual({ 'архив.zip/а/изток.csv': 'ready', 'архив.zip/а/пита.csv': 'asks' })
    expect(session.snapshot().others).toEqual(['архив.zip/договор.pdf'])
    await convert(session)
    const { files } = await packed(session)
    expect(Object.fromEntries(files)).toEqual({ ...entries, 'а/изток.csv': RETURNED })
    expect(files.map(([name]) => name)).toEqual(Object.keys(entries))
  })

  it('FILE-07 · two files of one name keep both, and a list that becomes XLSX does not take the name of another', async () => {
    const session = device().open()
    const table = '<table><tr><td>Име</td><td>Цена лв.</td></tr><tr><td>Хляб</td><td>1,95</td></tr></table>'
    await session.open([
      ...given({ 'a.csv': LIST }),
      ...given({ 'a.csv': OTHER, 'b.html': table, 'b.xlsx': 'PK\u0003\u0004' }),
    ])
    await convert(session)
    const { files } = await packed(session)
    expect(files.map(([name]) => name)).toEqual(['a.csv', 'a (2).csv', 'b.html.xlsx'])
  })

  it('FILE-07 · more lists than can be read together are not opened', async () => {
    const session = device().open()
    const files = Array.from({ length: 1001 }, (_, i) => ({
      path: `${i}.csv`,
      file: new File([LIST], `${i}.csv`),
    }))
    expect(await session.open(files)).toBe('too-many')
    expect(session.snapshot()).toMatchObject({ phase: 'idle', lists: [] })
  })

  it('FILE-07 · a list that was converted before is left out until the user wants it', async () => {
    const { open } = device()
    const session = open()
    await session.open(given({ '1.csv': LIST }))
    await convert(session)
    await session.clear()
    await session.open(given({ 'същият.csv': LIST }))
    expect(session.snapshot().lists[0]).toMatchObject({
      state: 'ready',
      isLeft: true,
      reading: { convertedAt: expect.any(String) },
    })
    expect(await convert(session)).toMatchObject({ outcome: 'not-sent', balance: undefined })
    await session.leave(0, false)
    expect(await convert(session)).toMatchObject({ outcome: 'done', balance: 11 })
  })
})

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
    await session.open(given({ '1.csv': LIST, '2.csv': LIST }))
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

describe('FILE-07 · a list that is shown alone', () => {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')

  it('FILE-07 · keeps the answers that were given there, and not those about another file', async () => {
    const session = device().open()
    await session.open(given({ '1.csv': AMBIGUOUS, '2.csv': LIST }))
    const before = session.snapshot().lists[0]!.reading!.how
    const how = { ...before, rows: { ...before.rows, ambiguous: 'decimal' as const } }
    await session.showAlone(0)
    await session.showAll({ how, hash: hash(LIST), headers: {} })
    expect(session.snapshot().lists[0]?.state).toBe('asks')
    await session.showAlone(0)
    await session.showAll({ how, hash: hash(AMBIGUOUS), headers: {} })
    expect(session.snapshot().lists[0]).toMatchObject({ state: 'ready', reading: { totals: { bgn: 458 } } })
    await session.showAlone(0)
    await session.showAll()
    expect(session.snapshot().lists[0]).toMatchObject({ state: 'ready', reading: { totals: { bgn: 458 } } })
  })

  it('FILE-07 · is converted with the others once it was judged', async () => {
    const session = device().open()
    await session.open(given({ '1.csv': 'Име;Цена лв.\nПлик;0,005\nХляб;1,95\n' }))
    expect(session.snapshot().lists[0]).toMatchObject({
      state: 'asks',
      reading: { questions: [{ what: 'review', why: 'zero' }] },
    })
    await session.showAlone(0)
    await session.showAll()
    expect(session.snapshot().lists[0]).toMatchObject({ state: 'asks', isSeen: true })
    await session.answer(0, { reviewed: true })
    expect(await convert(session)).toMatchObject({ outcome: 'done', balance: 13 })
    expect((await packed(session)).files[0]?.[1]).toContain('Хляб;1,95;1,00')
  })

  it('FILE-07 CONV-11 · is as converted where the conversion is one of its rows, and comes back with the others', async () => {
    const { open } = device()
    const [one, other] = [open(), device().open()]
    await other.open(given({ '1.csv': LIST }))
    await convert(other)
    const { job } = other.snapshot().lists[0]!
    await one.open(given({ '1.csv': LIST, '2.csv': OTHER }))
    const { headers } = options()
    await one.showAlone(1)
    await one.showAll({ job, headers })
    await one.showAlone(0)
    await one.showAll({ job, headers })
    expect(statesOf(one)).toEqual({ '1.csv': 'converted', '2.csv': 'ready' })
    expect(one.snapshot().owner).toBe(site.user.email)
    expect((await packed(one)).files).toEqual([['1.csv', RETURNED]])
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

describe('FILE-07 · several price lists are not lost', () => {
  it('FILE-07 · before any are open nothing is saved, and too many leave none', async () => {
    const { saved, open } = device()
    const session = open()
    await session.showAll()
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`${i}.csv`, LIST]))
    expect(await session.open(given(many))).toBe('too-many')
    expect(saved.size).toBe(0)
    const after = open()
    await after.start()
    expect(after.snapshot().phase).toBe('idle')
  })

  it('FILE-07 · cancelling ends only the reading of what is being added', async () => {
    const { saved, open } = device()
    let isHanging = false
    const session = open((work) => ({
      ...bound(work),
      read: (...args) => (isHanging ? new Promise<never>(() => undefined) : work.read(...args)),
    }))
    await session.open(given({ '1.csv': LIST }))
    await convert(session)
    isHanging = true
    void session.open(given({ '2.csv': LIST }))
    await expect.poll(() => Object.values(statesOf(session))).toEqual(['converted', 'reading'])
    await session.cancelReading()
    expect(session.snapshot().phase).toBe('ready')
    expect(statesOf(session)).toEqual({ '1.csv': 'converted' })
    const after = open()
    await after.start()
    expect(statesOf(after)).toEqual({ '1.csv': 'converted' })
    expect(saved.has('progress')).toBe(true)
  })

  it('FILE-07 · a reload while they are read loses none', async () => {
    const { open } = device()
    let read = 0
    const before = open((work) => ({
      ...bound(work),
      read: (...args) => (read++ > 0 ? new Promise<never>(() => undefined) : work.read(...args)),
    }))
    void before.open(given({ '1.csv': LIST, '2.csv': LIST, '3.csv': LIST }))
    await expect.poll(() => read).toBe(2)
    const after = open()
    await after.start()
    await expect.poll(() => statesOf(after)).toEqual({ '1.csv': 'ready', '2.csv': 'ready', '3.csv': 'ready' })
  })

  it('FILE-07 · an archive that could not be made whole is made again', async () => {
    const session = device().open()
    await session.open(given({ '1.csv': LIST, '2.csv': OTHER }))
    await convert(session)
    site.losses = ['request']
    await expect(packed(session)).rejects.toThrow('no archive')
    expect((await packed(session)).files.map(([name]) => name)).toEqual(['1.csv', '2.csv'])
  })

  it('FILE-07 · archives of the same name, and names that differ in case only, get different paths in the result', async () => {
    let price = 1
    const list = () => SHORT.replace('1,00', `${price++},00`)
    const archive = () => zip(['a.csv', 'b.csv'].map((name) => ({ name, content: Buffer.from(list()) })))
    const session = device().open()
    await session.open([
      ...given({ 'p.zip': archive(), 'A.csv': list(), 'a.csv': list(), 'c.csv.gz': gzipSync(list()) }),
      ...given({ 'p.zip': archive(), 'c.csv.gz': gzipSync(list()) }),
    ])
    await convert(session)
    const { files } = await packed(session)
    expect(new Set(files.map(([name]) => name))).toEqual(
      new Set(['A.csv', 'a (2).csv', 'c (2).csv.gz', 'c.csv.gz', 'p (2).zip', 'p.zip']),
    )
  })

  it('FILE-07 · pictures alone change nothing', async () => {
    const { saved, open } = device()
    const session = open()
    expect(await session.open(given({ '1.png': 'png', '2.jpg': 'jpg' }))).toBe('none')
    expect(session.snapshot().phase).toBe('idle')
    expect(saved.size).toBe(0)
  })
})

/** The work as an object of functions. */
const bound = (work: ListWork): ManyWork => ({
  findLists: (...args) => work.findLists(...args),
  read: (...args) => work.read(...args),
  prepare: (...args) => work.prepare(...args),
  send: (...args) => work.send(...args),
  remember: (...args) => work.remember(...args),
  isJobOf: (...args) => work.isJobOf(...args),
  pack: (request) => work.pack(request),
})
