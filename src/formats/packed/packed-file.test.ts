import { execFileSync } from 'node:child_process'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { streamedZip } from '#test/fixtures/catalogues/streamed-zip.ts'
import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { type Part, zip } from '#test/fixtures/catalogues/zips.ts'
import { zipRecords } from '#test/zip-records.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { planForReading } from '#writeback/build-plan.ts'
import { concatBytes } from '../bytes/bytes.ts'
import type { OpenOptions } from '../format.ts'
import { openFile, openLists } from '../open-file.ts'
import { readPriceList } from '../read-price-list.ts'
import { writeBack } from '../write-back.ts'
import { listArchive } from './archive.ts'
import { replaceLists } from './repack.ts'

type Bytes = Uint8Array<ArrayBuffer>

const utf8 = (text: string): Bytes => new TextEncoder().encode(text)
const gz = (content: Uint8Array | string): Bytes => new Uint8Array(gzipSync(content))

const LIST = 'Наименование;Цена\nХляб;1,69\nМляко;2,89\n'
const RETURNED = 'Наименование;Цена;Цена (EUR)\nХляб;1,69;0,86\nМляко;2,89;1,48\n'
const ROWS = [
  ['Наименование', 'Цена'],
  ['Хляб', 1.69],
  ['Мляко', 2.89],
]
const JSON_LIST =
  '[{"name":"Хляб","price":1.69,"currency":"BGN"},{"name":"Мляко","price":2.89,"currency":"BGN"}]'
const HTML = `<html><table>${LIST.trim()
  .split('\n')
  .map((row) => `<tr><td>${row.replace(';', '<td>')}`)
  .join('')}</table></html>`

const open = (bytes: Bytes, fileName: string, options: Partial<OpenOptions> = {}) =>
  openFile(bytes, { fileName, ...options })

async function opened(bytes: Bytes, fileName: string, options: Partial<OpenOptions> = {}) {
  const result = await open(bytes, fileName, options)
  if (!result.ok) return expect.fail(`${fileName}: ${JSON.stringify(result.error)}`)
  return result.file
}

/** The names and prices that are read. */
async function pricesOf(bytes: Bytes, fileName: string, options: Partial<OpenOptions> = {}) {
  const file = await opened(bytes, fileName, options)
  const { columns } = detectColumns(file.table)
  return readPriceList(file, fileName, { columns }).rows.map(({ name, price }) => [name, price])
}

const PRICES = [
  ['Хляб', '1.69'],
  ['Мляко', '2.89'],
]

/** The file with the converted prices after the others. */
async function converted(bytes: Bytes, fileName: string, options: Partial<OpenOptions> = {}): Promise<Bytes> {
  const file = await opened(bytes, fileName, { ...options, allKeys: true })
  const { columns } = detectColumns(file.table)
  const reading = readPriceList(file, fileName, { columns })
  const plan = planForReading({ columns, reading, table: reading.table }, 'after')
  return concatBytes((await writeBack(bytes, file, plan)).parts)
}

const KINDS: readonly (readonly [kind: string, format: string, content: Bytes])[] = [
  ['delimited text', 'csv', utf8(LIST)],
  ['text with tabs', 'csv', encode(LIST.replaceAll(';', '\t'), 'windows-1251')],
  ['JSON', 'json', utf8(JSON_LIST)],
  ['an XLSX', 'xlsx', workbook({ Цени: ROWS })],
  ['an XLSB', 'xlsb', workbook({ Цени: ROWS }, 'xlsb')],
  ['an XLS', 'xls', workbook({ Цени: ROWS }, 'biff8')],
  ['a web page', 'html', utf8(HTML)],
]

const ENDINGS = 'csv tsv txt tab dat xlsx xlsm xlsb xls ods fods json xml dbf html htm prn bak gz zip'.split(
  ' ',
)

describe.each(KINDS)('FILE-01 · %s', (_, format, content) => {
  test.each(ENDINGS)('is read as what it is under .%s, also in gzip and in ZIP', async (ending) => {
    const name = `x.${ending}`
    const form = format === 'html' && ending === 'xls' ? 'xls' : format
    const files = [
      [content, name],
      [gz(content), `${name}.gz`],
      [gz(content), name],
      [zip([{ name, content }]), 'x.zip'],
      [zip([{ name, content }]), 'x.csv'],
    ] as const
    for (const [bytes, fileName] of files) {
      expect(await opened(bytes, fileName), fileName).toMatchObject({ format: form })
      expect(await pricesOf(bytes, fileName), fileName).toEqual(PRICES)
    }
  })
})

describe('FILE-01 · a warning about the extension', () => {
  test.each([
    ['x.csv', utf8(JSON_LIST), true],
    ['x.json', utf8(LIST), true],
    ['x.xlsx', utf8(HTML), true],
    ['x.csv.gz', gz(JSON_LIST), true],
    ['x.zip', zip([{ name: 'a.xls', content: utf8(LIST) }]), true],
    ['x.txt', utf8(JSON_LIST), false],
    ['x.dat', workbook({ Цени: ROWS }), false],
    ['x.tsv', utf8(LIST), false],
    ['x.xls', utf8(HTML), false],
    ['x', gz(LIST), false],
    ['x.gz', gz(JSON_LIST), false],
    ['x.zip', zip([{ name: 'a', content: utf8(LIST) }]), false],
    ['x.gz', utf8(LIST), false],
  ] as const)('%s', async (name, bytes, isGiven) => {
    expect((await opened(bytes, name)).warnings.map(({ code }) => code)).toEqual(
      isGiven ? ['extension-differs'] : [],
    )
  })
})

describe('FILE-01 · a list in gzip comes back in gzip', () => {
  test('with every other byte of it', async () => {
    const bytes = gz(LIST)
    const back = await converted(bytes, 'x.csv.gz')
    expect(gunzipSync(back).toString()).toBe(RETURNED)
    expect(back.subarray(0, 10)).toEqual(bytes.subarray(0, 10))
  })

  test('a workbook too', async () => {
    for (const kind of ['xlsx', 'biff8'] as const) {
      const back = await converted(gz(workbook({ Цени: ROWS }, kind)), 'x.xls.gz')
      const file = await opened(new Uint8Array(gunzipSync(back)), 'x.xlsx')
      expect(file).toMatchObject({ format: 'xlsx', sheet: 'Цени' })
      expect(detectColumns(file.table).all.map(({ title }) => title)).toEqual([
        'Наименование',
        'Цена',
        'Цена (EUR)',
      ])
    }
  })

  test('the name in it is that of a file whose own name says nothing', async () => {
    // RFC 1952, 2.3: a flag, and the name behind the ten bytes of the header.
    const bytes = gz('Име;Код\nХляб;12\n')
    const named = concatBytes([bytes.subarray(0, 10), utf8('list.csv\0'), bytes.subarray(10)])
    named[3] = 8
    expect(await open(named, 'x.gz')).toMatchObject({ ok: true, file: { format: 'csv' } })
    expect(await open(bytes, 'x.gz')).toMatchObject({ ok: false })
  })

  test('the sheet of its workbook can be chosen', async () => {
    const book = gz(workbook({ А: [['Цена'], [1]], Б: ROWS }))
    expect(await opened(book, 'x.gz')).toMatchObject({ sheet: 'А', packing: { kind: 'gzip' } })
    expect(await pricesOf(book, 'x.gz', { sheet: 'Б' })).toEqual(PRICES)
  })
})

const part = (name: string, content: string | Bytes): Part => ({
  name,
  content: typeof content === 'string' ? utf8(content) : content,
})

describe('FILE-01 · an archive with one list', () => {
  const others = [
    part('__MACOSX/a/._цени.csv', '\0\x05\x16\x07'),
    part('a/.DS_Store', '\0\0\0\x01Bud1'),
    part('a/Thumbs.db', '\0'),
    part('a/photo.JPG', '\xff\xd8'),
  ]

  test('is read as that list, whatever else is in it', async () => {
    const bytes = zip([others[0]!, part('a/', ''), ...others.slice(1), part('a/цени', LIST)])
    const file = await opened(bytes, 'x.zip')
    expect(file).toMatchObject({ format: 'csv', packing: { kind: 'zip', entry: 'a/цени' } })
    expect(file.sheets).toBeUndefined()
    expect(await pricesOf(bytes, 'x.zip')).toEqual(PRICES)
  })

  test.each(['__MACOSX/a.csv', 'b/.a.csv', '~$a.csv', 'a.jpeg'])(
    '%s is no list, whatever is in it',
    async (name) => {
      const file = await opened(zip([part(name, LIST), part('a.csv', LIST)]), 'x.zip')
      expect([file.sheets, file.packing]).toEqual([undefined, { kind: 'zip', entry: 'a.csv' }])
    },
  )

  test('a text beside it without a table is no list', async () => {
    const letter = 'Уважаеми клиенти,\nизпращаме ви новата ценова листа на нашата фирма.\n'
    const file = await opened(zip([part('прочети.txt', letter), part('цени.csv', LIST)]), 'x.zip')
    expect(file).toMatchObject({ packing: { entry: 'цени.csv' } })
    expect(file.sheets).toBeUndefined()
  })

  test('comes back with that list changed, and every other entry byte for byte', async () => {
    const bytes = zip([...others, part('a/цени.csv', LIST), part('b.jpg', 'b')])
    const back = await converted(bytes, 'x.zip')
    const [before, after] = [zipRecords(bytes), zipRecords(back)]
    expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name))
    for (const [i, { name, record, content }] of after.entries())
      if (name === 'a/цени.csv') expect(content.toString()).toBe(RETURNED)
      else expect(record.equals(before[i]!.record), name).toBe(true)
  })

  test('also one that was written as a stream', async () => {
    const back = await converted(new Uint8Array(streamedZip({ 'a.csv': LIST, 'b.png': 'b' })), 'x.zip')
    expect(zipRecords(back).map(({ content }) => content.toString())).toEqual([RETURNED, 'b'])
  })

  test.each(['biff8', 'xlsb'] as const)(
    'of a workbook in %s the XLSX has its own extension',
    async (kind) => {
      const bytes = zip([part('b.png', 'b'), part('списък/цени.old', workbook({ Цени: ROWS }, kind))])
      const back = await converted(bytes, 'x.zip')
      expect(zipRecords(back).map(({ name }) => name)).toEqual(['b.png', 'списък/цени.xlsx'])
      expect(await opened(back, 'x.zip')).toMatchObject({
        format: 'xlsx',
        sheet: 'Цени',
        packing: { entry: 'списък/цени.xlsx', sheet: 'Цени' },
      })
      expect(await pricesOf(back, 'x.zip')).toEqual(PRICES)
    },
  )

  test('another reader finds it whole', async () => {
    const back = await converted(
      zip([part('a.xls', workbook({ Цени: ROWS }, 'biff8')), part('b.png', 'b')]),
      'x.zip',
    )
    const script =
      'import sys,io,zipfile; z=zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())); print(z.testzip(), z.namelist())'
    expect(String(execFileSync('python3', ['-c', script], { input: back })).trim()).toBe(
      "None ['a.xlsx', 'b.png']",
    )
  })

  test('the name of the list states the currency, and not that of the archive', async () => {
    const { table, ...file } = await opened(zip([part('a/ceni-evro.csv', LIST)]), 'lev-2026.zip')
    const { columns } = detectColumns(table)
    const { rows } = readPriceList({ ...file, table }, 'lev-2026.zip', { columns })
    expect(rows.map(({ currency }) => currency)).toEqual(['EUR', 'EUR'])
  })
})

describe('FILE-01 · an archive with several lists', () => {
  const other = LIST.replace('Хляб', 'Сол').replace('1,69', '0,90')
  const book = workbook({ Корица: [['Ценова листа']], Цени: ROWS, Промо: ROWS })
  const bytes = zip([
    part('прочети.txt', 'Ценова листа за 2026\n'),
    part('a/хляб.csv', LIST),
    part('a/сол.csv', other),
    part('книга.xlsx', book),
    part('повреден.xlsx', 'PK\x03\x04'),
  ])
  // A text without prices is something to read about the lists.
  const NAMES = ['a/хляб.csv', 'a/сол.csv', 'книга.xlsx', 'повреден.xlsx']

  test('the first with prices is read, and all are named as sheets are', async () => {
    const file = await opened(bytes, 'x.zip')
    expect(file).toMatchObject({ sheet: 'a/хляб.csv', packing: { kind: 'zip', entry: 'a/хляб.csv' } })
    expect(file.sheets?.map(({ name }) => name)).toEqual(NAMES)
    expect(file.sheets?.map(({ hasData }) => hasData)).toEqual([true, true, false, false])
    expect(await pricesOf(bytes, 'x.zip')).toEqual(PRICES)
  })

  test('another one is chosen by its path, and alone is changed', async () => {
    const sheet = 'a/сол.csv'
    expect(await pricesOf(bytes, 'x.zip', { sheet })).toEqual([['Сол', '0.9'], PRICES[1]])
    const back = await converted(bytes, 'x.zip', { sheet })
    const changed = zipRecords(back).filter(({ record }, i) => !record.equals(zipRecords(bytes)[i]!.record))
    expect(changed.map(({ name }) => name)).toEqual([sheet])
  })

  test('of a workbook each sheet can be chosen', async () => {
    const file = await opened(bytes, 'x.zip', { sheet: 'книга.xlsx' })
    expect(file.sheet).toBe('книга.xlsx/Корица')
    expect(file.sheets?.map(({ name }) => name)).toEqual([
      ...NAMES.slice(0, 2),
      ...['Корица', 'Цени', 'Промо'].map((name) => `книга.xlsx/${name}`),
      'повреден.xlsx',
    ])
    const sheet = 'книга.xlsx/Промо'
    expect(await pricesOf(bytes, 'x.zip', { sheet })).toEqual(PRICES)
    const returned = zipRecords(await converted(bytes, 'x.zip', { sheet }))[3]!.content
    const titles = async (name: string) =>
      detectColumns((await opened(new Uint8Array(returned), 'x.xlsx', { sheet: name })).table).all.length
    expect([await titles('Цени'), await titles('Промо')]).toEqual([2, 3])
  })

  test('one that cannot be read says so when it is chosen, and there may be none', async () => {
    expect(await open(bytes, 'x.zip', { sheet: 'повреден.xlsx' })).toEqual({
      ok: false,
      error: { code: 'unreadable', reason: 'broken' },
    })
    expect(await open(bytes, 'x.zip', { sheet: 'a' })).toMatchObject({
      error: { code: 'unknown-sheet', kind: 'file', sheets: NAMES.map((name) => ({ name })) },
    })
    expect(await open(bytes, 'x.zip', { sheet: 'книга.xlsx/Няма' })).toMatchObject({
      error: {
        code: 'unknown-sheet',
        sheets: expect.arrayContaining([{ name: 'книга.xlsx/Цени', hidden: false, hasData: true }]),
      },
    })
  })

  test('a list of a text file without titles of prices is one of them', async () => {
    const lists = zip([part('a.csv', LIST), part('б.txt', 'Хляб;1,69\nСол;0,90\nМед;12,50\n')])
    expect((await opened(lists, 'x.zip')).sheets?.map(({ name }) => name)).toEqual(['a.csv', 'б.txt'])
  })

  test('FILE-08 · of pictures and documents alone the archive itself is told, and not one of them', async () => {
    const pdf = part('a.pdf', '%PDF-1.4\n')
    expect(await open(zip([part('logo.jpg', '\xff\xd8\xff'), pdf]), 'x.zip')).toEqual({
      ok: false,
      error: {
        code: 'other-file',
        file: { kind: 'zip', format: 'ZIP', files: { count: 2, names: ['logo.jpg', 'a.pdf'] } },
      },
    })
    expect(await open(zip([pdf]), 'x.zip')).toMatchObject({ error: { file: { kind: 'pdf' } } })
  })

  test('its files are listed without being unpacked', async () => {
    const listed = listArchive(bytes, undefined)
    if (!listed.ok) return expect.fail()
    expect(listed.files.map(({ path, size }) => [path, size])).toContainEqual([
      'a/хляб.csv',
      utf8(LIST).length,
    ])
    expect(await listed.files[1]!.content()).toEqual(utf8(LIST))
  })
})

describe('FILE-01 · a damaged or hostile archive', () => {
  test('a flipped byte in the list is noticed', async () => {
    const content = utf8(LIST)
    for (const declared of [{ crc: 1 }, { size: content.length + 1 }])
      expect(await open(zip([{ name: 'a.csv', content, declared }]), 'x.zip')).toEqual({
        ok: false,
        error: { code: 'unreadable', reason: 'broken' },
      })
    const smaller = zip([{ name: 'a.csv', content, declared: { size: content.length - 1 } }])
    expect(await open(smaller, 'x.zip')).toEqual({ ok: false, error: { code: 'unreadable', reason: 'bomb' } })
  })

  test.each([
    ['ZIP', zip([part('a.csv', LIST)])],
    ['gzip', gz(LIST)],
  ])('%s that ends early', async (_, bytes) => {
    for (const length of [bytes.length - 1, Math.floor(bytes.length / 2), 12])
      expect(await open(bytes.slice(0, length), 'x.zip'), String(length)).toEqual({
        ok: false,
        error: { code: 'unreadable', reason: 'broken' },
      })
  })

  test.each([
    ['ZIP', (content: Bytes) => zip([part('a.csv', content)])],
    ['gzip', (content: Bytes) => gz(content)],
  ])('%s with more than may be read is too large', async (_, pack) => {
    const limits = { bytes: 2000 }
    expect(await open(pack(new Uint8Array(2001)), 'a.gz', { limits })).toEqual({
      ok: false,
      error: { code: 'too-big', limitBytes: 2000 },
    })
  })

  test('a list that is said to be larger than may be read is not unpacked', async () => {
    const lying = zip([{ name: 'a.csv', content: utf8(LIST), declared: { size: 5000 } }])
    expect(await open(lying, 'x.zip', { limits: { bytes: 2000, isUnpackedLimited: false } })).toMatchObject({
      error: { code: 'too-big' },
    })
  })

  test('of an archive whose files unpack to more than can be searched none is unpacked', async () => {
    const limits = { bytes: 5e8, isUnpackedLimited: false }
    const declared = { size: 5e8 }
    const files = Array.from({ length: 9 }, (_, i) => ({ name: `${i}.csv`, content: utf8(LIST), declared }))
    const bomb = { ok: false, error: { code: 'unreadable', reason: 'bomb' } }
    expect(await open(zip(files), 'x.zip', { limits })).toEqual(bomb)
    expect(await openLists(zip(files), { fileName: 'x.zip', limits })).toBeUndefined()
    // Larger files are not unpacked in any case.
    const larger = files.map((file) => ({ ...file, declared: { size: 6e8 } }))
    expect(await open(zip(larger), 'x.zip', { limits })).not.toEqual(bomb)
  })

  test.each([
    ['gzip in gzip', gz(gz(LIST)), 'gzip'],
    ['ZIP in gzip', gz(zip([part('a.csv', LIST)])), 'ZIP'],
    ['gzip in ZIP', zip([part('a.csv.gz', gz(LIST))]), 'gzip'],
    ['ZIP in ZIP', zip([part('a.zip', zip([part('a.csv', LIST)]))]), 'ZIP'],
  ])('%s is not unpacked twice', async (_, bytes, format) => {
    for (const name of ['x.zip', 'x.csv'])
      expect(await open(bytes, name)).toEqual({
        ok: false,
        error: { code: 'other-file', file: { kind: 'nested-archive', format } },
      })
  })

  test.each([
    ['a path out of the archive', '../b.csv', LIST, 'outside'],
    ['one through folders', 'x/../../b.csv', LIST, 'outside'],
    ['one that comes back', 'x/../b.csv', LIST, 'outside'],
    ['a ZIP archive', 'b.zip', zip([part('b.csv', LIST)]), 'archive'],
    ['a gzip file', 'b.csv.gz', gz(LIST), 'archive'],
    ['an archive of another kind', 'b.rar', 'Rar!\x1a\x07\x00 b', 'archive'],
  ] as const)('FILE-07 · %s is named among what is not read', async (_, path, content, why) => {
    const unread = [{ code: 'entries-unread', entries: [{ path, why }] }]
    const one = zip([part('a.csv', LIST), part(path, content)])
    expect((await opened(one, 'x.zip')).warnings).toEqual(unread)
    const two = zip([part('a.csv', LIST), part(path, content), part('c.csv', LIST)])
    expect((await opened(two, 'x.zip', { sheet: 'c.csv' })).warnings).toEqual(unread)
    const found = await openLists(two, { fileName: 'x.zip' })
    expect(found?.lists.map((list) => list.path)).toEqual(['a.csv', 'c.csv'])
    expect(found?.others).toEqual([{ path, why }])
  })

  test('FILE-07 · a folder is no path out of the archive, and a hidden file is not named', async () => {
    const bytes = zip(['./a.csv', 'x/..b.csv', '.c.csv', 'd../e.csv'].map((path) => part(path, LIST)))
    const found = await openLists(bytes, { fileName: 'x.zip' })
    expect([found?.lists.map((list) => list.path), found?.others]).toEqual([['./a.csv', 'd../e.csv'], []])
  })

  test.each([
    ['a PDF in gzip', gz('%PDF-1.4\n'), 'pdf'],
    ['a program in gzip', gz(`MZ\0\x01${'\0'.repeat(99)}`), 'program'],
    ['bytes in gzip', gz(Uint8Array.from({ length: 500 }, (__, i) => (i * 7919) % 251)), 'archive'],
    ['an archive of nothing but folders', zip([part('a/', '')]), 'zip'],
  ])('%s is told by what is in it', async (_, bytes, kind) => {
    expect(await open(bytes, 'x.gz')).toMatchObject({
      ok: false,
      error: { code: 'other-file', file: { kind } },
    })
  })

  test('an empty list in an archive is one without rows', async () => {
    expect(await open(zip([part('a.csv', '')]), 'x.zip')).toEqual({
      ok: false,
      error: { code: 'no-rows', isEmpty: true },
    })
    expect(await open(gz(''), 'a.csv.gz')).toMatchObject({ error: { code: 'no-rows' } })
  })
})

describe('FILE-01 · names in an archive', () => {
  test('a workbook that becomes an XLSX takes no name that another file has', async () => {
    const other = workbook({ Друг: ROWS })
    const archive = zip([
      { name: 'ceni.xlsx', content: other },
      { name: 'ceni.xls', content: workbook({ Цени: ROWS }, 'biff8') },
    ])
    const returned = zipRecords(await converted(archive, 'a.zip', { sheet: 'ceni.xls' }))
    expect(returned.map(({ name }) => name)).toEqual(['ceni.xlsx', 'ceni.xls.xlsx'])
    expect(Buffer.compare(returned[0]!.content, other)).toBe(0)
  })

  test('nor one that differs from it in case alone, or that another list gets', async () => {
    const old = (title: string) => ({ from: 'xls', format: 'xlsx', content: [utf8(title)] }) as const
    const names = ['Ceni.XLSX', 'ceni.xls', 'ceni.xls.xlsx', 'a.xls', 'a.xlsb', 'A.XLSM']
    const archive = zip(names.map((name) => ({ name, content: utf8(name) })))
    const lists = new Map(['ceni.xls', 'a.xls', 'a.xlsb'].map((name) => [name, old(name)]))
    const returned = zipRecords(concatBytes(await replaceLists(archive, lists)))
    expect(returned.map(({ name }) => name)).toEqual([
      'Ceni.XLSX',
      'ceni (2).xlsx',
      'ceni.xls.xlsx',
      'a.xlsx',
      'a.xlsb.xlsx',
      'A.XLSM',
    ])
    expect(returned[1]!.content.toString()).toBe('ceni.xls')
  })

  test('the whole path chooses before the beginning of one', async () => {
    const archive = zip([
      { name: 'd', content: utf8('Наименование;Цена\nЧай;5,00\n') },
      { name: 'd/a.csv', content: utf8(LIST) },
    ])
    const file = await opened(archive, 'a.zip', { sheet: 'd/a.csv' })
    expect(file).toMatchObject({ sheet: 'd/a.csv' })
  })

  test('a path with \\ and without an extension keeps its folder, whose name has a point', async () => {
    const archive = zip([{ name: 'dir.v1\\prices', content: workbook({ Цени: ROWS }, 'biff8') }])
    const written = zipRecords(await converted(archive, 'a.zip'))
    expect(written.map(({ name }) => name)).toEqual(['dir.v1\\prices.xlsx'])
  })

  test('a path that begins with the folder itself is not hidden; one above it, and hidden files, are', async () => {
    const names = ['./a.csv', 'd/./b.csv', './.c.csv', '../d.csv', '.e/f.csv', '...g.csv']
    const archive = zip(names.map((name) => ({ name, content: utf8(LIST) })))
    const found = await openLists(archive, { fileName: 'a.zip' })
    expect(found?.lists.map(({ path }) => path)).toEqual(['./a.csv', 'd/./b.csv'])
  })

  test('as many pictures as an archive can have stand next to its list', async () => {
    const pictures = Array.from({ length: 3000 }, (_, i) => ({ name: `p/${i}.jpg`, content: utf8('x') }))
    const archive = zip([...pictures, { name: 'a.csv', content: utf8(LIST) }])
    expect(await pricesOf(archive, 'a.zip')).toEqual(PRICES)
    expect(
      zipRecords(await converted(archive, 'a.zip'))
        .at(-1)
        ?.content.toString(),
    ).toBe(RETURNED)
  })

  test('of too many files to open each, the archive is refused in words', async () => {
    const files = Array.from({ length: 2001 }, (_, i) => ({ name: `${i}.csv`, content: utf8(LIST) }))
    expect(await open(zip(files), 'a.zip')).toMatchObject({
      error: { code: 'other-file', file: { kind: 'zip', files: { count: 2001 } } },
    })
  })

  test('two lists of one path are not told apart: the archive is to be unpacked', async () => {
    const archive = zip([
      { name: 'a.csv', content: utf8(LIST) },
      { name: 'a.csv', content: utf8(LIST.replace('1,69', '9,99')) },
    ])
    expect(await openFile(archive, { fileName: 'a.zip' })).toEqual({
      ok: false,
      error: {
        code: 'other-file',
        file: { kind: 'zip', format: 'ZIP', files: { count: 2, names: ['a.csv', 'a.csv'] } },
      },
    })
  })

  test.each([
    [0, 'first'],
    [1, 'second'],
  ])('of two files of one path the one that is a list is changed: %i', async (at) => {
    const other = 'Само текст, без цени.\nИ още един ред.\n'
    const contents = at === 0 ? [LIST, other] : [other, LIST]
    const archive = zip(contents.map((content) => ({ name: 'd/a.txt', content: utf8(content) })))
    expect(await pricesOf(archive, 'a.zip')).toEqual(PRICES)
    const written = zipRecords(await converted(archive, 'a.zip')).map(({ content }) => content.toString())
    expect(written).toEqual(at === 0 ? [RETURNED, other] : [other, RETURNED])
    const more = zip([
      ...contents.map((content) => ({ name: 'd/a.txt', content: utf8(content) })),
      { name: 'b.csv', content: utf8(LIST) },
    ])
    const lists = await openLists(more, { fileName: 'a.zip' })
    expect(lists?.lists.map(({ path }) => path)).toEqual(['d/a.txt', 'b.csv'])
    const sheet = { sheet: 'd/a.txt' }
    const changed = zipRecords(await converted(more, 'a.zip', sheet)).map(({ content }) => content.toString())
    expect(changed).toEqual([...written, LIST])
  })
})
