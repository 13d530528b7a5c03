import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryDevice, memoryValues } from '#test/device-records.ts'
import { DeviceRecords } from './bulk-store.ts'
import type { KeyValues } from './key-values.ts'

const HOUR_MS = 60 * 60 * 1000

/** A whole record of each kind, with no more than is needed. */
const WHOLE = {
  rows: {
    version: 1,
    facts: { counts: {}, omitted: {}, inCurrency: {} },
    rows: [],
    ids: [],
    nextId: 1,
    problems: [],
    omissions: [],
    conversionKey: 'k',
    fileId: null,
  },
  file: { version: 1, id: 'f', bytes: new Uint8Array([1]) },
  results: {
    version: 1,
    facts: { totals: {}, rounding: {}, priceColumns: [], owner: '' },
    rows: [],
  },
  source: {
    version: 1,
    jobId: 'j',
    format: 'csv',
    bytes: new Uint8Array([1]),
    ids: [],
    rowChoices: { columns: { morePrices: [] } },
  },
  conversion: { version: 1, readingId: 'r', jobId: 'j' },
  sending: { version: 1, key: 'k', body: '{}', owner: '' },
  correcting: { version: 1, key: 'k', body: '{}', owner: '' },
  corrected: { version: 1, paid: ['a'] },
  checked: { version: 1, name: 'a.csv', bytes: new Uint8Array([1]), choices: {}, direction: 'either' },
} as const

type Key = keyof typeof WHOLE
const KEYS = Object.keys(WHOLE) as Key[]

/** A record with other properties at a path such as `facts.totals`. */
function withOther(record: object, path: string, value: unknown): unknown {
  const [key = '', ...rest] = path.split('.')
  const inner = (record as Record<string, unknown>)[key]
  return { ...record, [key]: rest.length === 0 ? value : withOther(inner as object, rest.join('.'), value) }
}

let device: ReturnType<typeof memoryDevice>
beforeEach(() => (device = memoryDevice()))
afterEach(() => void vi.useRealTimers())

describe('a record of the device', () => {
  it.each(KEYS)('BULK-12 · is loaded as it was saved: %s', async (key) => {
    expect(await device.records.save(key, WHOLE[key] as never)).toBe(true)
    expect(await device.records.loadSaved(key)).toEqual(WHOLE[key])
    expect(await device.records.hasSaved(key)).toBe(true)
    expect(await device.records.save(key, undefined)).toBe(true)
    expect(await device.records.loadSaved(key)).toBeUndefined()
    expect(await device.records.hasSaved(key)).toBe(false)
  })

  it.each<[Key, string, unknown]>([
    ...KEYS.map((key): [Key, string, unknown] => [key, 'version', 2]),
    ['rows', 'rows', {}],
    ['rows', 'ids', 'text'],
    ['rows', 'problems', undefined],
    ['rows', 'omissions', null],
    ['rows', 'nextId', '1'],
    ['rows', 'nextId', 1.5],
    ['rows', 'facts', undefined],
    ['rows', 'facts.counts', 1],
    ['rows', 'facts.omitted', 'text'],
    ['rows', 'conversionKey', ''],
    ['rows', 'fileId', undefined],
    ['file', 'id', 7],
    ['file', 'bytes', [1]],
    ['results', 'rows', {}],
    ['results', 'facts', undefined],
    ['results', 'facts.totals', 1],
    ['results', 'facts.rounding', undefined],
    ['results', 'facts.priceColumns', {}],
    ['results', 'facts.owner', undefined],
    ['source', 'jobId', undefined],
    ['source', 'format', 7],
    ['source', 'bytes', 'text'],
    ['source', 'ids', undefined],
    ['source', 'rowChoices', undefined],
    ['source', 'rowChoices.columns.morePrices', {}],
    ['conversion', 'readingId', undefined],
    ['conversion', 'jobId', 1],
    ['sending', 'key', undefined],
    ['sending', 'body', {}],
    ['correcting', 'owner', undefined],
    ['corrected', 'paid', 'a'],
    ['corrected', 'paid', ['a', 1]],
    ['checked', 'name', undefined],
    ['checked', 'bytes', [1]],
    ['checked', 'choices', undefined],
    ['checked', 'direction', undefined],
  ])('BULK-12 · that is damaged counts as none: %s with another %s (%o)', async (key, path, value) => {
    device.saved.set(key, withOther(WHOLE[key], path, value))
    expect(await device.records.loadSaved(key)).toBeUndefined()
    expect(await device.records.hasSaved(key)).toBe(true)
  })

  it('BULK-12 · of an earlier version is loaded in today’s form', async () => {
    const { ids: _, nextId: __, omissions: ___, ...earlier } = WHOLE.rows
    device.saved.set('rows', { ...earlier, lines: [2, 3], nextLine: 4, facts: { counts: {} } })
    expect(await device.records.loadSaved('rows')).toMatchObject({ ids: [2, 3], nextId: 4, omissions: [] })
  })
})

describe('deletion', () => {
  it('CONV-10 · of rows takes their file along, and only theirs', async () => {
    device.saved.set('rows', { ...WHOLE.rows, conversionKey: 'mine', fileId: 'f' })
    device.saved.set('file', WHOLE.file)
    await device.records.deleteRows('other')
    expect([...device.saved.keys()]).toEqual(['rows', 'file'])
    await device.records.deleteRows('mine')
    expect(device.saved.size).toBe(0)
  })

  it('CONV-10 · of rows leaves the file of others', async () => {
    device.saved.set('rows', { ...WHOLE.rows, conversionKey: 'mine', fileId: 'f' })
    device.saved.set('file', { ...WHOLE.file, id: 'other' })
    await device.records.deleteRows('mine')
    expect([...device.saved.keys()]).toEqual(['file'])
    await device.records.deleteFile('f')
    expect([...device.saved.keys()]).toEqual(['file'])
    await device.records.deleteFile('other')
    expect(device.saved.size).toBe(0)
  })

  it('CHECK-04 · of a kept file comes a day after it was kept, and at once where that is not known', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_790_000_000_000 })
    const keptAt = Date.now()
    device.saved.set('checked', { ...WHOLE.checked, keptAt })
    vi.setSystemTime(keptAt + 24 * HOUR_MS)
    await device.records.deleteOldCheck()
    expect(device.saved.has('checked')).toBe(true)
    vi.setSystemTime(keptAt + 24 * HOUR_MS + 1)
    await device.records.deleteOldCheck()
    expect(device.saved.has('checked')).toBe(false)
    device.saved.set('checked', WHOLE.checked)
    await device.records.deleteOldCheck()
    expect(device.saved.has('checked')).toBe(false)
  })

  it('CONV-10 AUTH-04 · of results keeps the rows, and at sign-out nothing stays', async () => {
    for (const key of KEYS) device.saved.set(key, WHOLE[key])
    await device.records.deleteResults()
    expect(KEYS.filter((key) => !device.saved.has(key))).toEqual(['results', 'source', 'conversion'])
    await device.records.clear()
    expect(device.saved.size).toBe(0)
  })
})

describe('a browser without storage', () => {
  const refuse = async () => {
    throw new DOMException('', 'InvalidStateError')
  }
  const none: KeyValues = { get: refuse, set: refuse, update: refuse, clear: refuse }
  const records = new DeviceRecords(none)

  it('BULK-12 · has no records, and nothing fails', async () => {
    expect(await records.hasSaved('rows')).toBe(false)
    expect(await records.loadSaved('rows')).toBeUndefined()
    expect(await records.save('rows', undefined)).toBe(false)
    await records.deleteRows('k')
    await records.deleteFile('f')
    await records.deleteOldCheck()
    await records.deleteResults()
    await records.clear()
  })

  it('BULK-12 · a record that cannot be migrated counts as none', async () => {
    const broken = new DeviceRecords({ ...memoryValues(), get: async () => ({ version: 1, facts: null }) })
    expect(await broken.loadSaved('results')).toBeUndefined()
    expect(await broken.loadSaved('rows')).toBeUndefined()
  })
})
