import { beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryDevice, memoryValues } from '#test/device-records.ts'
import { type ChosenColumns, History, parseEntries } from './history.ts'

const FILE = { owner: 'a', file: 'f', at: '2026-01-05T10:00:00.000Z', prices: 3 }
const COLUMNS = {
  owner: 'a',
  shape: 'csv 2 11 1f',
  chosenShape: 'csv 2 11 1f',
  foundHeader: 0,
  columns: { headerRow: 0, name: 0, price: 1, currency: null, otherPrice: null, morePrices: [] },
  defaultCurrency: 'BGN',
}

describe('the entries of a history record', () => {
  it('GUARD-02 · skips entries that are damaged or of another kind', () => {
    const entries = [
      null,
      FILE,
      undefined,
      7,
      'text',
      [],
      {},
      { ...FILE, prices: '3' },
      { ...FILE, owner: null },
    ]
    expect(parseEntries('converted', { version: 1, entries })).toEqual([FILE])
  })

  it('SHOP-02 · columns without owner, or incomplete, are skipped', () => {
    const { owner: _, ...ownerless } = COLUMNS
    const entries = [ownerless, { ...COLUMNS, columns: null }, null, COLUMNS, FILE]
    expect(parseEntries('columns', { version: 1, entries })).toEqual([COLUMNS])
  })

  it('GUARD-02 · is empty without a record, or with one of another version', () => {
    for (const saved of [
      undefined,
      null,
      'text',
      {},
      { version: 2, entries: [FILE] },
      { version: 1, entries: FILE },
    ])
      expect(parseEntries('converted', saved)).toEqual([])
  })
})

describe('the history of a device', () => {
  const [MINE, THEIRS] = ['a@example.bg', 'b@example.bg']
  const { owner: _, ...entry } = COLUMNS as ChosenColumns
  let device: ReturnType<typeof memoryDevice>
  let history: History
  beforeEach(() => {
    device = memoryDevice()
    history = device.history
  })

  it('GUARD-02 · knows the files that a user has converted, the newest conversion of each, and tells no other user', async () => {
    await history.saveConverted('f', MINE, '2026-01-05T10:00:00.000Z', 3)
    await history.saveConverted('g', MINE, '2026-01-06T10:00:00.000Z', 4)
    await history.saveConverted('f', MINE, '2026-01-07T10:00:00.000Z', 5)
    expect(await history.findConverted('f', MINE)).toMatchObject({
      at: '2026-01-07T10:00:00.000Z',
      prices: 5,
    })
    expect((await history.load('converted', MINE)).map(({ file }) => file)).toEqual(['f', 'g'])
    expect(await history.findConverted('h', MINE)).toBeUndefined()
    expect(await history.findConverted('f', THEIRS)).toBeUndefined()
    await history.saveConverted('f', THEIRS, '2026-01-08T10:00:00.000Z', 6)
    expect(await history.findConverted('f', MINE)).toMatchObject({ prices: 5 })
  })

  it('GUARD-02 · knows no conversion of a file without hash, nor without a user', async () => {
    await history.saveConverted(null, MINE, '2026-01-05T10:00:00.000Z', 3)
    await history.saveConverted('f', '', '2026-01-05T10:00:00.000Z', 3)
    expect(device.remembered.size).toBe(0)
  })

  it('GUARD-02 · holds no email, and other keys on another device', async () => {
    await history.saveConverted('f', MINE, '2026-01-05T10:00:00.000Z', 3)
    const other = memoryDevice()
    await other.history.saveConverted('f', MINE, '2026-01-05T10:00:00.000Z', 3)
    const ownerOn = ({ remembered }: typeof device) =>
      (remembered.get('converted') as { entries: { owner: string }[] }).entries[0]?.owner
    expect(ownerOn(device)).toMatch(/^[\da-f]{64}$/)
    expect(ownerOn(other)).not.toBe(ownerOn(device))
    expect(JSON.stringify([...device.remembered])).not.toContain('example.bg')
  })

  it('GUARD-02 · uses the salt that another tab saved concurrently, and deletes entries that an earlier version saved without a salt', async () => {
    device.remembered.set('converted', { version: 1, entries: [FILE] })
    await history.saveConverted('f', MINE, '2026-01-05T10:00:00.000Z', 3)
    const { entries } = device.remembered.get('converted') as { entries: unknown[] }
    expect(entries).toHaveLength(1)
    expect(entries).not.toContainEqual(FILE)
    const salt = device.remembered.get('salt')
    await Promise.all([history.load('converted', MINE), history.load('converted', THEIRS)])
    expect(device.remembered.get('salt')).toBe(salt)
    const fresh = memoryDevice()
    await Promise.all([MINE, THEIRS].map((email) => fresh.history.saveConverted('f', email, '2026', 1)))
    expect(await fresh.history.findConverted('f', MINE)).toBeDefined()
    expect(await fresh.history.findConverted('f', THEIRS)).toBeDefined()
  })

  it('GUARD-02 · keeps what another tab has saved since this one found no salt', async () => {
    const [values, at] = [memoryValues(), '2026-01-05T10:00:00.000Z']
    const slowTab: typeof values = {
      ...values,
      async set(key, value) {
        await values.set(key, value)
        await new History(values).saveConverted('theirs', MINE, at, 2)
      },
    }
    await new History(slowTab).saveConverted('own', MINE, at, 1)
    const entries = await new History(values).load('converted', MINE)
    expect(entries.map(({ file }) => file)).toEqual(['own', 'theirs'])
  })

  it('SHOP-02 · remembers columns without a user, too, apart from those of users', async () => {
    await history.save('columns', '', entry, () => true)
    expect(await history.load('columns', '')).toMatchObject([{ shape: COLUMNS.shape, owner: 'nobody' }])
    expect(await history.load('columns', MINE)).toEqual([])
    await history.save('columns', MINE, undefined, () => true)
    expect(await history.load('columns', '')).toHaveLength(1)
    await history.save('columns', '', undefined, () => true)
    expect(await history.load('columns', '')).toEqual([])
  })

  it.each([
    ['columns', 100, entry],
    ['converted', 1000, { file: 'f', at: '2026-01-05T10:00:00.000Z', prices: 1 }],
  ] as const)('SHOP-02 GUARD-02 · keeps the newest of %s, %i', async (key, count, entry) => {
    const numbered = (i: number) => ({ ...entry, [key === 'columns' ? 'shape' : 'file']: `${i}` }) as never
    const older = Array.from({ length: count - 1 }, (_, i) => ({
      ...(numbered(count - 2 - i) as object),
      owner: 'nobody',
    }))
    device.remembered.set(key, { version: 1, entries: older })
    for (const i of [count - 1, count]) await history.save(key, '', numbered(i), () => false)
    const kept = (await history.load(key, '')).map((one) => ('shape' in one ? one.shape : one.file))
    expect(kept).toEqual(Array.from({ length: count }, (_, i) => `${count - i}`))
  })

  it('AUTH-06 · loses the entries of a user whose account was deleted, and all of them when it is cleared', async () => {
    for (const email of [MINE, THEIRS]) {
      await history.saveConverted('f', email, '2026-01-05T10:00:00.000Z', 3)
      await history.save('columns', email, entry, () => false)
    }
    await history.deleteUser(MINE)
    expect(await history.load('converted', MINE)).toEqual([])
    expect(await history.load('columns', MINE)).toEqual([])
    expect(await history.load('converted', THEIRS)).toHaveLength(1)
    expect(await history.load('columns', THEIRS)).toHaveLength(1)
    expect(await history.clear()).toBe(true)
    expect(device.remembered.size).toBe(0)
  })

  it('GUARD-02 · saves nothing of a user where the browser has no hashes (insecure context)', async () => {
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(7) })
    await history.saveConverted('f', MINE, '2026-01-05T10:00:00.000Z', 3)
    vi.unstubAllGlobals()
    expect([...device.remembered.keys()]).toEqual(['salt'])
  })

  it('GUARD-02 · is empty without storage, and nothing fails', async () => {
    const refuse = async () => {
      throw new DOMException('', 'InvalidStateError')
    }
    const none = new History({ get: refuse, set: refuse, update: refuse, clear: refuse })
    for (const email of ['', MINE]) {
      await none.saveConverted('f', email, '2026-01-05T10:00:00.000Z', 3)
      await none.save('columns', email, entry, () => true)
      expect(await none.load('columns', email)).toEqual([])
    }
    expect(await none.clear()).toBe(false)
  })
})
