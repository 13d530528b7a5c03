import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { zip } from '#test/fixtures/catalogues/zips.ts'
import { LEVRO, levro, scratchFolder } from '#test/levro-command.ts'
import { zipRecords } from '#test/zip-records.ts'

const { folder, file } = scratchFolder()

const LIST = 'Име;Цена лв.\nХляб;1,69\nМляко;2,89\n'
const RETURNED = 'Име;Цена лв.;Цена евро\nХляб;1,69;0,86\nМляко;2,89;1,48\n'
const CONVERTED =
  'seq,name,bgn,eur,status,originalPrice,originalCurrency\n1,Хляб,1.69,0.86,valid,1.69,BGN\n2,Мляко,2.89,1.48,valid,2.89,BGN\n'
const PAIRS = 'Име;Цена лв.;Цена EUR\nХляб;1,96;1,01\n'

const archive = (lists: Readonly<Record<string, string>>) =>
  zip(Object.entries(lists).map(([name, text]) => ({ name, content: Buffer.from(text) })))

const path = (name: string) => join(folder, name)

describe('FILE-01 · the command line and the content of a file', () => {
  test.each([
    ['list.txt', LIST],
    ['list.prn', LIST],
    ['list', LIST],
    ['list.csv.gz', gzipSync(LIST)],
    ['packed.csv', gzipSync(LIST)],
    ['list.zip', archive({ 'a/list.csv': LIST, '__MACOSX/._list.csv': '\0' })],
  ])('%s is converted', async (name, content) => {
    const { code, out, err } = await levro('convert', file(name, content))
    expect([code, out]).toEqual([0, CONVERTED])
    expect(err).toBe("Taken: prices of 'Цена лв.' (B), 2 in lev.\n")
  })

  test('a list in gzip comes back in gzip, and a note says how its name should end', async () => {
    const list = file('own.csv.gz', gzipSync(LIST))
    for (const out of ['own-out.csv.gz', 'own-out.tsv.GZ']) {
      expect((await levro('apply', list, '--out', path(out))).err).not.toContain('Note')
      expect(gunzipSync(readFileSync(path(out))).toString()).toBe(RETURNED)
    }
    expect((await levro('apply', list, '--out', path('own-out.csv'))).err).toContain(
      'Note: the file that was written is gzip as the one that was read, and its name should end in .csv.gz.\n',
    )
  })

  test('text comes back under the extension that it had', async () => {
    const list = file('own.tsv', LIST.replaceAll(';', '\t'))
    expect((await levro('apply', list, '--out', path('own-out.tsv'))).err).not.toContain('Note')
    expect(readFileSync(path('own-out.tsv'), 'utf8')).toBe(RETURNED.replaceAll(';', '\t'))
    expect((await levro('apply', list, '--out', path('own-out.xlsx'))).err).toContain(
      'Note: the file that was written is csv, and its name should end in .csv.\n',
    )
  })

  test('of several lists in an archive one is read, and the others are named', async () => {
    const lists = file('two.zip', archive({ 'a.csv': LIST.replace('Хляб', 'Сол'), 'b/b.csv': LIST }))
    const { out, err } = await levro('convert', lists, '--sheet', 'b/b.csv')
    expect(out).toBe(CONVERTED)
    expect(err).toContain("not read: file 'a.csv' (--sheet)")
    await levro('apply', lists, '--sheet', 'b/b.csv', '--out', path('two-out.zip'))
    const returned = zipRecords(readFileSync(path('two-out.zip')))
    expect(returned.map(({ name, content }) => [name, content.toString()])).toEqual([
      ['a.csv', LIST.replace('Хляб', 'Сол')],
      ['b/b.csv', RETURNED],
    ])
    expect(await levro('convert', lists, '--sheet', 'c.csv')).toMatchObject({
      code: 1,
      err: "The archive has no such file. It has the files 'a.csv', 'b/b.csv'.\n",
    })
  })

  test('inspect and check read them too', async () => {
    const { out } = await levro('inspect', file('inspected.gz', gzipSync(LIST)))
    expect(JSON.parse(out)).toMatchObject({
      format: 'csv',
      encoding: 'utf-8',
      rows: { valid: 2 },
      warnings: [],
    })
    const checked = await levro('check', file('pairs.zip', archive({ 'pairs.csv': PAIRS })))
    expect(JSON.parse(checked.out)).toMatchObject({ summary: { off: 1 } })
  })

  test('from standard input', () => {
    for (const [input, out] of [
      [gzipSync(LIST), CONVERTED],
      [archive({ 'a.csv': LIST }), CONVERTED],
    ] as const) {
      const { stdout, status } = spawnSync(process.execPath, [LEVRO, 'convert', '-', '--quiet'], { input })
      expect([status, stdout.toString()]).toEqual([0, out])
    }
  })

  test('a long list in gzip is not read as a stream', async () => {
    const rows = (converted: boolean) =>
      Array.from(
        { length: 120_000 },
        (_, i) => `Стока ${i};${i % 89},69${converted ? `;${eur(i % 89)}` : ''}\n`,
      )
    const [text, returned] = [rows(false), rows(true)].map((lines) => lines.join(''))
    // Stored, so that its beginning is text, and longer than what a stream needs.
    const list = file('long.csv.gz', gzipSync(`Име;Цена лв.\n${text}`, { level: 0 }))
    await levro('apply', list, '--out', path('long-out.csv.gz'))
    expect(gunzipSync(readFileSync(path('long-out.csv.gz'))).toString()).toBe(
      `Име;Цена лв.;Цена евро\n${returned}`,
    )
  })
})

/** The euro of so many lev and 69 stotinki, in integers: rounded half up. */
function eur(lev: number): string {
  const cents = Math.floor(((lev * 100 + 69) * 200_000 + 195_583) / 391_166)
  return `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`
}
