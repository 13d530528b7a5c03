import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { memoryDevice } from '#test/device-records.ts'
import { startSiteServer } from '#test/site-server.ts'
import type { BulkBody } from '#api/conversions.ts'
import { toWireAmounts } from '#api/job-row.ts'
import { convertRow } from '#pricelist/row.ts'
import { type CheckedSource, Corrections, areRowsOf } from './corrections.ts'
import { CheckSession } from './session.ts'
import type { CheckSnapshot } from './types.ts'

const device = memoryDevice()

type Act = (response: ServerResponse, body: BulkBody) => unknown

let stop: () => void
let acts: Act[] = []
let requests: { path: string | undefined; key: IncomingHttpHeaders[string]; body: BulkBody }[] = []

/** Converts as the server does, with `off` euro added to the first price. */
const converting =
  (off = 0): Act =>
  (response, { rows }) => {
    const converted = rows.map((row, i) => {
      const { bgn, eur } = toWireAmounts(convertRow(row).money)
      return { seq: i + 1, name: row.name, bgn, eur: i === 0 && eur !== null ? eur + off : eur }
    })
    response.end(JSON.stringify({ rows: converted, newBalance: 13 }))
  }
const lose: Act = (response) => response.destroy()
const refuse =
  (status: number, code: string): Act =>
  (response) =>
    response.writeHead(status).end(JSON.stringify({ error: `${code} in words`, code }))

beforeAll(async () => {
  stop = await startSiteServer((request, response, body) => {
    const parsed = (body === '' ? {} : JSON.parse(body)) as BulkBody
    requests.push({ path: request.url, key: request.headers['idempotency-key'], body: parsed })
    acts.shift()?.(response, parsed)
  })
})

beforeEach(() => {
  acts = []
  requests = []
  device.saved.clear()
})

afterAll(() => stop())

const LIST =
  'Име;Цена лв.;Цена €\nХляб, пълнозърнест, нарязан;1,96;1,01\nСирене;12,50;6,39\nМляко;3,10;1,60\n'
const RIGHT = LIST.replace('1,01', '1,00').replace('1,60', '1,59')

async function checking(list = LIST) {
  let shown: CheckSnapshot | undefined
  const session = new CheckSession((snapshot) => (shown = snapshot), device.records)
  await session.open(new File([list], 'list.csv'), 'bgn-eur')
  expect(shown?.phase).toBe('done')
  return session
}

const OWNER = 'a@example.bg'
const OPTIONS = { headers: {}, owner: OWNER }

async function offered(session: CheckSession, replaced: 'BGN' | 'EUR' = 'EUR') {
  return (await session.offerCorrection(replaced, OWNER)) ?? expect.fail('There is no offer.')
}

async function textOf(outcome: Awaited<ReturnType<CheckSession['correct']>>): Promise<string> {
  return outcome.outcome === 'corrected' ? outcome.file.text() : expect.fail(outcome.outcome)
}

it('CHECK-04 · the offer counts the prices and sends nothing', async () => {
  const offer = await offered(await checking())
  expect(offer).toMatchObject({
    prices: 2,
    isOverLimit: false,
    kept: { formulas: 0, texts: 0 },
    extension: 'csv',
    isCharged: false,
    hasPendingSubmission: false,
  })
  expect(requests).toEqual([])
})

it('CHECK-04 · the originals are converted as any rows, and the file is given with the amounts of the answer', async () => {
  const session = await checking()
  const { id } = await offered(session)
  acts = [converting()]
  const outcome = await session.correct(id, OPTIONS)
  expect(outcome).toMatchObject({ outcome: 'corrected', balance: 13 })
  expect(await textOf(outcome)).toBe(RIGHT)
  expect(requests.map(({ body }) => body)).toEqual([
    {
      rows: [
        { name: 'Хляб, пълнозърнест, наряз', price: '1.96', currency: 'BGN' },
        { name: 'Мляко', price: '3.10', currency: 'BGN' },
      ],
      filename: 'list.csv',
      source: 'correction',
    },
  ])
})

it('CHECK-04 · in the other direction the originals are the prices in euro', async () => {
  const session = await checking()
  await session.setDirection('eur-bgn')
  const { id } = await offered(session, 'BGN')
  acts = [converting()]
  expect(await textOf(await session.correct(id, OPTIONS))).toBe(
    LIST.replace('1,96', '1,98').replace('3,10', '3,13'),
  )
  expect(requests[0]?.body.rows.map(({ price, currency }) => `${String(price)} ${currency}`)).toEqual([
    '1.01 EUR',
    '1.60 EUR',
  ])
})

it('CHECK-04 · asking again costs nothing; for another account it does', async () => {
  const session = await checking()
  const { id } = await offered(session)
  acts = [converting(), converting()]
  await session.correct(id, OPTIONS)
  expect((await offered(session)).isCharged).toBe(true)
  const again = await session.correct(id, OPTIONS)
  expect(again).toMatchObject({ outcome: 'corrected', balance: null })
  expect(await textOf(again)).toBe(RIGHT)
  // Also after a look at the other direction.
  await session.setDirection('eur-bgn')
  await offered(session, 'BGN')
  await session.setDirection('bgn-eur')
  expect(await offered(session)).toMatchObject({ id, isCharged: true })
  expect(requests).toHaveLength(1)
  expect(await session.offerCorrection('EUR', 'b@example.bg')).toMatchObject({ isCharged: false })
  await session.correct(id, { headers: {}, owner: 'b@example.bg' })
  expect(requests).toHaveLength(2)
})

it('CHECK-04 · after a reload the device knows what is paid, and by whom', async () => {
  const session = await checking()
  const { id } = await offered(session)
  acts = [converting()]
  await session.correct(id, OPTIONS)
  const reloaded = await checking()
  expect(await reloaded.offerCorrection('EUR', 'b@example.bg')).toMatchObject({ id, isCharged: false })
  expect(await offered(reloaded)).toMatchObject({ id, isCharged: true })
  expect(await textOf(await reloaded.correct(id, OPTIONS))).toBe(RIGHT)
  expect(requests).toHaveLength(1)
  expect(device.saved.get('corrected')).toEqual({ version: 1, paid: [`${OWNER} ${id}`] })
})

it('CHECK-04 · a device that does not know finds what the account has paid, and charges nothing', async () => {
  const session = await checking()
  const { id } = await offered(session)
  const give =
    (reply: unknown): Act =>
    (response) =>
      response.end(JSON.stringify(reply))
  const row = (name: string, originalPrice: string) => ({ name, originalPrice, originalCurrency: 'BGN' })
  const paid = [row('Хляб, пълнозърнест, наряз', '1.96'), row('Мляко', '3.10')]
  const jobs = [
    { id: 'conversion', source: 'upload', totalRows: 2 },
    { id: 'longer', source: 'correction', totalRows: 3 },
    { id: 'other', source: 'correction', totalRows: 2 },
    { id: 'same', source: 'correction', totalRows: 2 },
  ]
  acts = [give({ jobs }), give({ rows: paid.with(1, row('Мляко', '3.20')) })]
  acts.push(give({ rows: paid.with(0, row('Друго', '1.96')) }))
  expect(await session.recover(id, OPTIONS)).toEqual({ outcome: 'not-paid' })
  expect(await offered(session)).toMatchObject({ isCharged: false })
  acts = [give({ jobs }), give({ rows: paid.toReversed() }), give({ rows: paid })]
  const found = await session.recover(id, OPTIONS)
  expect(found).toMatchObject({ outcome: 'corrected', balance: null })
  expect(await textOf(found)).toBe(RIGHT)
  expect(await offered(session)).toMatchObject({ isCharged: true })
  expect(requests.every(({ key }) => key === undefined)).toBe(true)
  acts = [refuse(401, 'not_authenticated'), lose]
  expect(await session.recover(id, OPTIONS)).toMatchObject({ outcome: 'rejected', status: 401 })
  expect(await session.recover(id, OPTIONS)).toMatchObject({ outcome: 'unreachable' })
})

it('CHECK-04 · the device remembers the newest hundred', async () => {
  const earlier = Array.from({ length: 100 }, (_, i) => `${OWNER} ${i}`)
  device.saved.set('corrected', { version: 1, paid: earlier })
  const session = await checking()
  const { id } = await offered(session)
  acts = [converting()]
  await session.correct(id, OPTIONS)
  expect(device.saved.get('corrected')).toEqual({
    version: 1,
    paid: [`${OWNER} ${id}`, ...earlier.slice(0, 99)],
  })
})

it('CHECK-04 CONV-11 · after lost responses and a reload the same file has the same key', async () => {
  const session = await checking()
  const { id } = await offered(session)
  acts = [lose, lose, lose]
  expect(await session.correct(id, OPTIONS)).toMatchObject({ outcome: 'unreachable' })
  expect((await offered(session)).hasPendingSubmission).toBe(true)
  // Not the pending submission of the bulk mode.
  expect([...device.saved.keys()]).toEqual(['correcting'])
  const reloaded = await checking()
  const offer = await offered(reloaded)
  expect(offer).toMatchObject({ id, isCharged: false, hasPendingSubmission: true })
  acts = [converting()]
  await reloaded.correct(offer.id, OPTIONS)
  expect(new Set(requests.map(({ key }) => key))).toEqual(new Set([id]))
  expect(device.saved.get('correcting')).toBeUndefined()
})

it('CHECK-04 CONV-11 · another correction without a response does not hold up this one, which has its own key', async () => {
  const session = await checking()
  const { id } = await offered(session)
  device.saved.set('correcting', { version: 1, key: 'of another file', body: 'x', owner: OWNER })
  const reloaded = await checking()
  await offered(reloaded)
  acts = [converting()]
  expect(await textOf(await reloaded.correct(id, OPTIONS))).toBe(RIGHT)
  expect(requests.map(({ key }) => key)).toEqual([id])
})

it('CHECK-04 · other amounts than those of the check are an error, and no file is given', async () => {
  const session = await checking()
  const { id } = await offered(session)
  acts = [converting(0.01)]
  expect(await session.correct(id, OPTIONS)).toEqual({ outcome: 'differs' })
  expect((await offered(session)).isCharged).toBe(false)
})

it('CHECK-04 · a refusal has the sentence of the server; one about a deleted job leads to a new key', async () => {
  const session = await checking()
  const { id } = await offered(session)
  acts = [refuse(402, 'not_enough_tokens'), refuse(409, 'job_deleted'), converting()]
  expect(await session.correct(id, OPTIONS)).toMatchObject({
    outcome: 'rejected',
    status: 402,
    sentence: 'not_enough_tokens in words',
  })
  expect(await session.correct(id, OPTIONS)).toMatchObject({ outcome: 'rejected', status: 409 })
  expect(await session.correct(id, OPTIONS)).toMatchObject({ outcome: 'corrected' })
  const keys = requests.map(({ key }) => key)
  expect(keys.slice(0, 2)).toEqual([id, id])
  expect(keys[2]).not.toBe(id)
})

it('CHECK-04 · nothing is sent for an offer that has been replaced, and for a list without mismatches', async () => {
  const session = await checking()
  const { id } = await offered(session)
  await session.setDirection('eur-bgn')
  await offered(session, 'BGN')
  expect(await session.correct(id, OPTIONS)).toEqual({ outcome: 'not-sent' })
  const exact = await checking(RIGHT)
  const none = await offered(exact)
  expect(none.prices).toBe(0)
  expect(await exact.correct(none.id, OPTIONS)).toEqual({ outcome: 'not-sent' })
  expect(requests).toEqual([])
})

it('CHECK-04 · more prices than one conversion may have are not charged', async () => {
  // Two pairs in each row.
  const lines = Array.from({ length: 50_001 }, (_, i) => `a${i};1,96;1,01;3,10;1,60`)
  const session = await checking(
    ['Име;Редовна цена лв.;Редовна цена €;Промо цена лв.;Промо цена €', ...lines].join('\n'),
  )
  const offer = await offered(session)
  expect(offer).toMatchObject({ prices: 100_002, isOverLimit: true })
  expect(await session.correct(offer.id, OPTIONS)).toEqual({ outcome: 'not-sent' })
  expect(requests).toEqual([])
})

it('CHECK-04 · of the saved corrections of an account the newest twenty alike are compared', async () => {
  const session = await checking()
  const { id } = await offered(session)
  const jobs = Array.from({ length: 25 }, (_, i) => ({ id: `job-${i}`, source: 'correction', totalRows: 2 }))
  const give =
    (reply: unknown): Act =>
    (response) =>
      response.end(JSON.stringify(reply))
  acts = [give({ jobs }), ...jobs.map(() => give({ rows: [] }))]
  expect(await session.recover(id, OPTIONS)).toEqual({ outcome: 'not-paid' })
  expect(requests.map(({ path }) => path)).toEqual([
    '/api/convert/jobs',
    ...jobs.slice(0, 20).map((job) => `/api/convert/jobs/${job.id}`),
  ])
  // Nothing is looked for without an offer.
  expect(await session.recover('other', OPTIONS)).toEqual({ outcome: 'not-sent' })
  const exact = await checking(RIGHT)
  const none = await offered(exact)
  expect(await exact.recover(none.id, OPTIONS)).toEqual({ outcome: 'not-sent' })
  expect(requests).toHaveLength(21)
})

it.each([
  [OWNER, true],
  ['', true],
  ['b@example.bg', false],
])('CHECK-04 CONV-11 · a submission of %j without a response is told: %s', async (owner, isTold) => {
  const session = await checking()
  const { id } = await offered(session)
  device.saved.set('correcting', { version: 1, key: id, body: 'x', owner })
  const reloaded = await checking()
  expect((await offered(reloaded)).hasPendingSubmission).toBe(isTold)
})

it('CHECK-04 · a file that cannot be written has no offer', async () => {
  const corrections = new Corrections(device.records)
  const broken = { check: { mismatches: null } } as unknown as CheckedSource
  expect(await corrections.offer(broken, 'EUR', OWNER)).toBeNull()
})

it('CHECK-04 · a conversion that runs elsewhere keeps its key, and one that differs gets a new one', async () => {
  const session = await checking()
  const { id } = await offered(session)
  acts = [refuse(409, 'conversion_in_progress'), refuse(409, 'conversion_in_progress')]
  acts.push(refuse(409, 'conversion_in_progress'), refuse(409, 'idempotency_conflict'), converting())
  expect(await session.correct(id, OPTIONS)).toMatchObject({ outcome: 'rejected', status: 409 })
  expect(await session.correct(id, OPTIONS)).toMatchObject({ outcome: 'rejected', status: 409 })
  expect(await session.correct(id, OPTIONS)).toMatchObject({ outcome: 'corrected' })
  const keys = requests.map(({ key }) => key)
  expect(keys.slice(0, 4)).toEqual([id, id, id, id])
  expect(keys[4]).not.toBe(id)
})

it('CHECK-04 · rows are those of a job only with the same names, prices and currencies in their order', () => {
  const row = (name: string, price: string, currency: 'BGN' | 'EUR' = 'BGN') => ({ name, price, currency })
  const saved = (rows: ReturnType<typeof row>[]) =>
    rows.map(({ name, price, currency }) => ({
      name,
      originalPrice: price,
      originalCurrency: currency,
    })) as never
  const rows = [row('Хляб', '1'), row('Сол', '2')]
  expect(areRowsOf(saved(rows), rows)).toBe(true)
  for (const other of [
    [row('Чай', '1'), row('Сол', '2')],
    [row('Хляб', '1'), row('Сол', '3')],
    [row('Хляб', '1'), row('Сол', '2', 'EUR')],
    [row('Хляб', '1')],
    [...rows, row('Чай', '3')],
    rows.toReversed(),
  ])
    expect(areRowsOf(saved(rows), other)).toBe(false)
})
