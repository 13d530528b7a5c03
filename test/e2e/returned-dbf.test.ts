import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFile } from '#formats/open-file.ts'
import { writeBack } from '#formats/write-back.ts'
import type { WriteBackPlan } from '#writeback/plan.ts'
import { type DbfSpec, currency, dbfFile, double, int32 } from '../fixtures/catalogues/dbf.ts'
import { euro, lev, orderFor } from '../fixtures/catalogues/price-orders.ts'
import { named } from './files.ts'
import { officeTables } from './office-tables.ts'
import { convertAll, eventually, ownFile, startApp, upload } from './steps.ts'
import { LANGS } from './words.ts'

const app = startApp()

let folder = ''
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'levro-made-table-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const PRICES = { 2: { 1: lev('1.69', '0.86'), 2: lev('999.50', '511.04') } }

const LIST: DbfSpec = {
  language: 0xc9,
  deleted: [1],
  fields: [
    ['KOD', 'C,5'],
    ['IME', 'C,12'],
    ['CENA', 'N,8,2'],
    ['DATA', 'D,8'],
    ['IMA', 'L,1'],
  ],
  records: [
    ['001', 'Хляб', '1.69', '20260105', 'T'],
    ['002', 'Изтрит', '5.00', '20260105', 'T'],
    ['003', 'Щранг', '999.50', '20260106', 'F'],
  ],
}

/** Text in windows-1251: LibreOffice does not read the code page of the header. */
const FILTER = 'dBase:34'

/** The cells that LibreOffice reads; its names of fields have their types behind them. */
async function shown(bytes: Uint8Array): Promise<string[][]> {
  const [cells = []] = [...(await officeTables(bytes, 'dbf', folder, 'values', FILTER)).values()]
  return cells
}

async function returned(spec: DbfSpec, plan: WriteBackPlan): Promise<string[][]> {
  const bytes = dbfFile(spec)
  const opened = await openFile(bytes, { fileName: 'list.dbf' })
  if (!opened.ok) throw new Error(opened.error.code)
  const { parts } = await writeBack(bytes, opened.file, plan)
  return shown(Buffer.concat(parts))
}

describe('FILE-05 · LibreOffice opens the returned table', () => {
  test('with a new field, and every other cell as before', async () => {
    const before = await shown(dbfFile(LIST))
    const after = await returned(LIST, orderFor(PRICES, { placement: 'after' }))
    expect(after.map((row) => row[3])).toEqual(['CENA_EUR,N,8,2', '0.86', '511.04'])
    expect(after.map((row) => row.toSpliced(3, 1))).toEqual(before)
    expect(before[0]).toEqual(['KOD,C,5', 'IME,C,12', 'CENA,N,8,2', 'DATA,D', 'IMA,L'])
    expect(before[2]?.slice(0, 3)).toEqual(['003', 'Щранг', '999.5'])
  })

  test('with prices in place, a field that became wider, and added records', async () => {
    const narrow = { ...LIST, fields: LIST.fields.with(2, ['CENA', 'N,6,2']) }
    const prices = { 2: { 1: euro('1.69', '3.31'), 2: euro('999.50', '1954.85') } }
    const added = [{ cells: new Map([[1, 'Мед']] as const), prices: new Map() }]
    const now = await returned(narrow, orderFor(prices, { placement: 'replace', added }))
    expect(now.map((row) => row.slice(0, 3))).toEqual([
      ['KOD,C,5', 'IME,C,12', 'CENA,N,7,2'],
      ['001', 'Хляб', '3.31'],
      ['003', 'Щранг', '1954.85'],
      ['', 'Мед'],
    ])
  })

  test('of Visual FoxPro, with numbers of bytes', async () => {
    const spec: DbfSpec = {
      version: 0x30,
      language: 0xc9,
      hasOffsets: true,
      rest: new Uint8Array(263),
      fields: [
        ['IME', 'C,12'],
        ['Y', 'Y,8,4'],
        ['B', 'B,8,2'],
        ['I', 'I,4'],
      ],
      records: [['Щранг', currency(125_000n), double(12.5), int32(12)]],
    }
    const cells = { 1: lev('12.50', '6.39') }
    const now = await returned(spec, orderFor({ 1: cells, 2: cells, 3: cells }, { placement: 'replace' }))
    expect(now[1]?.map((text) => text.replace(/^€|0+$/g, ''))).toEqual(['Щранг', '6.39', '6.39', '6.39'])
  })
})

const TEXTS = {
  bg: {
    noRoom: 'Таблицата няма място за още едно поле: новите цени може да са само на мястото на старите.',
    noRoomFor:
      'Файлът няма място за нова колона с цените от „CENA“. Изберете „На мястото на старите“ или го изтеглете в друг формат.',
    replace: 'На мястото на старите',
    widened: /са разширени, затова записите са по-дълги/,
  },
  en: {
    noRoom: 'The table has no room for another field: the new prices can only be in place of the old ones.',
    noRoomFor:
      'The file has no room for a new column with the prices of “CENA”. Choose “In place of the old ones”, or download it in another format.',
    replace: 'In place of the old ones',
    widened: /became wider, so the records are longer/,
  },
}

describe.each(LANGS)('a table in the page, in %s', (lang) => {
  test('FILE-05 CONV-08 · without room for a new field says so before the payment and after it, and what can be done', async () => {
    const texts = [254, 223].flatMap((length, i) =>
      Array.from({ length: i === 0 ? 257 : 1 }, () => `C,${length}`),
    )
    const fields = [
      ['IME', 'C,20'] as const,
      ['CENA', 'N,8,2'] as const,
      ...texts.map((form, i) => [`F${i}`, form] as const),
    ]
    const bytes = dbfFile({ language: 0xc9, fields, records: [['Хляб', '1.69']] })
    const user = await app.user(lang)
    const { page } = user
    await upload(user, named('цени.dbf', Buffer.from(bytes)))
    await page.getByText(TEXTS[lang].noRoom).waitFor()
    await convertAll(user)
    await page.getByText(TEXTS[lang].noRoomFor).waitFor()
    await ownFile(user).click()
    await eventually(() => page.getByText(TEXTS[lang].noRoomFor).count()).toBe(2)
    await page.getByRole('radio', { name: TEXTS[lang].replace, exact: true }).check()
    const [download] = await Promise.all([page.waitForEvent('download'), ownFile(user).click()])
    const written = await readFile(await download.path())
    const replaced = dbfFile({ language: 0xc9, fields, records: [['Хляб', '0.86']] })
    expect(written.subarray(-65_530)).toEqual(Buffer.from(replaced).subarray(-65_530))
  })

  test('FILE-05 FILE-06 · in MIK comes back with a new field, or with prices in place in a wider one', async () => {
    const before: DbfSpec = {
      encoding: 'mik',
      language: 1,
      deleted: [1],
      fields: [
        ['IME', 'C,12'],
        ['CENA', 'N,3,0'],
        ['KOD', 'C,3'],
      ],
      records: [
        ['Щранг', '12', 'а1'],
        ['Изтрит', '99', 'а2'],
        ['Юфка', '3', 'а3'],
      ],
    }
    const user = await app.user(lang)
    const { page } = user
    await upload(user, named('CENI.DBF', Buffer.from(dbfFile(before))))
    await convertAll(user)
    const saved = async (): Promise<Uint8Array> => {
      const [download] = await Promise.all([page.waitForEvent('download'), ownFile(user).click()])
      expect(download.suggestedFilename()).toMatch(/^CENI-.*\.dbf$/i)
      return new Uint8Array(await readFile(await download.path()))
    }
    // 12 and 3 lev at 1.95583.
    const euroOf = ['6.14', '', '1.53']
    expect(await saved()).toEqual(
      dbfFile({
        ...before,
        fields: before.fields.toSpliced(2, 0, ['CENA_EUR', 'N,6,2']),
        records: before.records.map((record, r) => record.toSpliced(2, 0, euroOf[r]!)),
      }),
    )
    await page.getByRole('radio', { name: TEXTS[lang].replace, exact: true }).check()
    expect(await saved()).toEqual(
      dbfFile({
        ...before,
        fields: before.fields.with(1, ['CENA', 'N,6,2']),
        records: before.records.map((record, r) => record.with(1, r === 1 ? '99' : euroOf[r]!)),
      }),
    )
    await page.getByText(TEXTS[lang].widened).waitFor()
  })
})
