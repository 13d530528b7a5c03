import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { getJob, listJobs } from '#api/conversions.ts'
import { getFile } from '#api/stored-files.ts'
import { DIALECTS, type TestServer, makePlace, startServer } from '#test/harness.ts'
import { LISTED, areCataloguesThere, pathOfListed, readListed } from '#test/listed-catalogues.ts'
import { zip } from '#test/fixtures/catalogues/zips.ts'
import { levro, scratchFolder } from '#test/levro-command.ts'
import { referenceAmount } from '#test/reference-rate.ts'
import { addedApiKey, bearer } from '#test/server/api-keys.ts'
import { balanceOf, expectConsistentLedger } from '#test/server/ledger-check.ts'
import { type SentFile, sendFile } from '#test/server/sent-file.ts'
import { makeFileConverter } from './pool.ts'

const CSV = 'Име;Цена лв.\nЧай;1,95\nКафе;12,40\n'
/** By hand: 1.95 / 1.95583 = 0.99702…, 12.40 / 1.95583 = 6.34001… */
const CONVERTED = 'Име;Цена лв.;Цена евро\nЧай;1,95;1,00\nКафе;12,40;6,34\n'

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

const { folder, file: scratch } = scratchFolder()

describe.each(DIALECTS)('%s', (dialect) => {
  async function start(): Promise<TestServer> {
    const place = await makePlace(dialect)
    onTestFinished(place.remove)
    const server = await startServer({ ...place.settings, LOG_LEVEL: 'silent' })
    onTestFinished(server.stop)
    return server
  }

  async function startWithKey(tokens = 100, scopes: ('convert' | 'check' | 'read')[] = ['convert', 'check']) {
    const server = await start()
    const user = await server.user(tokens)
    const { key } = await addedApiKey(server, user, { scopes })
    const convert = (sent: SentFile) => sendFile(server.origin, key, sent)
    const check = (sent: SentFile) => sendFile(server.origin, key, sent, '/api/v1/files/check')
    return { server, user, key, convert, check }
  }

  it('OPEN-02 · a file comes back with its new prices, is charged for each of them and saved as a job', async () => {
    const { server, user, convert } = await startWithKey()
    const sent = await convert({ body: CSV, query: { name: 'цени.csv' } })
    expect([sent.status, sent.text]).toEqual([200, CONVERTED])
    expect(sent.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(sent.headers.get('content-disposition')).toBe(
      `attachment; filename="____.csv"; filename*=UTF-8''%D1%86%D0%B5%D0%BD%D0%B8.csv`,
    )
    expect(sent.headers.get('levro-tokens-charged')).toBe('2')
    expect(sent.headers.get('levro-tokens-left')).toBe('98')
    expect(await balanceOf(server.db, user.email)).toBe(98)
    const { jobs } = (await user.call(listJobs)).reply
    expect(jobs.map(({ id, filename, source, tokenCost }) => ({ id, filename, source, tokenCost }))).toEqual([
      { id: sent.headers.get('levro-job'), filename: 'цени.csv', source: 'upload', tokenCost: 2 },
    ])
    const { rows } = (await user.call(getJob, { params: { id: jobs[0]!.id } })).reply
    expect(rows.map(({ name, bgn, eur }) => [name, bgn, eur])).toEqual([
      ['Чай', 1.95, 1],
      ['Кафе', 12.4, 6.34],
    ])
    await expectConsistentLedger(server.db)
  })

  it('OPEN-02 CONV-11 · a repeat with the same key gets the same file and is charged once', async () => {
    const { server, user, convert } = await startWithKey()
    const headers = { 'idempotency-key': 'list-1' }
    const first = await convert({ body: CSV, query: { name: 'a.csv' }, headers })
    const again = await Promise.all(
      [1, 2, 3].map(() => convert({ body: CSV, query: { name: 'a.csv' }, headers })),
    )
    for (const one of again) {
      expect([one.status, one.text]).toEqual([200, first.text])
      for (const name of ['levro-job', 'levro-tokens-charged', 'levro-tokens-left'])
        expect(one.headers.get(name), name).toBe(first.headers.get(name))
    }
    const others: SentFile[] = [
      { body: `${CSV}Мед;3,00\n`, query: { name: 'a.csv' } },
      { body: CSV, query: { name: 'b.csv' } },
      { body: CSV, query: { name: 'a.csv', place: 'replace' } },
    ]
    for (const other of others) {
      const refused = await convert({ ...other, headers })
      expect([refused.status, refused.json()['code']]).toEqual([409, 'idempotency_conflict'])
    }
    expect(await balanceOf(server.db, user.email)).toBe(98)
    await expectConsistentLedger(server.db)
  })

  it('OPEN-02 · forms of several programs, and a recipe in them', async () => {
    const { convert } = await startWithKey()
    const form = new FormData()
    form.append('file', new Blob([CSV]), 'цени.csv')
    const recipe = {
      version: 1,
      titles: ['Име', 'Цена лв.'],
      columns: { prices: [{ title: 'Цена лв.' }] },
      answers: { placement: 'replace' },
    }
    form.append('recipe', JSON.stringify(recipe))
    const replaced = await convert({ body: form })
    expect([replaced.status, replaced.text]).toEqual([200, 'Име;Цена евро\nЧай;1,00\nКафе;6,34\n'])
    // The query comes first.
    const own = new FormData()
    own.append('file', new Blob([CSV]), 'цени.csv')
    own.append('recipe', JSON.stringify(recipe))
    expect((await convert({ body: own, query: { place: 'after' } })).text).toBe(CONVERTED)
    // As .NET writes it: without quotes, and with both forms of the name.
    const dotnet = [
      '--b-1',
      'Content-Type: text/csv',
      'Content-Disposition: form-data; name=file; filename="=?utf-8?B?0YbQtdC90LguY3N2?="; filename*=utf-8\'\'%D1%86%D0%B5%D0%BD%D0%B8.csv',
      '',
      CSV,
      '--b-1--',
      '',
    ].join('\r\n')
    const sent = await convert({
      body: encode(dotnet),
      headers: { 'content-type': 'multipart/form-data; boundary="b-1"' },
    })
    expect([sent.status, sent.text]).toEqual([200, CONVERTED])
  })

  it('OPEN-02 · a choice that would have no effect is refused, and costs nothing', async () => {
    const { server, user, convert } = await startWithKey()
    const formWith = (...fields: [name: string, value: string][]) => {
      const form = new FormData()
      form.append('file', new Blob([CSV]), 'a.csv')
      for (const [name, value] of fields) form.append(name, value)
      return form
    }
    const others = Array.from({ length: 20 }, (_, n): [string, string] => [`other${n}`, ''])
    const cases: [SentFile, code: string, reason: string][] = [
      [{ body: CSV, query: { name: 'a.csv', 'price[0]': 'B' } }, 'invalid_choice', 'unknown_choice'],
      [{ body: CSV, query: { name: 'a.csv', form: 'EUR' } }, 'invalid_choice', 'unknown_choice'],
      [{ body: formWith(['place', 'replace']) }, 'invalid_choice', 'choice_in_form'],
      [{ body: formWith(['price[]', 'B']) }, 'invalid_choice', 'choice_in_form'],
      // A recipe after too many fields would not be read.
      [{ body: formWith(...others, ['recipe', '{}']) }, 'file_unreadable', 'broken_form'],
      [{ body: formWith(['recipe', '{}'], ['recipe', '{}']) }, 'file_unreadable', 'broken_form'],
    ]
    for (const [sent, code, reason] of cases)
      expect((await convert(sent)).json(), reason).toMatchObject({ code, reason })
    expect(await balanceOf(server.db, user.email)).toBe(100)
    expect((await convert({ body: formWith(['_charset_', 'utf-8']) })).text).toBe(CONVERTED)
  })

  it('OPEN-02 · what is to be decided is asked, each answer is accepted, and nothing is charged before', async () => {
    const { server, user, convert } = await startWithKey()
    const lists: [string, string, string][] = [
      ['ambiguous_prices', 'a.csv', 'Име;Цена лв.\nЧай;1.950\nКафе;2.100\n'],
      ['hundredths', 'a.csv', 'Име;Цена ст.\nЧай;195\nКафе;1240\n'],
      ['other_money', 'a.csv', 'Име;Цена USD\nЧай;1,95\nКафе;12,40\n'],
      ['totals', 'a.csv', 'Име;Цена лв.\nЧай;1,00\nКафе;2,00\nСума;5,00\n'],
      ['price_column', 'a.csv', 'Име;Едно;Друго\nЧай;1,95;7,00\nКафе;12,40;8,00\n'],
      ['currency', 'a.csv', 'Всички цени са в евро\nИме;Цена лв.\nЧай;1,95\nКафе;12,40\n'],
      ['unit', 'a.csv', 'Име;Цена;Мярка\nЧай;195;ст.\nКафе;1240;ст.\n'],
      ['unit', 'b.csv', 'Име;Цена EUR;Цена едро;Мярка\nЧай;195;180;ст.\nКафе;1240;1100;ст.\n'],
    ]
    for (const [code, name, body] of lists) {
      const asked = await convert({ body, query: { name } })
      expect([asked.status, asked.json()['code']], body).toEqual([422, 'file_undecided'])
      const questions = asked.json()['questions'] as { code: string; answers: Record<string, string>[] }[]
      expect(questions.map((one) => one.code)).toEqual([code])
      expect(asked.json()['error']).toMatch(/\p{Script=Cyrillic}/u)
      expect(await balanceOf(server.db, user.email)).toBe(100)
      const { answers } = questions[0]!
      expect(answers.length).toBeGreaterThan(code === 'price_column' ? 1 : 0)
      for (const [n, answer] of answers.entries()) {
        const answered = await convert({
          body,
          query: { name, ...answer },
          headers: { 'idempotency-key': `${code}-${name}-${n}` },
        })
        expect(answered.status, JSON.stringify(answer) + answered.text).toBe(200)
        await server.db.updateTable('account').set({ balance: 100 }).execute()
      }
    }
  })

  it('OPEN-02 · prices with an unsure unit may be whole units of either currency, in a column where that is not certain', async () => {
    const { convert } = await startWithKey()
    const body = 'Име;Цена EUR;Мярка\nЧай;195;ст.\nКафе;1240;ст.\n'
    const questionsOf = async (query: Record<string, string>) =>
      (await convert({ body, query: { name: 'a.csv', ...query } })).json()['questions']
    // The title names the euro, so that is suggested.
    expect(await questionsOf({})).toMatchObject([
      {
        code: 'unit',
        answers: [{ price: 'Цена EUR', from: 'EUR' }],
      },
    ])
    // A column that was named is not named again.
    expect(await questionsOf({ price: 'Цена EUR' })).toMatchObject([
      { code: 'unit', answers: [{ from: 'BGN' }, { from: 'EUR' }] },
    ])
    const named = { name: 'a.csv', price: 'Цена EUR', from: 'EUR' }
    expect((await convert({ body, query: named })).status).toBe(200)
  })

  it('OPEN-02 · a column without a unique title is not named by a letter that is the title of another', async () => {
    const { convert } = await startWithKey()
    const sent = { body: 'v;i;s;i;b\n118;105;115;106;98\n', query: { name: 'a.csv' } }
    const { questions } = (await convert(sent)).json() as { questions: { answers: { price: string }[] }[] }
    expect(questions[0]!.answers.map(({ price }) => price)).toEqual(['v', '2', 's', 'D', 'E'])
    // 105 / 1.95583 = 53.685…
    const { text } = await convert({ ...sent, query: { name: 'a.csv', price: '2', from: 'BGN' } })
    expect(text).toMatch(/105;53,69;/)
  })

  it('OPEN-02 · several lists of an archive are a question that sheet answers', async () => {
    const { convert } = await startWithKey()
    const body = new Uint8Array(
      zip([
        { name: 'a.csv', content: Buffer.from(CSV) },
        { name: 'b.csv', content: Buffer.from(CSV.replace('Чай', 'Мед')) },
      ]),
    )
    const asked = await convert({ body, query: { name: 'lists.zip' } })
    expect(asked.json()['questions']).toMatchObject([
      { code: 'list', answers: [{ sheet: 'a.csv' }, { sheet: 'b.csv' }] },
    ])
    const sent = await convert({ body, query: { name: 'lists.zip', sheet: 'b.csv' } })
    expect(sent.status).toBe(200)
    expect(sent.headers.get('content-type')).toBe('application/zip')
  })

  it('OPEN-02 · what cannot be converted is refused in words, and costs nothing', async () => {
    const { server, user, convert } = await startWithKey()
    const cases: [SentFile, number, string, string?][] = [
      [{ body: '' }, 422, 'file_unreadable', 'no_file'],
      [{ body: encode('\u0000\u0001\u0002'), query: { name: 'a.csv' } }, 422, 'file_unreadable'],
      [{ body: encode('%PDF-1.7 …'), query: { name: 'a.pdf' } }, 422, 'file_unreadable', 'unsupported_type'],
      [{ body: CSV, query: { name: 'a.csv', price: 'Няма' } }, 422, 'invalid_choice', 'no_column'],
      [{ body: CSV, query: { name: 'a.csv', encoding: 'none' } }, 422, 'invalid_choice', 'unknown_encoding'],
      [{ body: CSV, query: { name: 'a.csv', mixed: 'EUR' } }, 422, 'invalid_choice', 'contradiction'],
      [{ body: CSV, query: { name: 'a.csv', to: 'BGN' } }, 422, 'no_prices', 'in_wanted_currency'],
      [{ body: 'Име;Цена лв.\nЧай;няма\n', query: { name: 'a.csv' } }, 422, 'no_prices', 'no_valid_price'],
      [{ body: '[{"name":"a"},5]', query: { name: 'a.json' } }, 422, 'file_unreadable', 'json_items'],
      [{ body: '<html><p>Няма</p></html>', query: { name: 'a.html' } }, 422, 'file_unreadable', 'no_list'],
      [{ body: CSV, query: { name: 'a.csv', place: 'somewhere' } }, 400, 'bad_request'],
      [{ body: CSV, query: { name: 'a.csv', webhook: 'http://example.bg/' } }, 400, 'invalid_webhook'],
      [
        { body: CSV, headers: { 'content-type': 'multipart/form-data; boundary=x' } },
        422,
        'file_unreadable',
        'broken_form',
      ],
      [
        { body: CSV, headers: { 'content-type': 'multipart/form-data' } },
        422,
        'file_unreadable',
        'broken_form',
      ],
      [{ body: CSV, headers: { 'content-encoding': 'gzip' } }, 415, 'unsupported_media_type'],
    ]
    for (const [sent, status, code, reason] of cases) {
      const refused = await convert(sent)
      expect([refused.status, refused.json()['code']], JSON.stringify(sent.query)).toEqual([status, code])
      if (reason !== undefined) expect(refused.json()['reason']).toBe(reason)
      // No codes in sentences.
      expect(refused.json()['error']).not.toMatch(/[a-z]-[a-z]/)
    }
    expect(await balanceOf(server.db, user.email)).toBe(100)
  })

  it('OPEN-02 · more tokens than there are, and a cap of the key, refuse a file without charging it', async () => {
    const { server, user, convert } = await startWithKey()
    const prices = Array.from({ length: 101 }, (_, n) => `Стока ${n};${n + 1},00`)
    const refused = await convert({ body: `Име;Цена лв.\n${prices.join('\n')}\n`, query: { name: 'a.csv' } })
    expect(refused.json()).toMatchObject({ code: 'not_enough_tokens', cost: 101, balance: 100 })
    const { key } = await addedApiKey(server, user, { scopes: ['convert'], tokensPerDay: 1 })
    const capped = await sendFile(server.origin, key, { body: CSV, query: { name: 'a.csv' } })
    expect([capped.status, capped.json()['code']]).toEqual([429, 'daily_tokens_spent'])
    expect(await balanceOf(server.db, user.email)).toBe(100)
  })

  it('OPEN-02 · files that are refused after they were read are limited, whatever refuses them', async () => {
    const { server, user, convert } = await startWithKey()
    const sent: SentFile = { body: `Име;Цена лв.\n${'Чай;1,95\n'.repeat(101)}`, query: { name: 'a.csv' } }
    for (let n = 0; n < 60; n++) expect((await convert(sent)).json()['code']).toBe('not_enough_tokens')
    const limited = await convert(sent)
    expect([limited.status, limited.json()['code']]).toEqual([429, 'too_many_requests'])
    expect(await balanceOf(server.db, user.email)).toBe(100)
  })

  it('OPEN-02 · only keys with the scope, and sessions, may send files', async () => {
    const { server, user, key } = await startWithKey(100, ['check'])
    const sent: SentFile = { body: CSV, query: { name: 'a.csv' } }
    const refused = await sendFile(server.origin, key, sent)
    expect([refused.status, refused.json()['code']]).toEqual([403, 'scope_missing'])
    expect((await sendFile(server.origin, 'levro_none', sent)).status).toBe(401)
    expect((await sendFile(server.origin, server.client(), sent)).status).toBe(401)
    expect((await sendFile(server.origin, user, sent)).text).toBe(CONVERTED)
    const foreign = await sendFile(server.origin, user, {
      ...sent,
      headers: { origin: 'https://example.com' },
    })
    expect([foreign.status, foreign.json()['code']]).toEqual([403, 'cross_site'])
    const hooked = await sendFile(server.origin, user, { ...sent, query: { webhook: 'https://example.bg/' } })
    expect(hooked.json()['code']).toBe('invalid_webhook')
  })

  it('OPEN-02 · above 20,000 rows the answer is a state, and the file comes later, charged once', async () => {
    const { server, user, key, convert } = await startWithKey(40_000)
    const count = 20_001
    const prices = Array.from(
      { length: count },
      (_, n) => `${(n % 5000) + 1}.${String(n % 100).padStart(2, '0')}`,
    )
    const body = `Име,Цена BGN\n${prices.map((price, n) => `Стока ${n},${price}`).join('\n')}\n`
    const headers = { 'idempotency-key': 'large' }
    const sent = await convert({ body, query: { name: 'large.csv' }, headers })
    expect(sent.status).toBe(202)
    const id = String(sent.json()['id'])
    expect(sent.json()).toMatchObject({ kind: 'convert', filename: 'large.csv', rows: count, tokens: 0 })
    expect(sent.headers.get('location')).toBe(`/api/v1/files/${id}`)
    const again = await convert({ body, query: { name: 'large.csv' }, headers })
    expect([again.status, again.json()['id']]).toEqual([202, id])
    const stateOf = async () => (await user.call(getFile, { params: { id } })).reply
    await expect.poll(async () => (await stateOf()).state, { timeout: 60_000 }).toBe('done')
    const result = await fetch(`${server.origin}/api/v1/files/${id}/result`, { headers: bearer(key) })
    const lines = (await result.text()).trim().split('\n').slice(1)
    expect(lines.map((line) => line.split(',')[2])).toEqual(
      prices.map((price) => referenceAmount(price, 'BGN')),
    )
    expect(result.headers.get('levro-tokens-charged')).toBe(String(count))
    expect(await balanceOf(server.db, user.email)).toBe(40_000 - count)
    const late = await convert({ body: CSV, query: { name: 'a.csv' }, headers })
    expect(late.json()['code']).toBe('idempotency_conflict')
    await expectConsistentLedger(server.db)
  }, 240_000)

  it('OPEN-02 CHECK-01 · a check is the report of the command line, and is free', async () => {
    const { server, user, check } = await startWithKey()
    // 1.95 BGN is 1.00 EUR; 12.40 is 6.34, not 6.35; the last has no euro price.
    const csv = 'Име;Цена лв.;Цена EUR\nЧай;1,95;1,00\nКафе;12,40;6,35\nМед;3,00;\n'
    const sent = await check({ body: csv, query: { name: 'pairs.csv' } })
    expect(sent.status).toBe(200)
    expect(sent.json()['summary']).toMatchObject({ checked: 2, exact: 1, off: 1, notChecked: 1 })
    const { out } = await levro('check', scratch('pairs.csv', csv))
    expect({ ...sent.json(), file: '' }).toEqual({ ...(JSON.parse(out) as object), file: '' })
    const none = await check({ body: CSV, query: { name: 'a.csv' } })
    // A list with a single price has no pair that could be offered.
    expect(none.json()).toMatchObject({ code: 'no_prices', reason: 'no_second_price' })
    expect(none.json()['error']).toMatch(/^(?:Само колоната|Only the column).*Цена/)
    expect(await balanceOf(server.db, user.email)).toBe(100)
  })
})

it('OPEN-02 CHECK-01 · which columns are a pair is asked, and each answer is accepted', async () => {
  const converter = makeFileConverter({ report: () => {} })
  onTestFinished(converter.close)
  const taskOf = (text: string, answer: Record<string, string> = {}) => ({
    bytes: encode(text),
    contentType: '',
    choices: { name: 'a.csv', ...answer },
    payer: '',
  })
  const [wholesale, retail, euro] = ['Едро лв.', 'Дребно лв.', 'Цена EUR']
  const lists: [string, Record<string, string>[]][] = [
    // Only one column can be in euro; the first in lev is suggested.
    [
      `Име;${wholesale};${retail};${euro}\nЧай;1,95;2,50;1,28\nКафе;12,40;13,00;6,65\n`,
      [
        { bgn: wholesale, eur: euro },
        { bgn: retail, eur: euro },
      ],
    ],
    // No title names a currency, and two are the same.
    [
      'Име;Цена;Цена\nЧай;1,95;1,00\nКафе;12,40;6,34\n',
      [
        { bgn: 'B', eur: 'C' },
        { bgn: 'C', eur: 'B' },
      ],
    ],
    // Both are in lev, so that neither is a price in euro.
    [`Име;${wholesale};${retail}\nЧай;1,95;2,50\nКафе;12,40;13,00\n`, []],
  ]
  for (const [text, answers] of lists) {
    const asked = await converter.check(taskOf(text))
    expect(asked).toMatchObject({ ok: false, code: 'file_undecided' })
    expect(!asked.ok && asked.params['questions'], text).toEqual([{ code: 'pair_columns', answers }])
    for (const answer of answers) {
      const checked = await converter.check(taskOf(text, answer))
      expect(checked.ok && checked.rows, JSON.stringify(answer)).toBe(2)
    }
  }
})

it('OPEN-02 · a file that takes too long is refused in words, and the next one is converted', async () => {
  const task = { bytes: encode(CSV), contentType: 'text/csv', choices: { name: 'a.csv' }, payer: 'one' }
  const slow = makeFileConverter({ report: () => {}, timeLimitMs: 1 })
  onTestFinished(slow.close)
  expect(await slow.convert(task)).toEqual({
    ok: false,
    code: 'file_unreadable',
    params: { reason: 'too_slow' },
  })
  const usual = makeFileConverter({ report: () => {} })
  onTestFinished(usual.close)
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, n) => usual.convert({ ...task, payer: `${n % 2}` })),
  )
  expect(outcomes.map(({ ok }) => ok)).toEqual(outcomes.map(() => true))
})

it('OPEN-02 · a report that would be a thousand times as large as its file is refused, and the next file is checked', async () => {
  const converter = makeFileConverter({ report: () => {} })
  onTestFinished(converter.close)
  const rows = Array.from({ length: 10_000 }, (_, n) => `Стока ${n};1,95;1,05`).join('\n')
  const title = 'а'.repeat(3000)
  const task = { contentType: '', choices: { name: 'a.csv', bgn: 'B', eur: 'C' }, payer: 'one' }
  const large = await converter.check({ ...task, bytes: encode(`Име;${title} 1;${title} 2\n${rows}\n`) })
  expect(large).toMatchObject({ ok: false, code: 'file_unreadable', params: { reason: 'report_too_long' } })
  const usual = await converter.check({ ...task, bytes: encode(`Име;лв.;евро\n${rows}\n`) })
  expect(usual.ok && usual.result.bytes.length).toBeGreaterThan(1_000_000)
})

it.runIf(areCataloguesThere)(
  'OPEN-02 CONV-08 · of every listed catalogue the same file comes back as from the command line',
  async () => {
    const converter = makeFileConverter({ report: () => {} })
    onTestFinished(converter.close)
    let same = 0
    for (const { file } of LISTED) {
      const choices = { name: file }
      const task = { bytes: readListed(file), contentType: '', choices, payer: '' }
      const outcome = await converter.convert(task)
      const out = join(folder, `out-${file}`)
      const { code } = await levro('apply', pathOfListed(file).pathname, '--out', out)
      expect(outcome.ok, file).toBe(code === 0)
      if (!outcome.ok) continue
      expect(Buffer.from(outcome.result.bytes).equals(readFileSync(out)), file).toBe(true)
      same++
    }
    expect(same).toBeGreaterThan(10)
  },
  300_000,
)
