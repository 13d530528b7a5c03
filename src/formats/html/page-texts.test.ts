import { describe, expect, test } from 'vitest'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { lev, orderFor } from '#test/fixtures/catalogues/price-orders.ts'
import { remainingStatement } from '#writeback/kept-statement.ts'
import { openFile } from '../open-file.ts'
import { readPriceList } from '../read-price-list.ts'
import { writeBack } from '../write-back.ts'

const ROWS = '<tr><th>Име<th>Цена<tr><td>Хляб<td>1,69<tr><td>Сирене<td>12,50'
const TABLE = `<table>${ROWS}</table>`

async function opened(html: string, fileName = 'list.html', sheet?: string) {
  const result = await openFile(new TextEncoder().encode(html), {
    fileName,
    ...(sheet !== undefined && { sheet }),
  })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.file
}

async function assumed(html: string, fileName?: string, sheet?: string) {
  const file = await opened(html, fileName, sheet)
  const { columns } = detectColumns(file.table)
  const { rows, assumptions } = readPriceList(file, 'list.html', { columns })
  return { currencies: rows.map(({ currency }) => currency), assumptions }
}

describe('READ-04 · the currency that a web page states around its table', () => {
  test.each([
    ['a text before it', `<p>Всички цени са в евро</p>${TABLE}`, 'Всички цени са в евро'],
    ['a text in pieces', `<p>Всички <b>цени</b> са в&nbsp;<i>евро</i>${TABLE}`, 'Всички цени са в\u00a0евро'],
    ['a heading', `<h1>Ценоразпис (EUR)</h1>${TABLE}`, 'Ценоразпис (EUR)'],
    ['its caption', `<table><caption>Цени в евро</caption>${ROWS}</table>`, 'Цени в евро'],
    ['a text after it', `${TABLE}<div>Цените са в евро с ДДС.</div>`, 'Цените са в евро с ДДС.'],
    ['text without a tag', `${TABLE}Цените са в евро`, 'Цените са в евро'],
    [
      'the title of the page',
      `<html><head><title>Цени в EUR &amp; нови</title></head><body>${TABLE}</body></html>`,
      'Цени в EUR & нови',
    ],
  ])('%s', async (_, html, text) => {
    for (const fileName of ['list.html', 'list.xls']) {
      const { currencies, assumptions } = await assumed(`<html>${html}</html>`, fileName)
      expect(currencies).toEqual(['EUR', 'EUR'])
      expect(assumptions).toEqual([
        { what: 'currency', currency: 'EUR', rows: 2, stated: { where: 'beside', text, currency: 'EUR' } },
      ])
    }
  })

  test.each([
    ['a hidden text', `<p hidden>Всички цени са в евро</p>${TABLE}`],
    ['a script', `<script>"Всички цени са в евро"</script>${TABLE}`],
    ['a comment', `<!-- Всички цени са в евро -->${TABLE}`],
    ['both currencies', `<p>Цени в лева и евро</p>${TABLE}`],
    ['the price of a delivery', `<p>Доставка до 50 EUR: 5 EUR</p>${TABLE}`],
  ])('%s states none', async (_, html) => {
    const { currencies, assumptions } = await assumed(`<html>${html}</html>`)
    expect(currencies).toEqual(['BGN', 'BGN'])
    expect(assumptions).toEqual([{ what: 'currency', currency: 'BGN', rows: 2 }])
  })

  test('two that differ are a question', async () => {
    const { assumptions } = await assumed(`<html><h1>Цени в лева</h1>${TABLE}<p>Всички цени са в евро`)
    expect(assumptions).toContainEqual(
      expect.objectContaining({ what: 'currency-conflict', asked: true, taken: 'BGN' }),
    )
  })

  test('one between tables may be of a part of the products, and is a question', async () => {
    const more = '<table><tr><th>Име<th>Цена<tr><td>Чай<td>2,50</table>'
    for (const heading of ['<h2>Внос (EUR)</h2>', '<p>Цените са в евро</p>']) {
      const { assumptions } = await assumed(`<html>${TABLE}${heading}${more}`)
      expect(assumptions).toContainEqual({
        what: 'currency-conflict',
        taken: 'BGN',
        stated: { where: 'between', text: heading.replace(/<[^>]*>/g, ''), currency: 'EUR' },
        asked: true,
      })
    }
    const { assumptions } = await assumed(`<html>${TABLE}<h2>Внос (лв.)</h2>${more}`)
    expect(assumptions.filter(({ what }) => what === 'currency-conflict')).toEqual([])
  })

  test('a heading between two sheets is that of the second, a text that of both', async () => {
    const shop = '<table><tr><th>Код<th>Име<th>Цена<tr><td>101<td>Чай<td>2,50</table>'
    const of = async (between: string) =>
      Promise.all(
        ['1', '2'].map(
          async (sheet) => (await assumed(`<html>${TABLE}${between}${shop}`, 'a.html', sheet)).currencies[0],
        ),
      )
    expect(await of('<h2>Цени в евро</h2>')).toEqual(['BGN', 'EUR'])
    expect(await of('<p>Цените са в евро</p>')).toEqual(['EUR', 'EUR'])
  })

  test('it is not in the workbook that is given back, so nothing remains to be changed', async () => {
    const html = `<html><p>Всички цени са в лева</p>${TABLE}`
    const file = await opened(html)
    const plan = orderFor(
      { 1: { 1: lev('1.69', '0.86'), 2: lev('12.50', '6.39') } },
      { placement: 'replace' },
    )
    const { warnings } = await writeBack(new TextEncoder().encode(html), file, plan)
    const names = { file: 'a.xlsx', notes: file.notes }
    expect(remainingStatement(plan, file.table, names, warnings)).toBeUndefined()
    expect(remainingStatement(plan, file.table, names, [])).toMatchObject({ where: 'beside' })
  })

  test('of many texts those next to the table are read', async () => {
    const menu = '<li>Валута: евро'.repeat(50) + '<li>Начало'.repeat(50)
    const file = await opened(`<html>${menu}${TABLE}${'<p>Контакти'.repeat(50)}<p>Цени в евро`)
    expect(file.notes).toEqual([...Array<string>(20).fill('Начало'), ...Array<string>(20).fill('Контакти')])
  })
})
