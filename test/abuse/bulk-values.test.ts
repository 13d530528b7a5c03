import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { me } from '#api/auth.ts'
import { type BulkReply, convertBulk, getJob, listJobs } from '#api/conversions.ts'
import type { Answer } from '../server/client.ts'
import { pseudoRandom, referenceConversion } from '../server/reference.ts'
import { type Caller, withAbuseServer } from './abuse-server.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

const named = (price: unknown, currency: unknown = 'BGN') => ({ name: 'x', price, currency })

/** Sends a body byte for byte. */
const sendText = (user: Caller, body: string): Promise<Answer<BulkReply>> =>
  user.send(convertBulk, convertBulk.path, { method: 'POST', headers: JSON_TYPE, body })

/**
 * Asserts that only valid rows were charged, that exactly these have two amounts, and that the stored rows
 * equal the reply.
 * @returns the amount in leva of each row, or null
 */
async function settled(
  user: Caller,
  before: number,
  { reply }: Answer<BulkReply>,
): Promise<(number | null)[]> {
  const valid = reply.rows.filter(({ bgn }) => bgn !== null)
  for (const { bgn, eur, invalid } of reply.rows)
    expect([invalid && bgn !== null, (bgn === null) === (eur === null)]).toEqual([false, true])
  for (const { bgn, eur } of valid) expect([Number.isFinite(bgn), Number.isFinite(eur)]).toEqual([true, true])
  expect(reply.stats).toMatchObject({
    totalRows: reply.rows.length,
    validRows: valid.length,
    invalidRows: reply.rows.filter(({ invalid }) => invalid).length,
    tokenCost: valid.length,
  })
  expect(reply.newBalance).toBe(before - valid.length)
  expect((await user.call(me)).reply.tokens).toBe(reply.newBalance)
  expect((await user.call(getJob, { params: { id: reply.jobId } })).reply.rows).toEqual(reply.rows)
  return reply.rows.map(({ bgn }) => bgn)
}

/** Texts that are a price, and the plain decimal that they mean. */
const PRICES: [text: string, price: string][] = [
  ['9999999.99', '9999999.99'],
  ['9999999.9900000000', '9999999.99'],
  ['00005', '5'],
  [`${'0'.repeat(63)}7`, '7'],
  [`1.${'0'.repeat(62)}`, '1'],
  ['5.', '5'],
  ['.5', '0.5'],
  [' 6 ', '6'],
  ['\t7\n', '7'],
  ['\u00a08\u3000', '8'],
  ['0.001', '0.001'],
  ['0.005', '0.005'],
]

/** Values that are not prices: other digits, code, spreadsheet errors, and attacks. */
const NO_PRICES = [
  ...'-5 0 -0 +5 0.000 . 5.. 1.2.3 ..5 --5 −5 –5 5- (5)'.split(' '),
  ...'NaN Infinity -Infinity null undefined true 1e3 1E3 1e-400 0x10 0b11 0o17 1_000 5n 5f 1L'.split(' '),
  ..."1,5 1,000 1,000.50 1.000,50 1'000 1’000 1\u00a0000 1\u2009000 ١٬٠٠٠ ٣٫٥".split(' '),
  ...'٣ १२ ১ ๓ １２ １２．５ 12．5 12。5 𝟏𝟐 ① Ⅻ ½ ² 五 〇'.split(' '),
  ...'\u200b5 5\u200b \u200d5 5\u2060 \u202e5 5\u202c \u20665\u2069 \u061c5 \u00ad5 \u180e5'.split(' '),
  ...'5\u0000 \u00005 5\u0007 \ud8005 5\udc00 5\ufffd 5\u0301 5\ufe0f\u20e3'.split(' '),
  ...'10000000 9999999.991 9999999.995 5лв. €5 5% 1/2 2*3 =1+1 @SUM(1) <b>5</b> ${7*7}'.split(' '),
  '1 000',
  '5 лв',
  '5 BGN',
  '[object Object]',
  "5'; drop table job;--",
  '9'.repeat(300),
  '9'.repeat(100_000),
  `1.${'0'.repeat(63)}`,
]

withAbuseServer({}, (getTarget) => {
  describe('prices of a bulk conversion', () => {
    it('API-03 · C35 · valid prices are charged and converted exactly, others cost nothing', async () => {
      const user = await getTarget().user(100)
      const texts = [...PRICES.map(([text]) => text), ...NO_PRICES]
      const answer = await user.bulk([
        ...texts.map((text) => named(text)),
        ...texts.map((text) => named(text, 'EUR')),
      ])
      await settled(user, 100, answer)
      const { rows } = answer.reply
      for (const [index, text] of texts.entries())
        for (const [row, currency] of [
          [rows[index], 'BGN'],
          [rows[index + texts.length], 'EUR'],
        ] as const) {
          const price = PRICES.find(([own]) => own === text)?.[1]
          const worth = price === undefined ? { bgn: null, eur: null } : referenceConversion(price, currency)
          expect(row, `${JSON.stringify(text.slice(0, 80))} ${currency}`).toMatchObject({
            ...worth,
            invalid: price === undefined,
          })
        }
    })

    it('API-03 · C35 · a row without a price is empty or invalid, and costs nothing', async () => {
      const user = await getTarget().user()
      const nothing = ['', '   ', '\u00a0\t\n', null, undefined]
      const rows = nothing.flatMap((price) => [named(price), { ...named(price), name: '' }])
      const { reply } = await user.bulk([...rows, named('1')])
      expect(reply.stats).toMatchObject({ validRows: 1, invalidRows: 5, emptyRows: 5, tokenCost: 1 })
      expect((await user.call(me)).reply.tokens).toBe(14)
    })

    it('API-03 · C35 · only ASCII digits count, and only white space is allowed around a price', async () => {
      const user = await getTarget().user()
      const all = Array.from({ length: 0x110000 }, (_, code) => code).filter((c) => c < 0xd800 || c > 0xdfff)
      const signs = all.map((code) => String.fromCodePoint(code))
      const numbers = signs.filter((sign) => /\p{N}/u.test(sign) && !/\d/.test(sign))
      const unseen = signs.filter((sign) => /[\p{Cf}\p{Cc}\p{M}\p{Sc}\p{Pd}]/u.test(sign) && !/\s/.test(sign))
      expect([numbers.length > 1500, unseen.length > 2000]).toEqual([true, true])
      const texts = [
        ...numbers.flatMap((sign) => [sign, `1${sign}`]),
        ...unseen.flatMap((sign) => [`${sign}1`, `1${sign}`]),
      ]
      for (let start = 0, before = 15; start < texts.length; start += 1000, before--) {
        const some = texts.slice(start, start + 1000)
        const answer = await user.bulk([...some.map((text) => named(text)), named('3')])
        const amounts = await settled(user, before, answer)
        expect(amounts.flatMap((bgn, index) => (bgn === null ? [] : [some[index] ?? bgn]))).toEqual([3])
      }
    })

    it('API-03 · C35 · JSON numbers are accepted exactly when their shortest text is a price', async () => {
      const user = await getTarget().user()
      const taken: [json: string, price: string][] = [
        ['12.5', '12.5'],
        ['1E1', '10'],
        ['3.0', '3'],
        ['9999999.99', '9999999.99'],
        ['0.1000000000000000055511151231257827', '0.1'],
        [`0.2${'0'.repeat(1000)}`, '0.2'],
        ['1e0', '1'],
      ]
      const refused = [
        ...'1e999 -1e999 1e309 1e-400 -0 0 -1 1e21 1e-7 5e-324 1.7976931348623157e308'.split(' '),
        ...'9999999.995 10000000 123456789012345678901234567890'.split(' '),
        ...'true false [1] ["1"] [] {} {"valueOf":1} {"toString":"1"} {"length":1} [[1]]'.split(' '),
        '9'.repeat(1000),
        `1${'0'.repeat(400)}`,
      ]
      const rows = [...taken.map(([json]) => json), ...refused].map(
        (json) => `{"name":"x","price":${json},"currency":"BGN"}`,
      )
      const amounts = await settled(user, 15, await sendText(user, `{"rows":[${rows.join(',')}]}`))
      expect(amounts).toEqual([
        ...taken.map(([, price]) => referenceConversion(price, 'BGN').bgn),
        ...refused.map(() => null),
      ])
    })

    it('API-03 · C35 · of random digits, points and look-alike characters only plain decimals are charged', async () => {
      const piece = fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...'0123456789') },
        { weight: 2, arbitrary: fc.constant('.') },
        fc.constantFrom(...' \u00a0\u200b\u202e,+-eExX_\u0000٣१１．·', '\ud800', '9999999', '000', '.99'),
      )
      const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
      const texts = fc.array(text, { minLength: 1, maxLength: 250 })
      const user = await getTarget().user(3000)
      let balance = 3000
      await fc.assert(
        fc.asyncProperty(texts, async (some) => {
          const answer = await user.bulk([...some, '1'].map((price) => named(price)))
          const amounts = await settled(user, balance, answer)
          balance = answer.reply.newBalance
          expect(amounts.map((bgn) => bgn !== null)).toEqual([...some.map(isPlainPrice), true])
        }),
        { numRuns: 8 },
      )
    })
  })

  describe('currencies of a bulk conversion', () => {
    it('API-03 · C37 · two codes are accepted, in any case; any other makes the row invalid', async () => {
      const user = await getTarget().user()
      const known = ['BGN', 'EUR', 'bgn', 'eUr', ' BGN ', '\nEUR']
      const unknown: unknown[] = [
        ...'USD ЕUR EUЯ ВGN ＢＧＮ BGN\u0000 BGN\u200b \u202eBGN BGNBGN лв €'.split(' '),
        ...'__proto__ constructor toString hasOwnProperty valueOf 0 null'.split(' '),
        'B GN',
        '',
        'BGN'.repeat(30_000),
        undefined,
        null,
        0,
        true,
        ['BGN'],
        { BGN: 1 },
        { toString: 'BGN' },
      ]
      const answer = await user.bulk(
        [...known, ...unknown].map((code) => ({ name: 'x', price: '2', currency: code })),
      )
      const amounts = await settled(user, 15, answer)
      const [lev, euro] = [2, 3.91]
      expect(amounts).toEqual([lev, euro, lev, euro, lev, euro, ...unknown.map(() => null)])
      for (const { originalCurrency } of answer.reply.rows) expect(originalCurrency.length).toBeLessThan(17)
    })
  })

  describe('rows of a bulk conversion', () => {
    it('API-03 · C35 · that are not objects, or have keys like __proto__, are validated by their own fields only', async () => {
      const user = await getTarget().user()
      const none = [
        ...'null 1 "x" true [] ["x","1","BGN"] [{"price":1,"currency":"BGN"}] {} {"rows":[]}'.split(' '),
        '{"__proto__":{"name":"x","price":1,"currency":"BGN"}}',
        '{"constructor":{"prototype":{"price":1,"currency":"BGN"}}}',
        '{"Price":1,"Currency":"BGN"}',
      ]
      const one = [
        '{"name":"x","price":"1","currency":"BGN","__proto__":{"price":"2"},"constructor":1,"hasOwnProperty":0}',
        '{"name":{"toString":"x"},"price":"1","currency":"BGN","toJSON":"x","valueOf":"y","then":"z"}',
        '{"name":"x","price":"x","currency":"USD","price":"1","currency":"BGN"}',
        '{"name":"x","price":"1","currency":"BGN","bgn":9,"eur":9,"invalid":true,"seq":-1,"tokenCost":0}',
      ]
      const amounts = await settled(
        user,
        15,
        await sendText(user, `{"rows":[${[...none, ...one].join(',')}]}`),
      )
      expect(amounts).toEqual([...none.map(() => null), ...one.map(() => 1)])
    })

    it('API-03 · C35 · that are empty or invalid cannot store megabytes for one token', async () => {
      const user = await getTarget().user()
      const random = pseudoRandom(35)
      const pick = (letters: string, count: number) =>
        Array.from({ length: count }, () => letters[Math.floor(random.next().value * letters.length)]).join(
          '',
        )
      const any = String.fromCharCode(...Array.from({ length: 5000 }, (_, n) => 0x4e00 + n))
      const spaces = ' \t\n\v\f\r\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u3000'
      const empty = Array.from({ length: 30_000 }, () => ({
        name: pick('<>', 25),
        price: pick(spaces, 64),
        currency: pick(any, 16),
      }))
      const invalid = Array.from({ length: 1000 }, () => named(pick(any, 64), pick(any, 16)))
      const { reply } = await user.bulk([named('1'), ...empty, ...invalid])
      expect(reply.stats).toMatchObject({ validRows: 1, emptyRows: 30_000, invalidRows: 1000, tokenCost: 1 })
      const chunks = await getTarget()
        .db.selectFrom('job_chunk')
        .select('rows')
        .where('job_id', '=', reply.jobId)
        .execute()
      expect(chunks.reduce((sum, { rows }) => sum + rows.length, 0)).toBeLessThan(400_000)
    })

    it('API-03 · C35 · too many or without a price cost nothing and store nothing', async () => {
      const user = await getTarget().user()
      const garbage = (count: number) => `{"rows":[${'{"name":"x","price":"y"},'.repeat(count - 1)}0]}`
      for (const [body, status] of [
        [garbage(100_000), 400],
        [garbage(100_001), 413],
        ['{"rows":{"length":5}}', 400],
        ['{"__proto__":{"rows":[{"price":"1","currency":"BGN"}]}}', 400],
        ['{"rows":[{"price":"1","currency":"BGN"}],"rows":{}}', 400],
      ] as const)
        expect((await sendText(user, body)).status, body.slice(0, 60)).toBe(status)
      expect((await user.call(me)).reply.tokens).toBe(15)
      expect((await user.call(listJobs)).reply.jobs).toEqual([])
    })
  })

  describe('names of a bulk conversion', () => {
    it('API-03 · C47 · of files are text of limited length, without folders and direction marks', async () => {
      const user = await getTarget().user(40)
      const kept: [name: string, stored: string | null][] = [
        ['<script>alert(1)</script>.csv', 'script>.csv'],
        ['<script>alert(1)<x>.csv', '<script>alert(1)<x>.csv'],
        ['x" onmouseover="alert(1)', 'x" onmouseover="alert(1)'],
        ['\u202egpj.csv', 'gpj.csv'],
        ['../../etc/passwd', 'passwd'],
        ['C:\\Users\\me\\цени.csv', 'цени.csv'],
        ['a\r\nSet-Cookie: x=1.csv', 'aSet-Cookie: x=1.csv'],
        ['a\u0000b\u2028c.csv', 'abc.csv'],
        ['\ud800.csv', '\ufffd.csv'],
        ['x'.repeat(5000), 'x'.repeat(120)],
        ['😀'.repeat(1000), '😀'.repeat(120)],
        ['__proto__', '__proto__'],
        ['\u202e\u0007', null],
        ['../..', '..'],
        ['', null],
      ]
      for (const [filename, stored] of kept) {
        const answer = await user.bulk([named('1')], { filename })
        expect([answer.status, answer.headers.getSetCookie()], filename.slice(0, 60)).toEqual([200, []])
        const [job] = (await user.call(listJobs)).reply.jobs
        expect(job?.filename, filename.slice(0, 60)).toBe(stored)
      }
      for (const filename of [1, true, [], ['a.csv'], {}, { toString: 'a' }]) {
        const { status } = await user.call(convertBulk, { body: { rows: [named('1')], filename } })
        expect(status, JSON.stringify(filename)).toBe(400)
      }
      for (const source of [null, 1, 'UPLOAD', 'upload ', ['upload'], '__proto__']) {
        const { status } = await user.call(convertBulk, { body: { rows: [named('1')], source } })
        expect(status, JSON.stringify(source)).toBe(400)
      }
      expect((await user.call(me)).reply.tokens).toBe(40 - kept.length)
    })

    it('API-03 · C47 · of products lose angle brackets and have at most 25 characters', async () => {
      const user = await getTarget().user()
      const names: [name: unknown, kept: string][] = [
        ['<img src=x onerror=alert(1)>', 'img src=x onerror=alert(1'],
        ['"><svg onload=alert(1)>', '"svg onload=alert(1)'],
        ['{{7*7}}', '{{7*7}}'],
        ['javascript:alert(1)', 'javascript:alert(1)'],
        ['\u202eцени\u0000\r\nx', 'цени x'],
        ['👩‍👩‍👧'.repeat(40), '👩‍👩‍👧'.repeat(25)],
        ['\ud83d', '\ufffd'],
        [{ toString: 'x' }, ''],
        [['x'], ''],
      ]
      const { reply } = await user.bulk(names.map(([name]) => ({ name, price: '1', currency: 'BGN' })))
      expect(reply.rows.map(({ name }) => name)).toEqual(names.map(([, kept]) => kept))
    })
  })
})

/** Whether the text is a plain decimal above 0 and within the maximum, computed without the product's code. */
function isPlainPrice(text: string): boolean {
  const [whole = '', fraction = '', ...rest] = text.trim().split('.')
  if (rest.length > 0 || whole + fraction === '' || /[^0-9]/.test(whole + fraction)) return false
  const value = BigInt(`${whole}${fraction.padEnd(10, '0')}`)
  return value > 0n && value <= 99_999_999_900_000_000n
}
