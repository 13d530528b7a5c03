import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { memoryDevice } from '#test/device-records.ts'
import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { pdfTexts } from '#test/pdf-text.ts'
import { CheckSession } from './session.ts'
import { type CheckSnapshot, EMPTY_CHECK_SNAPSHOT } from './types.ts'

async function checked(lines: readonly string[]) {
  let shown: CheckSnapshot = EMPTY_CHECK_SNAPSHOT
  const session = new CheckSession((snapshot) => (shown = snapshot))
  await session.open(new File([lines.join('\n')], 'list.csv'), 'either')
  return shown.checked ?? expect.fail(shown.error?.code ?? shown.phase)
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const TITLES = 'Име;Редовна цена лв.;Редовна цена €;Промо цена лв.;Промо цена €'

it('CHECK-01 · pairs that were not checked are counted one by one, and a row of two such pairs is named once', async () => {
  const { columns, summary, firstRows } = await checked([
    TITLES,
    'Хляб;1,96;1,00;1,96;1,00',
    'Сирене;3,00;;2,00;',
    'Мляко;1,96;1,00;4,00;',
  ])
  expect(columns.pairs).toHaveLength(2)
  expect([summary.checked, summary.notChecked]).toEqual([3, 3])
  expect(summary.reasons['no-eur']).toBe(3)
  expect(firstRows['no-eur']).toEqual({ rows: [3, 4], hasMore: false })
  expect(firstRows['no-bgn']).toEqual({ rows: [], hasMore: false })
})

it('CHECK-01 · the first five rows are named, and that there are more is told only when there are', async () => {
  const whole = 'Хляб;1,96;1,00;1,96;1,00'
  const half = 'Сирене;3,00;;2,00;'
  const five = await checked([TITLES, whole, ...Array.from({ length: 5 }, () => half)])
  expect(five.summary.notChecked).toBe(10)
  expect(five.firstRows['no-eur']).toEqual({ rows: [3, 4, 5, 6, 7], hasMore: false })
  const six = await checked([TITLES, whole, ...Array.from({ length: 6 }, () => half)])
  expect(six.firstRows['no-eur']).toEqual({ rows: [3, 4, 5, 6, 7], hasMore: true })
})

it('CHECK-04 · a kept file is checked again as it was: columns, direction and the answer about its prices', async () => {
  const { saved, records } = memoryDevice()
  const start = () => {
    const shown = { last: EMPTY_CHECK_SNAPSHOT }
    return { session: new CheckSession((snapshot) => (shown.last = snapshot), records), shown }
  }
  const { session, shown } = start()
  await session.open(new File(['Име;а;б\nХляб;1,956;1,000\nСирене;3,912;2,000\n'], 'list.csv'), 'either')
  await session.compare({ national: 1, euro: 2 })
  await session.setDirection('eur-bgn')
  expect(shown.last.checked?.question).not.toBeNull()
  await session.answer('decimal')
  const before = shown.last.checked
  expect(before?.summary.checked).toBe(2)
  await session.keep()

  const later = start()
  expect(await later.session.openKept()).toBe('eur-bgn')
  expect(later.shown.last.checked).toEqual(before)
  // It is kept for one return.
  expect(saved.size).toBe(0)
  expect(await start().session.openKept()).toBeNull()

  // Another file takes its place.
  await session.keep()
  await session.open(new File(['Име;лв.;€\nХляб;1,96;1,00\n'], 'other.csv'), 'either')
  expect(await start().session.openKept()).toBeNull()
})

/** A check, and what the page sees of it. */
function startCheck(device = memoryDevice()) {
  const shown: CheckSnapshot[] = []
  const session = new CheckSession((snapshot) => shown.push(snapshot), device.records)
  return { session, device, shown, last: () => shown.at(-1) ?? EMPTY_CHECK_SNAPSHOT }
}

const PAIRS = 'Име;лв.;€\nХляб;1,96;1,01\nСирене;12,50;6,39\nМляко;3,10;1,60\n'
const fileOf = (text: string, name = 'list.csv') => new File([text], name)

it('CHECK-01 · a file shows its name while it is read, then its pairs, page by page', async () => {
  const { session, shown, last } = startCheck()
  await session.open(fileOf(PAIRS), 'bgn-eur')
  expect(shown[0]).toMatchObject({
    phase: 'reading',
    progress: 0,
    fileName: 'list.csv',
    error: null,
    checked: null,
  })
  expect(last()).toMatchObject({
    phase: 'done',
    error: null,
    checked: { direction: 'bgn-eur', summary: { checked: 3, off: 2 }, question: null },
  })
  expect(last().checked?.strip.dots.map(({ above }) => above)).toEqual(['0.01', null, '0.01'])
  expect((await session.page(0, 9)).map(({ name }) => name)).toEqual(['Хляб', 'Мляко'])
  expect((await session.page(1, 1)).map(({ name }) => name)).toEqual(['Мляко'])
  expect((await session.page(0, 1)).map(({ name }) => name)).toEqual(['Хляб'])
  const file = await session.givenFile()
  expect([file?.name, await file?.text()]).toEqual(['list.csv', PAIRS])
})

it('CHECK-01 · each change of the mismatches has a new revision, in the other direction the other price is off', async () => {
  const { session, last } = startCheck()
  await session.open(fileOf(PAIRS), 'bgn-eur')
  const { revision } = last()
  await session.setDirection('eur-bgn')
  expect(last()).toMatchObject({
    revision: revision + 1,
    checked: { direction: 'eur-bgn', summary: { off: 2 } },
  })
  // 1.01 euro are 1.98 lev, 1.60 are 3.13.
  expect(last().checked?.strip.dots.map(({ below }) => below)).toEqual(['-0.02', null, '-0.03'])
})

it('BULK-15 CHECK-01 · a file that cannot be read shows its error, and nothing of the one before', async () => {
  const { session, last } = startCheck()
  await session.open(fileOf(PAIRS), 'bgn-eur')
  await session.open(new File([new Uint8Array(20 * 1024 * 1024 + 1)], 'large.csv'), 'either')
  expect(last()).toMatchObject({
    phase: 'error',
    error: { code: 'too-big' },
    fileName: 'large.csv',
    checked: null,
  })
  expect(await session.page(0, 9)).toEqual([])
  expect(await session.givenFile()).toBeNull()
  await session.open(new File([new Uint8Array([0, 1, 2, 3])], 'list.xlsx'), 'either')
  expect(last()).toMatchObject({ phase: 'error', fileName: 'list.xlsx', checked: null })
})

it('CHECK-01 · without a file there is nothing to ask for', async () => {
  const { session, shown } = startCheck()
  expect(await session.reopen({ delimiter: ',' })).toBeNull()
  await session.compare(null)
  await session.answer('decimal')
  await session.setDirection('eur-bgn')
  expect(await session.keep()).toBe(false)
  expect(await session.givenFile()).toBeNull()
  expect(await session.page(0, 9)).toEqual([])
  expect(await session.offerCorrection('EUR', '')).toBeNull()
  await expect(session.exportMismatches('csv', 'bg')).rejects.toThrow('Nothing was checked.')
  await expect(session.exportProtocol('bg')).rejects.toThrow('Nothing was checked.')
  expect(shown).toEqual([])
  // The direction holds for the next file.
  await session.open(fileOf(PAIRS), 'either')
  expect(shown.at(-1)?.checked?.summary.off).toBe(2)
})

it('BULK-16 CHECK-01 · other choices read the file again; with those that cannot be, the last check stays', async () => {
  const { session, shown, last } = startCheck()
  const bytes = workbook({
    едно: [
      ['Име', 'лв.', '€'],
      ['Хляб', '1.96', '1.01'],
    ],
    друго: [
      ['Име', 'лв.', '€'],
      ['Сол', '1.96', '1.00'],
      ['Олио', '3.91', '2.00'],
    ],
    празен: [],
  })
  await session.open(new File([bytes], 'list.xlsx'), 'either')
  expect(last().checked?.summary).toMatchObject({ checked: 1, off: 1 })
  const from = shown.length
  expect(await session.reopen({ sheet: 'друго' })).toBeNull()
  expect(shown[from]).toMatchObject({ phase: 'reading', progress: 0, fileName: 'list.xlsx' })
  expect(last().checked?.summary).toMatchObject({ checked: 2, off: 0 })
  const before = last().checked
  expect(await session.reopen({ sheet: 'празен' })).not.toBeNull()
  expect(last()).toMatchObject({ phase: 'done', checked: before })
})

it('CHECK-01 · the user names the columns, or takes those of the titles again', async () => {
  const { session, last } = startCheck()
  await session.open(fileOf('Име;лв.;€;Стара €\nХляб;1,96;1,00;1,05\n'), 'bgn-eur')
  const found = last().checked?.columns
  expect(found).toMatchObject({ areNamed: false, pairs: found?.found })
  await session.compare({ national: 1, euro: 3 })
  expect(last().checked).toMatchObject({
    columns: { areNamed: true, pairs: [{ national: 1, euro: 3 }], found: found?.found },
    summary: { off: 1 },
  })
  await session.compare(null)
  expect(last().checked).toMatchObject({
    columns: { areNamed: false, pairs: found?.found },
    summary: { off: 0 },
  })
})

it('READ-10 CHECK-01 · an answer holds for its columns, and is asked for again with others', async () => {
  const { session, last } = startCheck()
  await session.open(fileOf('Име;лв.;€\nХляб;1,956;1,000\nСирене;3,912;2,000\n'), 'either')
  expect(last().checked?.question).not.toBeNull()
  await session.answer('thousands')
  expect(last().checked).toMatchObject({ question: null, summary: { checked: 2 } })
  await session.setDirection('bgn-eur')
  expect(last().checked?.question).toBeNull()
  await session.compare(null)
  expect(last().checked?.question).not.toBeNull()
})

it('READ-10 CHECK-01 · an answer about one sheet is none about another', async () => {
  const { session, last } = startCheck()
  const rows = [
    ['Име', 'лв.', '€'],
    ['Хляб', '1,956', '1,000'],
    ['Сирене', '3,912', '2,000'],
  ]
  await session.open(new File([workbook({ едно: rows, друго: rows })], 'list.xlsx'), 'either')
  await session.answer('thousands')
  expect(last().checked?.question).toBeNull()
  await session.reopen({ sheet: 'друго' })
  expect(last().checked?.question).not.toBeNull()
})

it('CHECK-04 · with a kept file stays what the check has found, the first five of it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_790_000_000_000 })
  const { session, device } = startCheck()
  const lines = Array.from({ length: 7 }, (_, i) => `Стока ${i};1,96;1,01`)
  const text = ['Име;лв.;€', 'Хляб;1,96;1,00', ...lines].join('\n')
  await session.open(fileOf(text), 'bgn-eur')
  expect(await session.keep()).toBe(true)
  expect(device.saved.get('checked')).toMatchObject({
    name: 'list.csv',
    choices: {},
    direction: 'bgn-eur',
    named: null,
    ambiguous: null,
    keptAt: 1_790_000_000_000,
    found: { direction: 'bgn-eur', checked: 8, off: 7 },
  })
  const { found } = device.saved.get('checked') as { found: { first: { name: string }[] } }
  expect(found.first.map(({ name }) => name)).toEqual([0, 1, 2, 3, 4].map((i) => `Стока ${i}`))
})

it('CHECK-04 · a kept file that cannot be read any more shows why', async () => {
  const { session, device } = startCheck()
  await session.open(fileOf(PAIRS), 'either')
  await session.keep()
  const kept = device.saved.get('checked') as object
  device.saved.set('checked', {
    ...kept,
    name: 'list.xlsx',
    bytes: new Uint8Array([80, 75, 3, 4]),
    ambiguous: 'decimal',
  })
  const later = startCheck(device)
  expect(await later.session.openKept()).toBe('either')
  expect(later.last()).toMatchObject({ phase: 'error', fileName: 'list.xlsx', checked: null })
  expect(later.last().error).not.toBeNull()
})

it('CHECK-03 · the mismatches are a list of their own', async () => {
  const { session } = startCheck()
  await session.open(fileOf(PAIRS), 'bgn-eur')
  const text = await (await session.exportMismatches('csv', 'bg')).text()
  expect(text).toContain('Хляб')
  expect(text).toContain('Мляко')
  expect(text).not.toContain('Сирене')
})

it('CHECK-03 · the protocol is a PDF with the hash of the file, and has the font of emoji only where a name has one', async () => {
  const fonts: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    fonts.push(url.includes('emoji') ? 'emoji' : 'text')
    const folder = url.includes('emoji') ? 'noto-emoji' : 'manrope'
    const path = url.slice(url.indexOf(`@expo-google-fonts/${folder}`))
    return new Response(await readFile(join('node_modules', path)))
  })
  const { session } = startCheck()
  await session.open(fileOf(PAIRS), 'bgn-eur')
  const pdf = await session.exportProtocol('bg')
  const hash = createHash('sha256').update(PAIRS).digest('hex')
  const texts = pdfTexts(new Uint8Array(await pdf.arrayBuffer()))
  expect(texts).toEqual(expect.arrayContaining(['list.csv', 'Хляб', 'Мляко']))
  expect(texts.join('')).toContain(hash)
  expect(fonts.toSorted()).toEqual(['text', 'text'])
  await session.open(fileOf(PAIRS.replace('Хляб', 'Хляб 🍞')), 'bgn-eur')
  await session.exportProtocol('bg')
  await session.open(fileOf(PAIRS, '🍞.csv'), 'bgn-eur')
  await session.exportProtocol('bg')
  expect(fonts.filter((font) => font === 'emoji')).toHaveLength(2)
})

it('CHECK-01 · of a file with more rows than one conversion takes all are checked, in each direction', async () => {
  let shown: CheckSnapshot = EMPTY_CHECK_SNAPSHOT
  const session = new CheckSession((snapshot) => (shown = snapshot), memoryDevice().records)
  const rows = `${'Хляб;1,96;1,00\n'.repeat(100_000)}Сирене;12,50;6,40\n`
  const file = new File([`Име;Цена лв.;Цена €\n${rows}`], 'list.csv')
  await session.open(file, 'either')
  // 12.50 lev are 6.39 euro.
  expect(shown.checked).toMatchObject({ isLarge: true, summary: { checked: 100_001, off: 1 } })
  expect(shown.checked?.file.warnings).toEqual([])
  expect(await session.page(0, 50)).toMatchObject([
    { row: 100_002, name: 'Сирене', expected: { euro: '6.39' } },
  ])
  expect(await session.offerCorrection('EUR', '')).toBeNull()
  expect(await session.keep()).toBe(false)
  expect(await session.givenFile()).toBe(file)
  // 1.00 euro are 1.96 lev, and 6.40 euro 12.52 lev.
  await session.setDirection('eur-bgn')
  expect(shown).toMatchObject({ phase: 'done', checked: { direction: 'eur-bgn', summary: { off: 1 } } })
  expect(await session.page(0, 50)).toMatchObject([{ expected: { national: '12.52' } }])
  await session.compare({ national: 2, euro: 1 })
  expect(shown.checked?.summary).toMatchObject({ checked: 100_001, off: 100_001 })
})
