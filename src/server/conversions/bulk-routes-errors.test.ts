import { describe, expect, it } from 'vitest'
import { me } from '#api/auth.ts'
import { convertBulk, listJobs } from '#api/conversions.ts'
import { onEachDatabase } from '#test/harness.ts'
import { makeRows } from '#test/server/reference.ts'
import { grantTokens } from '../tokens/ledger.ts'

const one = (price: unknown) => ({ name: 'x', price, currency: 'BGN' })

onEachDatabase((server) => {
  const refused = async (body: unknown) => {
    const user = await server().user()
    const { status, refusal } = await user.call(convertBulk, { body })
    expect((await user.call(me)).reply.tokens).toBe(15)
    expect((await user.call(listJobs)).reply.jobs).toEqual([])
    return [status, refusal.code]
  }

  /** Sends bytes as they are; nothing may be charged. */
  const nonsense = async (body: string | Buffer) => {
    const user = await server().user()
    const answer = await user.send(convertBulk, convertBulk.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    })
    expect((await user.call(me)).reply.tokens).toBe(15)
    return [answer.status, answer.refusal.code]
  }

  describe('a bulk conversion is rejected', () => {
    it.each([
      [{}],
      [{ rows: null }],
      [{ rows: {} }],
      [{ rows: 'x' }],
      [{ rows: { length: 5 } }],
      [[]],
      [null],
      ['x'],
      [1],
      [{ rows: [one('1')], filename: 5 }],
      [{ rows: [one('1')], filename: {} }],
      [{ rows: [one('1')], source: 'elsewhere' }],
    ])('API-03 · when its body is %j', async (body) => {
      expect(await refused(body)).toEqual([400, 'bad_request'])
    })

    it.each([[[]], [[one('')]], [[one('-1'), {}]]])(
      'CONV-04 · when none of its rows is valid: %j',
      async (rows) => {
        expect(await refused({ rows })).toEqual([400, 'no_valid_rows'])
      },
    )

    it('CONV-03 · when the balance is too small, with cost and balance in the error', async () => {
      const user = await server().user()
      const { status, refusal } = await user.call(convertBulk, {
        body: { rows: Array(16).fill(one('5')) },
        headers: { 'accept-language': 'en-GB,bg;q=0.5' },
      })
      expect(status).toBe(402)
      expect(refusal).toMatchObject({ code: 'not_enough_tokens', cost: 16, balance: 15 })
      expect(refusal.error).toBe('This needs 16 tokens and you have 15 tokens. Nothing was charged.')
      expect((await user.call(me)).reply.tokens).toBe(15)
      expect((await user.call(listJobs)).reply.jobs).toEqual([])
    })

    it('CONV-03 · never with a sufficient balance in the error, even when tokens are credited concurrently', async () => {
      const user = await server().user()
      const { db, time } = server()
      for (let round = 0; round < 12; round++) {
        const { tokens } = (await user.call(me)).reply
        const rows = makeRows(tokens + 1)
        const [, ...answers] = await Promise.all([
          grantTokens(db, { email: user.email, tokens: 2, note: 'test', at: time.now }),
          ...Array.from({ length: 6 }, () => user.bulk(rows)),
        ])
        for (const answer of answers) {
          if (answer.status === 200) continue
          expect(answer.status).toBe(402)
          expect(answer.refusal.balance).toBeLessThan(answer.refusal.cost ?? 0)
        }
      }
    })

    it('API-03 · when it has more rows than allowed', async () => {
      expect(await refused({ rows: Array(100_001).fill(0) })).toEqual([413, 'too_many_rows'])
    })

    it('API-03 · when nearly all of its rows are invalid: storing those costs no tokens', async () => {
      const bad = (count: number) => Array<unknown>(count).fill(one('x'))
      expect(await refused({ rows: [one('1'), ...bad(1021)] })).toEqual([413, 'too_many_invalid_rows'])
      const user = await server().user()
      const { stats } = (await user.bulk([one('1'), ...bad(1020)])).reply
      expect([stats.validRows, stats.invalidRows, stats.tokenCost]).toEqual([1, 1020, 1])
    })

    it('API-03 · before conversion, when many large ones of the account were rejected recently', async () => {
      const { time } = server()
      const user = await server().user()
      const dear = makeRows(6000)
      const cheap = { rows: dear.map((row, n) => (n < 10 ? row : { name: '', price: '' })) }
      const key = { headers: { 'idempotency-key': 'charged' } }
      const charged = (await user.call(convertBulk, { body: cheap, ...key })).reply
      for (let n = 0; n < 30; n++) expect((await user.bulk(dear)).status).toBe(402)
      const { status, headers } = await user.bulk(dear)
      expect([status, headers.get('retry-after')]).toEqual([429, '900'])
      expect((await user.call(convertBulk, { body: cheap, ...key })).reply, 'what is paid for').toEqual(
        charged,
      )
      expect((await user.call(convertBulk, { body: { rows: dear }, ...key })).status, 'is no other').toBe(429)
      expect((await user.bulk([one('1')])).status, 'small ones go on').toBe(200)
      time.now += 15 * 60_000
      expect((await user.bulk(dear)).status).toBe(402)
    })

    it('API-03 · without a session, before its body is read', async () => {
      const { status, refusal } = await server()
        .client()
        .call(convertBulk, { body: { rows: makeRows(5000) } })
      expect([status, refusal.code]).toEqual([401, 'not_authenticated'])
    })

    it('API-03 · when it is 10 MB of invalid JSON', async () => {
      expect(await nonsense('x'.repeat(10_000_000))).toEqual([400, 'bad_request'])
      expect(await nonsense(Buffer.alloc(10_000_000, 0xff))).toEqual([400, 'bad_request'])
      expect(await nonsense(`{"rows":[${'"'.repeat(10_000_000)}`)).toEqual([400, 'bad_request'])
    })

    it('API-03 · when it is deeply nested', async () => {
      expect(await nonsense('['.repeat(3_000_000) + ']'.repeat(3_000_000))).toEqual([400, 'bad_request'])
      expect(await nonsense('{"rows":'.repeat(100_000) + '1' + '}'.repeat(100_000))).toEqual([
        400,
        'bad_request',
      ])
      expect(await nonsense(`{"rows":[${'[],'.repeat(350_000)}[]]}`)).toEqual([413, 'too_many_rows'])
      expect(await nonsense('['.repeat(30_000))).toEqual([400, 'bad_request'])
    })

    it('API-03 · when it is not UTF-8, truncated or empty', async () => {
      const good = Buffer.from(JSON.stringify({ rows: [{ ...one('1'), name: 'Хляб' }] }))
      expect(await nonsense(good.subarray(0, -5))).toEqual([400, 'bad_request'])
      expect(
        await nonsense(Buffer.concat([good.subarray(0, 20), Buffer.from([0xcf, 0xeb]), good.subarray(20)])),
      ).toEqual([400, 'bad_request'])
      expect(await nonsense('')).toEqual([400, 'bad_request'])
    })

    it.each(['', 'a b', 'ключ'.repeat(2), 'k'.repeat(201)])('CONV-11 · when its key is %j', async (key) => {
      const user = await server().user()
      const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') }
      const { status, refusal } = await user.call(convertBulk, { body: { rows: [one('1')] }, headers })
      expect([status, refusal.code]).toEqual([400, 'bad_request'])
    })
  })
})
