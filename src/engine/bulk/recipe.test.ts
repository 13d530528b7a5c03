import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startSession } from '#test/bulk-session.ts'
import { levro, scratchFolder } from '#test/levro-command.ts'

const { folder, file } = scratchFolder()

/** Two price columns of equal rank, and a code in the first column. */
const NOVEMBER = 'Код;Име;Цена;Цена на едро\n1;Хляб;1,95;1,50\n2;Сирене;12,50;11,00\n'
/** The same columns in another order, and one more. */
const DECEMBER = 'Име;Цена на едро;Промо;Цена;Код\nЧай;3,10;3,00;4,20;7\n'

const wholesale = {
  columns: { headerRow: 0, name: 1, price: 3, currency: null, otherPrice: null, morePrices: [] },
  defaultCurrency: 'EUR' as const,
  wanted: 'BGN' as const,
}

/** The recipe that is saved of November's list with its wholesale prices in euro. */
async function savedRecipe(): Promise<Blob> {
  const { session, open } = await startSession()
  await open(NOVEMBER)
  await session.readRows(wholesale, true)
  const recipe = await session.recipe()
  expect(JSON.parse(recipe!)).toEqual({
    version: 1,
    titles: ['Код', 'Име', 'Цена', 'Цена на едро'],
    columns: { prices: [{ title: 'Цена на едро' }], name: { title: 'Име' } },
    answers: { currency: 'EUR', wanted: 'BGN' },
  })
  return new Blob([recipe!])
}

describe('a recipe of the page', () => {
  it('FILE-09 · reads another list on another device, and its columns are remembered and said', async () => {
    const recipe = await savedRecipe()
    const { session, open, prices, last, device } = await startSession()
    await open(DECEMBER)
    expect(await session.applyRecipe(new File([recipe], 'ceni-nastroyki.json'))).toBeNull()
    expect(prices()).toEqual(['Чай 3.1 EUR'])
    expect(last().rows).toMatchObject({
      columnsKnown: true,
      choices: { columns: { name: 0, price: 1 }, wanted: 'BGN' },
      guards: { isRemembered: true, recipe: 'ceni-nastroyki.json' },
    })
    const next = await startSession(device)
    await next.open(DECEMBER.replace('3,10', '3,20'), 'january.csv')
    expect(next.prices()).toEqual(['Чай 3.2 EUR'])
    expect(next.last().rows?.guards?.recipe).toBeUndefined()
    await next.session.detectAgain()
    expect(next.prices()).toEqual(['Чай 4.2 BGN'])
  })

  it('FILE-09 · leaves the rows as they are where it does not fit or is none', async () => {
    const recipe = await savedRecipe()
    const { session, open, prices, device } = await startSession()
    await open('Име;Цена\nХляб;1,95\n')
    expect(await session.applyRecipe(recipe)).toEqual({ code: 'column-missing', title: 'Цена на едро' })
    expect(await session.applyRecipe(new Blob(['{"version":2}']))).toEqual({
      code: 'unknown-version',
      version: 2,
    })
    expect(await session.applyRecipe(new Blob(['x'.repeat(70_000)]))).toEqual({ code: 'too-big' })
    expect(prices()).toEqual(['Хляб 1.95 BGN'])
    expect(device.remembered.size).toBe(0)
  })

  it('FILE-09 · has less weight than a currency that the file states', async () => {
    const recipe = await savedRecipe()
    const { session, open, prices } = await startSession()
    await open(`Всички цени са в лева\n${DECEMBER}`)
    expect(await session.applyRecipe(recipe)).toBeNull()
    expect(prices()).toEqual(['Чай 3.1 BGN'])
  })

  it('FILE-09 · opens the file as it says, and as before where it does not fit then', async () => {
    const { file: _, ...rest } = JSON.parse(await (await savedRecipe()).text()) as { file?: object }
    const recipe = new Blob([JSON.stringify({ ...rest, file: { delimiter: ',' } })])
    const { session, open, prices, last } = await startSession()
    await open(NOVEMBER)
    const before = prices()
    expect(await session.applyRecipe(recipe)).toMatchObject({ code: 'column-missing' })
    expect(prices()).toEqual(before)
    expect(last().rows?.file?.delimiter).toBe(';')
  })

  it('FILE-09 · is none where the price column is not known', async () => {
    const { session, open } = await startSession()
    expect(await session.recipe()).toBeNull()
    await open(NOVEMBER)
    await session.readRows(wholesale, false)
    expect(await session.recipe()).toBeNull()
  })

  it('FILE-09 · has the encoding and the delimiter where the user chose them, and no others', async () => {
    const { session, open } = await startSession()
    await open(NOVEMBER)
    expect(JSON.parse((await session.recipe())!)).not.toHaveProperty('file')
    await session.reopen({ encoding: 'windows-1251', delimiter: ';' })
    await session.readRows({ ...wholesale, columns: { ...wholesale.columns, name: null } }, true)
    expect(JSON.parse((await session.recipe())!).file).toEqual({ encoding: 'windows-1251' })
  })

  it('FILE-09 · has the placement of the recipe that was loaded', async () => {
    const saved = JSON.parse(await (await savedRecipe()).text()) as { answers: object }
    const recipe = new Blob([JSON.stringify({ ...saved, answers: { ...saved.answers, placement: 'end' } })])
    const { session, open, last } = await startSession()
    await open(NOVEMBER)
    expect(await session.applyRecipe(recipe)).toBeNull()
    expect(last().rows?.choices?.placement).toBe('end')
    expect(JSON.parse((await session.recipe())!).answers.placement).toBe('end')
  })

  it('FILE-09 · reads for the command line as in the page, and the other way round', async () => {
    const recipe = file('page.json', await (await savedRecipe()).text())
    const list = file('december.csv', DECEMBER)
    const out = join(folder, 'december-out.csv')
    const { code } = await levro('apply', list, '--recipe', recipe, '--place', 'replace', '--out', out)
    // 3.10 € are 6.063073 lv.
    expect([code, readFileSync(out, 'utf8')]).toEqual([0, DECEMBER.replace('3,10', '6,06')])

    const saved = join(folder, 'levro.json')
    const options = ['--price', 'Цена на едро', '--from', 'EUR', '--to', 'bgn', '--place', 'replace']
    await levro('inspect', file('november.csv', NOVEMBER), ...options, '--save-recipe', saved)
    const { session, open, prices, last } = await startSession()
    await open(DECEMBER)
    expect(await session.applyRecipe(new Blob([readFileSync(saved)]))).toBeNull()
    expect(prices()).toEqual(['Чай 3.1 EUR'])
    expect(last().rows?.choices).toMatchObject({ wanted: 'BGN', placement: 'replace' })
  })
})
