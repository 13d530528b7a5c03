import { execFileSync } from 'node:child_process'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { jobsOf } from '#test/conversion-site.ts'
import { dbfFile } from '#test/fixtures/catalogues/dbf.ts'
import { zip } from '#test/fixtures/catalogues/zips.ts'
import {
  AMBIGUOUS,
  ASKING,
  LIST,
  OTHER,
  RETURNED,
  SHORT,
  bound,
  given,
  manyLists,
  statesOf,
} from '#test/many-lists.ts'
import type { GivenFile } from './types.ts'

const { convert, device, packed, site } = manyLists()

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
    expect(session.snapshot().others).toEqual([{ path: 'архив.zip/договор.pdf' }])
    await convert(session)
    const { files } = await packed(session)
    expect(Object.fromEntries(files)).toEqual({ ...entries, 'а/изток.csv': RETURNED })
    expect(files.map(([name]) => name)).toEqual(Object.keys(entries))
  })

  it('FILE-07 · files of archives that are not read are named with the reason', async () => {
    const entry = (name: string, content: string | Uint8Array) => ({ name, content: Buffer.from(content) })
    const inner = zip([entry('c.csv', LIST)])
    const several = [
      entry('a.csv', LIST),
      entry('b.csv', OTHER),
      entry('../e.csv', SHORT),
      entry('в.zip', inner),
    ]
    const session = device().open()
    await session.open(
      given({
        'няколко.zip': zip(several),
        'един.zip': zip([entry('d.csv', SHORT), entry('../e.csv', LIST)]),
      }),
    )
    const { lists, others } = session.snapshot()
    expect(lists.map(({ path }) => path)).toEqual(['няколко.zip/a.csv', 'няколко.zip/b.csv', 'един.zip'])
    expect(others).toEqual([
      { path: 'няколко.zip/в.zip', why: 'archive' },
      { path: 'няколко.zip/../e.csv', why: 'outside' },
    ])
    expect(lists[2]?.reading?.unread).toEqual([{ path: '../e.csv', why: 'outside' }])
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

  it('FILE-07 FILE-05 · say before they are paid for what is not possible when they come back', async () => {
    const session = device().open()
    const table = '<table><tr><td>Име</td><td>Цена лв.</td></tr><tr><td>Хляб</td><td>1,95</td></tr></table>'
    const fields = [
      ['CENA_LV', 'N,8,2'] as const,
      ...Array.from({ length: 2045 }, (_, i) => [`F${i}`, 'L,1'] as const),
    ]
    await session.open(
      given({
        'страница.html': table,
        'две.csv': 'Име;Цена лв.;Цена евро\nХляб;1,95;1,00\nЧай;3,10;1,59\n',
        'смесени.csv': 'Име;Цена\nХляб;1,95 лв.\nЧай;3,10 EUR\n',
        'пълна.dbf': dbfFile({ fields, records: [['1.69']] }),
        'обикновен.csv': LIST,
      }),
    )
    const returned = Object.fromEntries(
      session.snapshot().lists.map(({ path, reading }) => [path, reading?.returned]),
    )
    expect(returned).toEqual({
      'страница.html': { format: 'html', replacing: [], hasRoom: true },
      'две.csv': { format: 'csv', replacing: ['both-kept'], hasRoom: true },
      'смесени.csv': { format: 'csv', replacing: ['mixed-money'], hasRoom: true },
      'пълна.dbf': { format: 'dbf', replacing: [], hasRoom: false },
      'обикновен.csv': { format: 'csv', replacing: [], hasRoom: true },
    })
  })

  it('FILE-07 FILE-05 · a list without room for new prices is named with the reason, and is in its archive as it was', async () => {
    const full = dbfFile({
      fields: [
        ['CENA_LV', 'N,8,2'] as const,
        ...Array.from({ length: 2045 }, (_, i) => [`F${i}`, 'L,1'] as const),
      ],
      records: [['1.69']],
    })
    const archive = zip([
      { name: 'пълна.dbf', content: Buffer.from(full) },
      { name: 'a.csv', content: Buffer.from(LIST) },
    ])
    const session = device().open()
    await session.open(given({ 'архив.zip': archive }))
    await convert(session)
    const { left, files } = await packed(session)
    expect(left).toMatchObject([
      { path: 'архив.zip/пълна.dbf', isUnchanged: true, noRoom: { noRoom: 'columns', placement: 'after' } },
    ])
    expect(files[1]).toEqual(['a.csv', RETURNED])
    const alone = device().open()
    await alone.open(given({ 'пълна.dbf': full }))
    await convert(alone)
    const made = await alone.pack('after', 'bg', site.headersOf(site.user))
    expect(made).toMatchObject({ left: [{ path: 'пълна.dbf', isUnchanged: false, noRoom: {} }] })
    expect(made?.file).toBeUndefined()
    expect((await alone.pack('replace', 'bg', site.headersOf(site.user)))?.file).toBeDefined()
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

  it('FILE-07 CONV-11 · of an archive whose reading is cancelled nothing is kept', async () => {
    const entries = { 'a.csv': LIST, 'b.csv': LIST, 'договор.pdf': '%PDF-1.7\n1 0 obj' }
    const archive = zip(
      Object.entries(entries).map(([name, content]) => ({ name, content: Buffer.from(content) })),
    )
    const { saved, open } = device()
    const session = open((work) => ({
      ...bound(work),
      read: (place, ...args) =>
        place.entry ? new Promise<never>(() => undefined) : work.read(place, ...args),
    }))
    await session.open(given({ '1.csv': LIST }))
    void session.open(given({ 'p.zip': archive }))
    await expect.poll(() => statesOf(session)['p.zip/a.csv']).toBe('reading')
    expect(session.snapshot().others).toEqual([{ path: 'p.zip/договор.pdf' }])
    await session.cancelReading()
    expect(session.snapshot().others).toEqual([])
    const after = open()
    await after.start()
    expect(after.snapshot().others).toEqual([])
    const files = [...saved].flatMap(([key, value]) =>
      key.startsWith('file.') ? [(value as File).name] : [],
    )
    expect(files).toEqual(['1.csv'])
  })

  it('FILE-07 · an archive is named while its lists are looked for, which can be cancelled', async () => {
    const archive = zip(['a.csv', 'b.csv'].map((name) => ({ name, content: Buffer.from(LIST) })))
    const [{ file: list }, { file }] = given({ '1.csv': LIST, 'p.zip': archive }) as [GivenFile, GivenFile]
    const ended = Promise.withResolvers<null>()
    let isHanging = false
    const session = device().open((work) => ({
      ...bound(work),
      findLists: (...args) => (isHanging ? ended.promise : work.findLists(...args)),
    }))
    expect(await session.hasSeveral(list)).toBe(false)
    expect(await session.hasSeveral(file)).toBe(true)
    expect(session.snapshot().probed).toBeNull()
    isHanging = true
    const found = session.hasSeveral(file)
    await expect.poll(() => session.snapshot().probed).toBe('p.zip')
    session.cancelProbe()
    ended.resolve(null)
    expect(await found).toBeUndefined()
    expect(session.snapshot()).toMatchObject({ phase: 'idle', probed: null })
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
