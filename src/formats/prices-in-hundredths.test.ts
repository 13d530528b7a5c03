import { expect, test } from 'vitest'
import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { readPricePairs } from '#pricelist/pairs/read-pairs.ts'
import { cellText } from '#table/table.ts'
import { planForEditedRows, planForReading } from '#writeback/build-plan.ts'
import { type Placement, allowedPlacement } from '#writeback/plan.ts'
import { openFile } from './open-file.ts'
import { readPriceList } from './read-price-list.ts'
import { writeBack } from './write-back.ts'
import { summarizeProblems } from '#pricelist/rows/price-problems.ts'

/** Reads a file with the price column that is suggested, as where the user has confirmed it. */
async function readAs(fileName: string, content: string) {
  const bytes = encode(content, 'utf-8')
  const opened = await openFile(bytes, { fileName, allKeys: true })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  const { file } = opened
  const { columns, question } = detectColumns(file.table)
  const title = cellText(file.table.at(columns.headerRow ?? 0)?.[columns.price ?? -1])
  const reading = readPriceList(file, fileName, { columns })
  return { bytes, file, columns, question, title, reading }
}

const pricesOf = ({ reading }: Awaited<ReturnType<typeof readAs>>) =>
  reading.rows.map(({ price, currency }, i) => reading.problems.get(i) ?? `${price} ${currency}`)

async function written(fileName: string, content: string, wanted: Placement = 'after') {
  const { bytes, file, columns, reading } = await readAs(fileName, content)
  const { table } = reading
  const { placement, warnings } = allowedPlacement(wanted, { file, table, columns, reading })
  const result = await writeBack(
    bytes,
    file,
    planForReading({ columns, reading, table }, placement),
    () => {},
  )
  const text = Buffer.concat(result.parts).toString()
  return { text, warnings }
}

const XML = (price: string) => `<list><p><name>Хляб</name>${price}</p><p><name>Сол</name>${price}</p></list>`

// 1.69 lev are 0.86 euro: 169 / 1.95583 = 86.41.
test.each([
  ['a.csv', 'Стока;Цена (стотинки)\nХляб;169\n', 'Стока;Цена (стотинки);Цена (EUR)\nХляб;169;0,86\n'],
  ['a.csv', 'name,price_cents\nBread,169\n', 'name,price_cents,price_eur\nBread,169,0.86\n'],
  ['a.csv', 'name,priceStotinki\nBread,169\n', 'name,priceStotinki,price_eur\nBread,169,0.86\n'],
  [
    'a.csv',
    'Лист;Лист цена в ст.;Вид\nХляб;169;бял\n',
    'Лист;Лист цена в ст.;Лист цена (EUR);Вид\nХляб;169;0,86;бял\n',
  ],
  [
    'a.csv',
    'name,amount_minor,currency\nBread,169,BGN\n',
    'name,amount_minor,amount_eur,currency\nBread,169,0.86,BGN\n',
  ],
  [
    'a.json',
    '{"items":[{"name":"Хляб","price_cents":169}]}',
    '{"items":[{"name":"Хляб","price_cents":169,"price_eur":0.86}]}',
  ],
  [
    'a.json',
    '{"items":[{"name":"Хляб","price":{"amount":169,"unit":"stotinki"}}]}',
    '{"items":[{"name":"Хляб","price":{"amount":169,"amount_eur":0.86,"unit":"stotinki"}}]}',
  ],
  // Items as specified, too.
  [
    'a.json',
    '[{"name":"Хляб","price":169,"currency":"BGN","unit":"стотинки"}]',
    '[{"name":"Хляб","price":169,"price_eur":0.86,"currency":"BGN","unit":"стотинки"}]',
  ],
  [
    'a.json',
    '[{"name":"Хляб","price":169,"currency":"BGN","priceUnit":"minor"}]',
    '[{"name":"Хляб","price":169,"priceEur":0.86,"currency":"BGN","priceUnit":"minor"}]',
  ],
  [
    'a.json',
    '{"note":"Всички цени са в стотинки","items":[{"name":"Хляб","price":169}]}',
    '{"note":"Всички цени са в стотинки","items":[{"name":"Хляб","price":169,"price_eur":0.86}]}',
  ],
  [
    'a.json',
    '{"meta":{"prices":"в стотинки"},"items":[{"name":"Хляб","price":169,"currency":"BGN"}]}',
    '{"meta":{"prices":"в стотинки"},"items":[{"name":"Хляб","price":169,"price_eur":0.86,"currency":"BGN"}]}',
  ],
  [
    'a.json',
    '{"prices_in_stotinki":[{"name":"Хляб","price":169}]}',
    '{"prices_in_stotinki":[{"name":"Хляб","price":169,"price_eur":0.86}]}',
  ],
  [
    'a.json',
    '{"stotinki":true,"items":[{"name":"Хляб","price":169}]}',
    '{"stotinki":true,"items":[{"name":"Хляб","price":169,"price_eur":0.86}]}',
  ],
  [
    'a.xml',
    XML('<price_cents>169</price_cents>'),
    XML('<price_cents>169</price_cents><price_eur>0.86</price_eur>'),
  ],
  [
    'a.xml',
    XML('<price unit="stotinki">169</price>'),
    XML('<price unit="stotinki">169</price><price_eur>0.86</price_eur>'),
  ],
])(
  'READ-01 · prices in hundredths are asked about, then divided by 100: %s %#',
  async (name, content, result) => {
    const read = await readAs(name, content)
    expect(read.question).toBe('hundredths')
    expect(new Set(pricesOf(read))).toEqual(new Set(['1.69 BGN']))
    expect(read.reading.assumptions).toContainEqual({
      what: 'hundredths',
      title: read.title,
      example: '169',
      price: '1.69',
    })
    expect((await written(name, content)).text).toBe(result)
    // The result is read by its new column.
    const again = await readAs(name, result)
    expect(again.question).not.toBe('hundredths')
    expect([again.title, again.reading.rows[0]?.price]).toEqual([expect.stringMatching(/eur/i), '0.86'])
  },
)

test('READ-01 · of hundredths every digit counts', async () => {
  const read = await readAs(
    'a.csv',
    `Стока;Цена (стотинки)\n${['1', '10', '99', '100', '1 234 500'].map((n) => `Хляб;${n}`).join('\n')}`,
  )
  expect(pricesOf(read)).toEqual(['0.01 BGN', '0.1 BGN', '0.99 BGN', '1 BGN', '12345 BGN'])
})

test('READ-01 · cents in the title name the euro where it says so', async () => {
  expect(pricesOf(await readAs('a.csv', 'Стока;Цена (евроцентове)\nХляб;50\n'))).toEqual(['0.5 EUR'])
  expect(pricesOf(await readAs('a.csv', 'name,price_eur_cents\nBread,50\n'))).toEqual(['0.5 EUR'])
})

test('READ-02 · cents without a currency may be those of the euro', async () => {
  const conflictOf = async (title: string) =>
    (await readAs('a.csv', `name,${title}\nBread,169\n`)).reading.assumptions.find(
      ({ what }) => what === 'currency-conflict',
    )
  expect(await conflictOf('price_cents')).toEqual({
    what: 'currency-conflict',
    asked: true,
    taken: 'BGN',
    stated: { where: 'title', text: 'price_cents', currency: 'EUR' },
  })
  for (const title of ['price_eur_cents', 'price_stotinki', 'Цена на едро ст.', 'price_center'])
    expect(await conflictOf(title)).toBeUndefined()
})

test.each(['1,69', '169 лв.', '0,5', '90.00'])(
  'READ-01 · no amount is read under a title that %s contradicts',
  async (other) => {
    const read = await readAs('a.csv', `Стока;Цена (стотинки)\nХляб;169\nСол;${other}\n`)
    expect(read.question).toBe('hundredths')
    expect(pricesOf(read)).toEqual(['not-hundredths', 'not-hundredths'])
  },
)

test.each([
  ['169\nСол;90', ['1.69 BGN', '0.9 BGN']],
  ['169\nСол;1,69', ['not-hundredths', 'not-hundredths']],
  ['169\nСол;1,69\nЛук;2,50', ['169 BGN', '1.69 BGN', '2.5 BGN']],
])('READ-01 · an abbreviation in the title counts where the amounts are whole: %j', async (cells, prices) => {
  expect(pricesOf(await readAs('a.csv', `Стока;Цена на едро ст.\nХляб;${cells}\n`))).toEqual(prices)
})

test('READ-01 · a cell in stotinki agrees with the title, and is not divided again', async () => {
  const read = await readAs('a.csv', 'Стока;Цена (ст.)\nХляб;169 ст.\nСол;90\n')
  expect(pricesOf(read)).toEqual(['1.69 BGN', '0.9 BGN'])
  expect(read.reading.assumptions).toContainEqual({
    what: 'hundredths',
    title: 'Цена (ст.)',
    example: '90',
    price: '0.9',
  })
})

test('READ-01 · the largest price is that of the divided amount', async () => {
  const read = await readAs(
    'a.csv',
    'Стока;Цена (стотинки)\nОриз;90\nБоб;80\nЧай;70\nХляб;100 000 000\nСол;999999999\nЛук;1000000000\n',
  )
  expect(pricesOf(read).slice(3)).toEqual(['1000000 BGN', '9999999.99 BGN', 'too-large'])
})

test('READ-01 · the amount that contradicts the title is the example', async () => {
  const { reading } = await readAs('a.csv', 'Стока;Цена (стотинки)\nХляб;169\nСол;90.00\nЛук;1,20\n')
  expect(summarizeProblems(reading)).toMatchObject([
    { problem: 'not-hundredths', count: 3, example: '90.00' },
  ])
})

test('READ-01 · each of several chosen columns is divided', async () => {
  const list = 'Стока;Цена (стотинки);Цена без ДДС (стотинки);Доставна цена (ст.)\nХляб;169;141;90\n'
  const { file, columns } = await readAs('a.csv', list)
  const reading = readPriceList(file, 'a.csv', { columns: { ...columns, morePrices: [2, 3] } })
  expect(reading.rows.map(({ price }) => price)).toEqual(['1.69', '1.41', '0.9'])
})

test.each([
  ['a.csv', 'Стока;Цена USD\nХляб;169\n', 'Цена USD'],
  ['a.csv', 'Стока;Цена (лв., стотинки)\nХляб;169\n', 'Цена (лв., стотинки)'],
  [
    'a.xml',
    `<l>${XML('<price unit="stotinki">169</price>')}${XML('<price unit="leva">2</price>')}</l>`,
    'price (stotinki, leva, ?)',
  ],
  ['a.xml', XML('<price><leva>1</leva><stotinki>69</stotinki></price>'), 'price stotinki'],
])(
  'READ-04 · the title that says that the prices are not in lev or euro alone is named: %s %#',
  async (name, content, title) => {
    const opened = await openFile(encode(content, 'utf-8'), { fileName: name })
    if (!opened.ok) throw new Error(opened.error.code)
    expect(detectColumns(opened.file.table)).toMatchObject({ question: 'other-money', otherMoney: title })
  },
)

test.each([
  // An explicit unit holds also where amounts have decimals.
  [
    'a.json',
    '{"items":[{"name":"Хляб","price":169,"unit":"stotinki"},{"name":"Сол","price":90.5,"unit":"stotinki"}]}',
  ],
  [
    'a.json',
    '{"items":[{"name":"Хляб","price":1250,"minor_units":2},{"name":"Сол","price":12.5,"minor_units":2}]}',
  ],
])(
  'READ-01 · amounts with decimals contradict what a file says of its unit: %s %#',
  async (name, content) => {
    const read = await readAs(name, content)
    expect(read.question).toBe('hundredths')
    expect(pricesOf(read)).toEqual(['not-hundredths', 'not-hundredths'])
  },
)

test.each([
  [
    'a.json',
    '{"items":[{"name":"Хляб","price":169,"unit":"stotinki"},{"name":"Сол","price":2}]}',
    'price (stotinki, ?)',
  ],
  [
    'a.json',
    `{"items":[${['st', 'cents', 'stotinki', 'leva'].map((unit) => `{"name":"Хляб","price":169,"unit":"${unit}"}`).join(',')}]}`,
    'price (st, cents, stotinki, ?)',
  ],
  [
    'a.xml',
    `<l>${XML('<price unit="stotinki">169</price>')}${XML('<price>2</price>')}</l>`,
    'price (stotinki, ?)',
  ],
  [
    'a.xml',
    '<l><p name="Хляб" price="169" unit="stotinki"/><p name="Сол" price="90" unit="stotinki"/></l>',
    'stotinki',
  ],
  ['a.xml', XML('<price>169</price><unit>stotinki</unit>'), 'stotinki'],
  ['a.csv', 'Стока;Цена;Мярка\nХляб;169;стотинки\n', 'стотинки'],
  ['a.csv', 'Стока;Цена;Мярка\nХляб;169;ст.\n', 'ст.'],
])(
  'READ-04 · a unit beside prices of which some may be whole lev is asked about: %s %#',
  async (name, content, text) => {
    const opened = await openFile(encode(content, 'utf-8'), { fileName: name })
    if (!opened.ok) throw new Error(opened.error.code)
    expect(detectColumns(opened.file.table)).toMatchObject({ question: 'other-money', otherMoney: text })
  },
)

test.each([
  [
    'a.json',
    '{"unit":"stotinki","items":[{"name":"Хляб","price":169},{"name":"Сол","price":90}]}',
    'price (stotinki)',
  ],
  ['a.json', '{"items":[{"name":"Хляб","price":169,"unit":"ст."}]}', 'price (ст.)'],
  ['a.xml', XML('<price unit="st">169</price>'), 'price (st)'],
])(
  'READ-01 · the unit of the whole list, or an abbreviation, is that of the prices: %s %#',
  async (name, content, title) => {
    const read = await readAs(name, content)
    expect([read.question, read.title]).toEqual(['hundredths', title])
    expect(pricesOf(read)[0]).toBe('1.69 BGN')
  },
)

test('READ-01 · the unit of a whole XML list is that of its prices', async () => {
  const list = (unit: string) => `<l unit="${unit}"><p><name>Хляб</name><price>169</price></p></l>`
  const read = await readAs('a.xml', list('stotinki'))
  expect(read.question).toBe('hundredths')
  expect(pricesOf(read)).toEqual(['1.69 BGN'])
  expect(pricesOf(await readAs('a.xml', list('kg')))).toEqual(['169 BGN'])
})

test.each([
  ['ст.', '1.69 BGN'],
  ['стотинки', '1.69 BGN'],
  ['евроцентове', '1.69 EUR'],
])('READ-01 · a column of currencies says that prices are in hundredths: %s', async (unit, price) => {
  const read = await readAs('a.csv', `Стока;Цена;Валута\nХляб;169;${unit}\n`)
  expect(read.question).toBe('hundredths')
  expect(pricesOf(read)).toEqual([price])
  expect(read.reading.assumptions).toContainEqual({
    what: 'hundredths',
    title: `Цена (${unit})`,
    example: '169',
    price: '1.69',
  })
})

test('READ-01 · each row is in the unit that its currency names', async () => {
  const read = await readAs('a.csv', 'Стока;Цена;Валута\nХляб;90;ст.\nСол;2;лв.\nЛук;1,50;EUR\n')
  expect(read.question).toBe('hundredths')
  expect(pricesOf(read)).toEqual(['0.9 BGN', '2 BGN', '1.5 EUR'])
})

test('READ-01 · an amount with decimals contradicts its currency in stotinki, and no other one', async () => {
  const read = await readAs('a.csv', 'Стока;Цена;Валута\nХляб;90;ст.\nСол;1,20;ст.\nЛук;2;лв.\n')
  expect(pricesOf(read)).toEqual(['not-hundredths', 'not-hundredths', '2 BGN'])
})

test('CONV-08 · prices with a currency in stotinki are not replaced, and are edited in stotinki', async () => {
  const list = 'Стока;Цена;Валута\nХляб;169;ст.\n'
  const { text, warnings } = await written('a.csv', list, 'replace')
  expect([text, warnings]).toEqual(['Стока;Цена;Валута;Цена (EUR)\nХляб;169;ст.;0,86\n', ['hundredths-kept']])
  const { columns, reading, bytes, file } = await readAs('a.csv', list)
  const row = { line: 2, nth: 0, name: 'Хляб', price: '2', national: '2.00', euro: '1.02' }
  const edited = async (currency: string) => {
    const plan = planForEditedRows(
      { columns, reading, table: reading.table },
      [{ ...row, currency }],
      'after',
    )
    return Buffer.concat((await writeBack(bytes, file, plan, () => {})).parts).toString()
  }
  expect(await edited('BGN')).toContain('Хляб;200;')
  expect(await edited('EUR')).toContain('Хляб;2 €;2,00;EUR')
})

test('READ-01 · a key about decimals does not make amounts with decimals cents', async () => {
  const items = (price: number) => JSON.stringify({ items: [{ name: 'Хляб', price, decimals: 2 }] })
  expect((await readAs('a.json', items(12.5))).title).toBe('price')
  expect((await readAs('a.json', items(1250))).title).toBe('price (cents)')
})

test('CONV-08 · prices in hundredths are not replaced, and an edited one is written in hundredths', async () => {
  const list = 'Стока;Цена (стотинки)\nХляб;169\n'
  const { text, warnings } = await written('a.csv', list, 'replace')
  expect([text, warnings]).toEqual(['Стока;Цена (стотинки);Цена (EUR)\nХляб;169;0,86\n', ['hundredths-kept']])
  const { columns, reading, bytes, file } = await readAs('a.csv', list)
  const { table } = reading
  const row = { line: 2, nth: 0, name: 'Хляб', currency: 'BGN', national: '2.00', euro: '1.02' }
  const edited = async (price: string) => {
    const plan = planForEditedRows({ columns, reading, table }, [{ ...row, price }], 'after')
    return Buffer.concat((await writeBack(bytes, file, plan, () => {})).parts).toString()
  }
  expect(await edited('2')).toBe('Стока;Цена (стотинки);Цена (EUR)\nХляб;200;1,02\n')
  expect(await edited('2.005')).toContain('Хляб;200,5;')
})

test('CONV-08 · a price edited in a column of which the unit is not known names its currency', async () => {
  const list = 'Стока;Цена (стотинки)\nХляб;1,69\nСол;2\n'
  const { columns, reading, bytes, file } = await readAs('a.csv', list)
  const row = { line: 2, nth: 0, name: 'Хляб', price: '2', currency: 'BGN', national: '2.00', euro: '1.02' }
  const plan = planForEditedRows({ columns, reading, table: reading.table }, [row], 'after')
  const { parts } = await writeBack(bytes, file, plan, () => {})
  expect(Buffer.concat(parts).toString()).toContain('\nХляб;2 лв.;')
})

test('CHECK-01 · a pair of which one price is in hundredths cannot be checked', async () => {
  const { file } = await readAs('a.csv', 'Стока;Цена (стотинки);Цена EUR\nХляб;169;0,86\n')
  const columns = { headerRow: 0, name: 0, currency: null }
  const pairs = [{ national: 1, euro: 2 }]
  const reading = readPricePairs(file.table, { columns, pairs, areNamed: true, firstLine: 1 })
  expect([reading.pairs, reading.missing.map(({ reason }) => reason)]).toEqual([[], ['unreadable']])
})

test.each([
  '[{"name":"Хляб","price":1.69,"currency":"BGN","unit":"ст."},{"name":"Сол","price":"1,20","currency":"BGN","unit":"ст."}]',
  '[{"name":"Хляб","price":169,"currency":"BGN","unit":"бр."}]',
  '{"note":"Всички цени са в стотинки","items":[{"name":"Хляб","price":1.69},{"name":"Сол","price":"1,20"}]}',
  '{"note":"Всички цени са в лева","url":"https://shop.bg/prices?in=stotinki","items":[{"name":"Хляб","price":169}]}',
  '{"stotinki":false,"items":[{"name":"Хляб","price":169}]}',
])(
  'READ-01 · what says nothing of hundredths, or is contradicted by decimals, asks nothing of %s',
  async (content) => {
    expect((await readAs('a.json', content)).question).toBeNull()
  },
)

test.each(['{"name":"Хляб","price":169}', '{"name":"Хляб","price":1.69}'])(
  'READ-04 · a text beside a JSON list that names other money is asked about: %s',
  async (item) => {
    const { question } = await readAs('a.json', `{"note":"Всички цени са в USD","items":[${item}]}`)
    expect(question).toBe('other-money')
  },
)
