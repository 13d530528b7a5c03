import { describe, expect, test } from 'vitest'
import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { planForReading } from '#writeback/build-plan.ts'
import { openFile } from './open-file.ts'
import { readPriceList } from './read-price-list.ts'
import { writeBack } from './write-back.ts'

async function readAs(content: string, fileName = 'a.csv') {
  const bytes = encode(content, 'utf-8')
  const opened = await openFile(bytes, { fileName, allKeys: true })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  const { file } = opened
  const { columns, question, otherMoney } = detectColumns(file.table)
  const reading = readPriceList(file, fileName, { columns })
  const prices = reading.rows.map(
    ({ price, currency }, i) => `${price} ${reading.problems.get(i) ?? currency}`,
  )
  const replaced = async () => {
    const plan = planForReading({ columns, reading, table: reading.table }, 'replace')
    return Buffer.concat((await writeBack(bytes, file, plan, () => {})).parts).toString()
  }
  return { question, otherMoney, prices, replaced }
}

describe('READ-04 · the words and codes of currencies', () => {
  test.each([
    ['Име;Цена;Валута\nХляб;1,25;левове\nЧай;1,69;Евро\n', ['1.25 BGN', '1.69 EUR']],
    ['Име;Цена\nХляб;1,25 левове\nЧай;12 левове и 50 ст.\n', ['1.25 BGN', '12.5 BGN']],
    ['Име;Цена;Валута\nХляб;1,25;975\nЧай;1,69;978\n', ['1.25 BGN', '1.69 EUR']],
    ['Име;Цена;Валута код\nХляб;1,25;978\nЧай;1,69;978\n', ['1.25 EUR', '1.69 EUR']],
    ['Name;Price;ISO\nBread;1.25;978\nTea;1.69;978\n', ['1.25 EUR', '1.69 EUR']],
    ['Name;Price;ISO 4217\nBread;1.25;975\nTea;1.69;975\n', ['1.25 BGN', '1.69 BGN']],
    // The dollar, and no code.
    [
      'Име;Цена;Валута\nХляб;1,25;840\nЧай;1,69;0978\n',
      ['1.25 840 other-currency', '1.69 0978 other-currency'],
    ],
    // Numbers that are no codes of currencies.
    ['Име;Цена;Количество\nХляб;1,25;978\nЧай;1,69;978\n', ['1.25 BGN', '1.69 BGN']],
    ['Name;Price;ISO\nFilm;1.25;100\nTape;1.69;200\n', ['1.25 BGN', '1.69 BGN']],
    ['Име;Цена\nХляб;975\nЧай;978\n', ['975 BGN', '978 BGN']],
  ])('%j', async (content, prices) => {
    const read = await readAs(content)
    expect([read.question, read.prices]).toEqual([null, prices])
  })

  // 1.25 / 1.95583 = 0.639.
  test('a numeric code is replaced by that of the other currency', async () => {
    const csv = await readAs('Име;Цена;Валута\nХляб;1,25;975\n')
    expect(await csv.replaced()).toBe('Име;Цена;Валута\nХляб;0,64;978\n')
    const json = await readAs(
      '{"items":[{"name":"Хляб","price":1.25,"currency":975},{"name":"Чай","price":1.25,"currency":"975"}]}',
      'a.json',
    )
    expect(json.prices).toEqual(['1.25 BGN', '1.25 BGN'])
    expect(await json.replaced()).toBe(
      '{"items":[{"name":"Хляб","price":0.64,"currency":978},{"name":"Чай","price":0.64,"currency":"978"}]}',
    )
  })
})

describe('READ-01 · stotinki that only the last rows of a long list are in', () => {
  const list = (price: string, unit: string, last: string) =>
    `Име;Цена;Мярка\n${`Хляб;${price};${unit}\n`.repeat(1200)}Сол;${last}\n`

  test.each([
    ['whole prices', list('2', 'бр.', '120;ст.')],
    ['prices with decimals', list('2,50', 'кг', '120;ст.')],
    ['no other unit', list('2,50', '', '120;ст./бр.')],
  ])('are asked about next to %s', async (_, content) => {
    expect(await readAs(content)).toMatchObject({
      question: 'other-money',
      otherMoney: expect.stringMatching(/^ст\./),
    })
  })

  test('an abbreviation next to a price with decimals is another unit', async () => {
    expect((await readAs(list('2', 'бр.', '1,25;ст.'))).question).toBeNull()
  })
})
