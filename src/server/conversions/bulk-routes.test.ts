import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { me } from '#api/auth.ts'
import { convertBulk, getJob, listJobs } from '#api/conversions.ts'
import { onEachDatabase } from '#test/harness.ts'
import { expectConsistentLedger } from '#test/server/ledger-check.ts'
import { makeRows, referenceConversion } from '#test/server/reference.ts'

type Pair = { bgn: string; eur: string }
type Vectors = {
  bgnToEur: Pair[]
  eurToBgn: Pair[]
  moreDecimals: { amount: string; bgnToEur: string; eurToBgn: string }[]
}
const vectors: Vectors = JSON.parse(
  readFileSync(new URL('../../../test/vectors/conversion.json', import.meta.url), 'utf8'),
)

const one = (price: unknown, currency: unknown = 'BGN', name: unknown = 'x') => ({ name, price, currency })

onEachDatabase((server) => {
  describe('a bulk conversion', () => {
    it('CONV-03 · costs one token for each valid row, and is saved', async () => {
      const user = await server().user()
      const rows = [
        one('12.50', 'BGN', 'Хляб'),
        one('1', 'eur'),
        one('-5'),
        { name: '', price: '', currency: 'BGN' },
      ]
      const { reply } = await user.bulk(rows, { filename: 'Цени.csv' })
      const stats = { totalRows: 4, validRows: 2, invalidRows: 1, emptyRows: 1, tokenCost: 2 }
      expect(reply).toMatchObject({ newBalance: 13, job: { id: reply.jobId }, stats })
      expect(reply.rows).toEqual([
        {
          seq: 1,
          name: 'Хляб',
          bgn: 12.5,
          eur: 6.39,
          invalid: false,
          originalPrice: '12.50',
          originalCurrency: 'BGN',
        },
        { seq: 2, name: 'x', bgn: 1.96, eur: 1, invalid: false, originalPrice: '1', originalCurrency: 'EUR' },
        {
          seq: 3,
          name: 'x',
          bgn: null,
          eur: null,
          invalid: true,
          originalPrice: '-5',
          originalCurrency: 'BGN',
        },
        {
          seq: 4,
          name: '',
          bgn: null,
          eur: null,
          invalid: false,
          originalPrice: '',
          originalCurrency: 'BGN',
        },
      ])
      expect((await user.call(me)).reply.tokens).toBe(13)

      const totals = { bgn: 14.46, eur: 7.39 }
      const job = {
        id: reply.jobId,
        filename: 'Цени.csv',
        createdAt: reply.createdAt,
        totals,
        source: 'upload',
        part: null,
        ...stats,
      }
      expect((await user.call(listJobs)).reply.jobs).toEqual([job])
      const detail = await user.call(getJob, { params: { id: reply.jobId } })
      expect(detail.reply).toEqual({ job, rows: reply.rows })
      await expectConsistentLedger(server().db)
    })

    it('CONV-03 BULK-11 · counts and charges rows with an amount of 0.00, also when repeated with its key', async () => {
      const user = await server().user()
      // 0.009 lev are 0.0046 euro, 0.004 euro 0.0078 lev; 0.00978 lev are 0.005 euro, which is a cent.
      const rows = [one('0.009', 'BGN'), one('0.004', 'EUR'), one('0.00978', 'BGN'), one('0'), one('5')]
      const { reply } = await user.bulk(rows, { key: 'zeros' })
      expect(reply.stats).toEqual({
        totalRows: 5,
        validRows: 4,
        invalidRows: 1,
        emptyRows: 0,
        tokenCost: 4,
        zeroRows: 2,
      })
      expect((await user.bulk(rows, { key: 'zeros' })).reply).toEqual(reply)
    })

    it('RATE-01 · returns every amount of the test vectors', async () => {
      const fromBgn = vectors.bgnToEur.filter(({ bgn }) => Number(bgn) <= 9_999_999.99)
      const rows = [
        ...fromBgn.map(({ bgn }) => one(bgn, 'BGN')),
        ...vectors.eurToBgn.map(({ eur }) => one(eur, 'EUR')),
      ]
      const { reply } = await (await server().user(rows.length + 15)).bulk(rows)
      const amounts = [...fromBgn, ...vectors.eurToBgn].map(({ bgn, eur }) => [Number(bgn), Number(eur)])
      expect(reply.rows.map(({ bgn, eur }) => [bgn, eur])).toEqual(amounts)
    })

    it('RATE-02 · rounds prices with more decimals once', async () => {
      const rows = vectors.moreDecimals.flatMap(({ amount }) => [one(amount, 'BGN'), one(amount, 'EUR')])
      const { reply } = await (await server().user(rows.length + 15)).bulk(rows)
      const targets = reply.rows.map(({ bgn, eur }, index) => (index % 2 === 0 ? eur : bgn))
      const expected = vectors.moreDecimals.flatMap(({ bgnToEur, eurToBgn }) => [
        Number(bgnToEur),
        Number(eurToBgn),
      ])
      expect(targets).toEqual(expected)
    })

    it.each([
      ['on the main thread', 500],
      ['in a worker', 12_345],
    ])('RATE-02 · agrees with an independent calculation in big integers, %s', async (_where, count) => {
      const user = await server().user(count + 15)
      const rows = makeRows(count, count)
      const { reply } = await user.bulk(rows)
      const expected = rows.map(({ price, currency }) => referenceConversion(price, currency))
      expect(reply.rows.map(({ bgn, eur }) => ({ bgn, eur }))).toEqual(expected)
      const detail = await user.call(getJob, { params: { id: reply.jobId } })
      expect(detail.reply.rows).toEqual(reply.rows)
      expect(reply.newBalance).toBe(15)
    })

    it('CONV-03 · validates every price, and charges no invalid or empty one', async () => {
      const bad = [
        '-5',
        '0',
        '-0',
        'NaN',
        'Infinity',
        '1e3',
        '0x10',
        '1_000',
        '٣',
        '１２',
        '10000000',
        '9999999.995',
        '1.2.3',
        '1,5',
        '9'.repeat(100_000),
      ]
      const wrongTypes: unknown[] = [true, false, [1], { valueOf: 1 }, ['12'], { price: 1 }]
      const rows = [...bad, ...wrongTypes].map((price) => one(price))
      const user = await server().user()
      const { reply } = await user.bulk([
        ...rows,
        one('9999999.99'),
        one(12.5),
        { name: '', price: '   ', currency: 'BGN' },
      ])
      expect(reply.rows.slice(0, rows.length).filter(({ invalid }) => !invalid)).toEqual([])
      expect(reply.stats).toMatchObject({
        validRows: 2,
        invalidRows: rows.length,
        emptyRows: 1,
        tokenCost: 2,
      })
      expect(reply.newBalance).toBe(13)
      expect(Math.max(...reply.rows.map(({ originalPrice }) => originalPrice.length))).toBeLessThanOrEqual(64)
    })

    it('CONV-03 · treats a JSON number that overflows as an invalid row', async () => {
      const user = await server().user()
      const body =
        '{"rows":[{"name":"a","price":1e999,"currency":"BGN"},{"name":"b","price":-1e999,"currency":"BGN"},{"name":"c","price":1e309,"currency":"BGN"},{"name":"d","price":2,"currency":"BGN"}]}'
      const headers = { 'content-type': 'application/json' }
      const { reply } = await user.send(convertBulk, convertBulk.path, { method: 'POST', headers, body })
      expect(reply.stats).toMatchObject({ validRows: 1, invalidRows: 3 })
      expect(reply.rows.map(({ bgn }) => bgn)).toEqual([null, null, null, 2])
    })

    it.each(['USD', 'ЕUR', '', undefined, ['BGN'], '__proto__', 'constructor', null, 1])(
      'CONV-03 · treats a row with the currency %j as invalid',
      async (currency) => {
        const user = await server().user()
        const { reply } = await user.bulk([{ ...one('5'), currency }, one('5', ' bgn ')])
        expect(reply.rows.map(({ invalid }) => invalid)).toEqual([true, false])
        expect(reply.newBalance).toBe(14)
      },
    )

    it('API-03 · treats a row that is not an object as invalid', async () => {
      const user = await server().user()
      const { reply } = await user.bulk([null, 1, 'x', [], [one('5')], true, one('5')])
      expect(reply.stats).toMatchObject({ totalRows: 7, validRows: 1, invalidRows: 6, emptyRows: 0 })
    })

    it('API-03 · ignores cost, balance, user and results sent by the client', async () => {
      const user = await server().user()
      const victim = await server().user()
      const { reply } = await user.call(convertBulk, {
        body: {
          rows: [{ ...one('10'), bgn: 1, eur: 1, invalid: true, tokenCost: 0, seq: 99 }],
          tokens: 9999,
          tokenCost: 0,
          newBalance: 1e9,
          userId: victim.email,
          jobId: 'x',
        },
      })
      expect(reply.rows[0]).toMatchObject({ seq: 1, bgn: 10, eur: 5.11, invalid: false })
      expect(reply.newBalance).toBe(14)
      expect((await victim.call(listJobs)).reply.jobs).toEqual([])
    })

    it('BULK-10 · cleans names and the file name', async () => {
      const user = await server().user()
      const rows = [
        one('1', 'BGN', '<img src=x onerror=alert(1)>'),
        one('1', 'BGN', '👨‍👩‍👧'.repeat(30)),
        one('1', 'BGN', 5),
      ]
      const { reply } = await user.bulk(rows, { filename: '../../etc/<b>\u202egpj.csv' })
      expect(reply.rows.map(({ name }) => name)).toEqual(['img src=x onerror=alert(1', '👨‍👩‍👧'.repeat(25), '5'])
      expect((await user.call(listJobs)).reply.jobs[0]?.filename).toBe('<b>gpj.csv')
    })
  })
})
