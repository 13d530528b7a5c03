import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { JobRow } from '#api/conversions.ts'
import { emptyCounts } from '#pricelist/row.ts'
import type { ProtocolSummary } from '../types.ts'
import { fingerprintFile } from '../fingerprint.ts'
import { sumRounding, sumTotals } from '../results.ts'
import { findExceptions } from './exceptions.ts'
import { buildProtocol } from './protocol.ts'

const rows: JobRow[] = [
  {
    seq: 1,
    name: 'Чай',
    bgn: 12.5,
    eur: 6.39,
    invalid: false,
    originalPrice: '12.50',
    originalCurrency: 'BGN',
  },
]

const facts: ProtocolSummary = {
  filename: 'ceni.csv',
  createdAt: '2026-01-15T10:00:00.000Z',
  counts: { ...emptyCounts(), totalRows: 1, validRows: 1, tokenCost: 1 },
  totals: sumTotals(rows),
  rounding: sumRounding(rows),
  priceColumns: [],
  jobId: 'one',
  purpose: '',
  preparedBy: '',
  file: { bytes: 10, sha256: 'ab'.repeat(32) },
}

const protocol = (change: Partial<ProtocolSummary> = {}) =>
  buildProtocol(
    { kind: 'protocol-pdf', lang: 'en', rows, facts: { ...facts, ...change }, source: undefined },
    () => {},
  )

const hashIn = async (change: Partial<ProtocolSummary>) =>
  (await protocol(change)).facts.find(({ label }) => label === 'SHA-256')?.text

describe('the file of a protocol', () => {
  it('PROOF-03 · is told from every other by its SHA-256', async () => {
    const bytes = new TextEncoder().encode('Име;Цена\nЧай;12,50\n')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(await fingerprintFile(bytes)).toEqual({ bytes: bytes.length, sha256 })
  })

  it('PROOF-03 · without a secure connection there is no SHA-256, and the protocol says so', async () => {
    const own = Object.getOwnPropertyDescriptor(globalThis, 'crypto')
    Object.defineProperty(globalThis, 'crypto', { configurable: true, value: {} })
    try {
      expect(await fingerprintFile(new Uint8Array(3))).toEqual({ bytes: 3, sha256: null })
    } finally {
      if (own) Object.defineProperty(globalThis, 'crypto', own)
    }
    expect(await hashIn({ file: { bytes: 3, sha256: null } })).toMatch(/^Could not be computed: .*https/)
  })

  it('PROOF-03 · a file that is no longer there leaves what it would tell open', async () => {
    expect(await hashIn({ file: undefined })).toMatch(/^Could not be computed: the file/)
    expect((await protocol()).unknown).toMatch(/^Whether rows were changed by hand is not known/)
    expect((await protocol()).lineOf(0)).toBeNull()
  })

  it('PROOF-03 · a list that was converted in parts has the job of each, and says what is still to be converted', async () => {
    const { facts, unknown } = await protocol({ filename: null, jobIds: ['first', 'rest'], waiting: 184 })
    expect(facts.map(({ text }) => text)).toContain('first, rest')
    expect(unknown).toBe('184 prices of the same list are not converted yet and not part of this report.')
  })

  it('PROOF-03 · an exception has the whole name of the file', () => {
    const fullName = 'Наем на кафемашина, на месец, с ДДС'
    const row = { ...rows[0]!, name: fullName.slice(0, 25), fullName, invalid: true, bgn: null, eur: null }
    const known = { file: undefined, titles: [], lang: 'bg', isPartial: false } as const
    expect(findExceptions([row], known).map(({ name }) => name)).toEqual([fullName])
  })

  it('PROOF-03 · typed rows have neither', async () => {
    const typed = await protocol({ filename: null, file: undefined })
    expect(typed.facts.map(({ label }) => label)).not.toContain('SHA-256')
    expect(typed.unknown).toBeUndefined()
    expect(typed.exceptions).toEqual([])
  })
})
