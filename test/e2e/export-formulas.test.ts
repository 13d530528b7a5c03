/** Exports of hostile texts, opened by LibreOffice with each delimiter and text qualifier that a user may choose. */
import { read } from '@e965/xlsx'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { hostileCells } from '#test/hostile-cells.ts'
import { levro } from '#test/levro-command.ts'
import { csvLine } from '#formats/csv/write.ts'
import { openFile } from '#formats/open-file.ts'
import { convertByOffice } from '../system-tool.ts'
import { convertAll, downloaded, fromMenu, jobAction, startApp, upload } from './steps.ts'
import { type Lang, WORDS } from './words.ts'

const app = startApp()
const folder = mkdtempSync(join(tmpdir(), 'levro-formulas-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A workbook cannot have control characters other than line ends and tabs. */
const CELLS = hostileCells(400).filter((cell) => !cell.includes('\u000b'))
const TABLE = [
  ['Стока', 'Цена', 'Бележка'],
  ...CELLS.map((cell, i) => [cell, 1.95, CELLS[(i * 7) % CELLS.length]!]),
]
const LIST = workbook({ Цени: TABLE })

/** Code points of the delimiters: comma, semicolon, tab, pipe, colon, space, and all at once. */
const SEPARATORS = ['44', '59', '9', '124', '58', '32', '44/59/9/124/58/32']
/** Those of the text qualifiers: the quote, and none. */
const QUALIFIERS = ['34', '0']

/** The formulas of each file, opened with every delimiter and qualifier, formulas evaluated. */
async function formulasIn(files: Readonly<Record<string, string>>): Promise<Record<string, string[]>> {
  const paths = Object.entries(files).map(([name, text]) => {
    const path = join(folder, `${name}.csv`)
    writeFileSync(path, text)
    return path
  })
  const found: Record<string, string[]> = Object.fromEntries(Object.keys(files).map((name) => [name, []]))
  for (const separator of SEPARATORS)
    for (const qualifier of QUALIFIERS) {
      const from = `CSV:${separator},${qualifier},76,1,,1033,false,true,false,false,false,0,true`
      await convertByOffice({ file: paths, from, to: 'xlsx', folder })
      for (const path of paths) {
        const book = read(await readFile(path.replace(/csv$/, 'xlsx')), { cellFormula: true })
        const cells = Object.entries(book.Sheets[book.SheetNames[0]!]!) as [
          string,
          { f?: string; l?: unknown },
        ][]
        const formulas = cells.filter(([place, { f, l }]) => !place.startsWith('!') && (f ?? l) !== undefined)
        found[basename(path, '.csv')]!.push(...formulas.map(([place, { f }]) => `${separator} ${place} ${f}`))
      }
    }
  return found
}

/** The CSV of the results and the user's table as CSV, from the page. */
async function exportsOf(lang: Lang): Promise<{ results: string; own: string }> {
  const user = await app.user(lang, 400)
  await upload(user, {
    name: 'ceni.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(LIST),
  })
  await convertAll(user)
  const results = (await downloaded(user.page, await fromMenu(user, WORDS[lang].csv))).text
  await fromMenu(user, WORDS[lang].csv)
  const own = (await downloaded(user.page, user.page.locator('#export-own-csv'))).text
  return { results, own }
}

/** The CSV of a saved conversion, whose rows were sent as the page would not send them. */
async function savedJob(): Promise<string> {
  const user = await app.user('en', 400)
  const rows = CELLS.map((cell) => ({ name: cell, price: cell, currency: cell.slice(0, 16) }))
  const valid = { name: 'Хляб', price: '1.95', currency: 'BGN' }
  const reply = await user.context.request.post('/api/convert/bulk', {
    data: { rows: [...rows, valid], filename: 'a.csv', source: 'upload' },
    headers: { origin: app.product.origin },
  })
  expect(reply.status()).toBe(200)
  await user.go('/account')
  return (await downloaded(user.page, await jobAction(user, 'CSV'))).text
}

it('AUTH-09 CONV-09 · no export of hostile texts has a formula in LibreOffice, whatever the delimiter', async () => {
  const [bg, en] = [await exportsOf('bg'), await exportsOf('en')]
  const list = join(folder, 'list.xlsx')
  writeFileSync(list, LIST)
  const exports = {
    resultsBg: bg.results,
    resultsEn: en.results,
    ownBg: bg.own,
    ownEn: en.own,
    job: await savedJob(),
    command: (await levro('convert', list)).out,
  }
  for (const text of Object.values(exports)) expect(text.split("'=").length).toBeGreaterThan(100)
  const raw = TABLE.map((row) => csvLine(row.map(String))).join('\n')
  const { raw: unescaped, ...found } = await formulasIn({ ...exports, raw })
  for (const formulas of Object.values(found)) expect(formulas).toEqual([])
  // The same texts run with each delimiter where they are not escaped.
  for (const separator of SEPARATORS) expect(unescaped!.join('\n')).toContain(`${separator} `)
  // The product reads its own export.
  const opened = await openFile(new TextEncoder().encode(bg.results), { fileName: 'results.csv' })
  expect(opened.ok && opened.file.table.length).toBe(CELLS.length + 1)
  expect(opened.ok && opened.file.warnings).toEqual([])
  // LibreOffice is started for each delimiter and qualifier, at most 100 s each.
}, 1_200_000)
