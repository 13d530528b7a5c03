import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { STREAM_SIZES } from '#formats/stream/text-stream.ts'
import { levro, scratchFolder } from '#test/levro-command.ts'
import { describe, expect, test } from 'vitest'

const { file, folder } = scratchFolder()

const NOVEMBER = file('nov.csv', 'Код;Стока;Цена;Цена на едро\n1;Хляб;1,20;0,90\n2;Мляко;2,40;1,80\n')
const DECEMBER = file('dec.csv', 'Стока;Цена на едро;Цена;Промо цена;Код\nСирене;8,10;9,80;7,00;7\n')

const save = async (name: string, ...options: string[]) => {
  const path = join(folder, name)
  const outcome = await levro('inspect', NOVEMBER, '--save-recipe', path, ...options)
  expect(outcome.code).toBe(0)
  return path
}

const WHOLESALE = ['--price', 'Цена на едро', '--from', 'EUR', '--place', 'replace']

const USED = "prices 'Цена на едро'; EUR where nothing names a currency; --place replace; names 'Стока'."

describe('a recipe of the command line', () => {
  test('FILE-09 · keeps what was chosen for one file, and nothing else', async () => {
    const recipe: unknown = JSON.parse(readFileSync(await save('kept.json', ...WHOLESALE), 'utf8'))
    expect(recipe).toEqual({
      version: 1,
      titles: ['Код', 'Стока', 'Цена', 'Цена на едро'],
      columns: { prices: [{ title: 'Цена на едро' }], name: { title: 'Стока' } },
      answers: { currency: 'EUR', placement: 'replace' },
    })
  })

  test('FILE-09 · is applied to another file, and said', async () => {
    const recipe = await save('apply.json', ...WHOLESALE)
    const { out, err, code } = await levro('apply', DECEMBER, '--recipe', recipe, '--out', '-')
    expect(code).toBe(0)
    expect(out.split('\n')[1]).toBe('Сирене;15,84;9,80;7,00;7')
    expect(err).toContain(`Recipe ${recipe}: ${USED}`)
    expect(err).toContain("the recipe was saved for a file without the column 'Промо цена'")
    const quiet = await levro('apply', DECEMBER, '--recipe', recipe, '--out', '-', '--quiet')
    expect(quiet).toEqual({ out, err: '', code: 0 })
    expect((await levro('inspect', DECEMBER, '--recipe', recipe)).err).toContain(USED)
    expect((await levro('inspect', DECEMBER, '--recipe', recipe, '--quiet')).err).toBe('')
  })

  test('FILE-09 · gives way to the options', async () => {
    const recipe = await save('less.json', ...WHOLESALE)
    const options = ['--price', 'Цена', '--from', 'BGN', '--name', 'Код']
    const { out, err } = await levro('convert', DECEMBER, '--recipe', recipe, ...options)
    expect(out.split('\n')[1]).toBe('1,7,9.80,5.01,valid,9.8,BGN')
    expect(err).toContain(`Recipe ${recipe}: --place replace.`)
  })

  test('FILE-09 · has less weight than a currency that the file states', async () => {
    const recipe = await save('stated.json', '--from', 'EUR')
    const stated = file('stated.csv', 'Всички цени са в лева\nСтока;Цена\nХляб;1,20\n')
    const { out } = await levro('convert', stated, '--recipe', recipe)
    expect(out.split('\n')[1]).toMatch(/BGN$/)
    const both = file('both.csv', 'Всички цени са в лева\nСтока;Цена в евро\nХляб;1,20\n')
    const outcome = await levro('convert', both, '--recipe', await savedFor(both))
    expect(outcome).toMatchObject({ out: '', code: 1 })
    expect(outcome.err).toContain('say which with --from')
  })

  const savedFor = async (path: string) => {
    const recipe = join(folder, 'both.json')
    await levro('inspect', path, '--from', 'EUR', '--save-recipe', recipe)
    return recipe
  }

  test('FILE-09 · leaves to a later file what this says of its currencies', async () => {
    const saved = file('saved.csv', 'Код;Име;Цена;Цена на едро\n1;A;10.00;8.00\n')
    const recipe = join(folder, 'currency.json')
    await levro('inspect', saved, '--price', 'Цена', '--from', 'BGN', '--to', 'EUR', '--save-recipe', recipe)
    const later = (currency: string, amount = '10.00') =>
      file(`later-${currency}.csv`, `Код;Име;Цена;Цена на едро;Валута\n1;A;${amount};8.00;${currency}\n`)
    // In the wanted currency already: nothing is to be converted.
    const inEuro = await levro('convert', later('EUR'), '--recipe', recipe)
    expect(inEuro).toMatchObject({ out: '', code: 1 })
    expect(inEuro.err).toContain('The prices of the file are in the wanted currency already')
    expect((await levro('convert', later('BGN'), '--recipe', recipe)).out.split('\n')[1]).toBe(
      '1,A,10.00,5.11,valid,10,BGN',
    )
    for (const currency of ['стотинки', 'USD'])
      expect(await levro('convert', later(currency, '1000'), '--recipe', recipe)).toMatchObject({
        out: '',
        code: 1,
      })
  })

  test('FILE-09 · replaces no prices that a later file has in the other currency too', async () => {
    const saved = file('one.csv', 'Код;Име;Цена\n1;A;10.00\n')
    const recipe = join(folder, 'replace.json')
    await levro('inspect', saved, '--from', 'BGN', '--place', 'replace', '--save-recipe', recipe)
    const both = file('two.csv', 'Код;Име;Цена;Цена EUR\n1;A;10.00;5.11\n')
    const outcome = await levro('apply', both, '--recipe', recipe, '--out', '-')
    expect(outcome).toMatchObject({ out: '', code: 1 })
    expect(outcome.err).toContain('has a column of the same prices in the other currency already')
  })

  test('FILE-09 · says why it does not fit, and then nothing is converted', async () => {
    const recipe = await save('misfit.json', ...WHOLESALE)
    const other = file('other.csv', 'Стока;Цена\nХляб;1,20\n')
    const { out, err, code } = await levro('convert', other, '--recipe', recipe)
    expect({ out, code }).toEqual({ out: '', code: 1 })
    expect(err).toContain("The recipe does not fit: the file has no column 'Цена на едро'")
  })

  test('FILE-09 · is applied to a file that is read as a stream', async () => {
    const recipe = await save('stream.json', ...WHOLESALE)
    const lines = Math.ceil(STREAM_SIZES.headBytes / 20)
    const rows = Array.from({ length: lines }, (_, i) => `Стока ${i};1,00;2,00;${i}\n`)
    const long = file('long.csv', `Стока;Цена на едро;Цена;Код\n${rows.join('')}`)
    const { out, err, code } = await levro('convert', long, '--recipe', recipe)
    expect(code).toBe(0)
    expect(out.trimEnd().split('\n').at(-1)).toBe(`${lines},Стока ${lines - 1},1.96,1.00,valid,1,EUR`)
    expect(err).toContain(USED)
  })

  test('FILE-09 · of a check, names the rows', async () => {
    const recipe = await save('check.json', '--name', 'Код')
    const pairs = file('pairs.csv', 'Стока;Код;Цена;Цена лв.;Цена EUR\nХляб;A7;1;1,96;1,10\n')
    const { out, err } = await levro('check', pairs, '--recipe', recipe)
    expect((JSON.parse(out) as { mismatches: unknown }).mismatches).toMatchObject([{ name: 'A7' }])
    expect(err).toContain(`Recipe ${recipe}: names 'Код'.`)
  })

  test.each([
    ['{"version":2}', 'the recipe is of version 2, and only version 1 is known.'],
    ['{"version":1,"x":1}', "a recipe has no 'x'."],
    ['{"version":1}', "the recipe has no 'titles', which it needs."],
    ['[]', 'a recipe is a JSON object.'],
    ['{"version":true}', "the recipe has no 'titles', which it needs."],
    ['x', 'the recipe is not valid JSON in UTF-8.'],
    ['1'.repeat(70_000), 'a recipe has 64 kB at most.'],
  ])('FILE-09 · is refused in words: %.30s', async (text, message) => {
    const path = file('wrong.json', text)
    expect(await levro('convert', NOVEMBER, '--recipe', path)).toMatchObject({
      out: '',
      err: `${path}: ${message}\n`,
      code: 1,
    })
  })

  test('FILE-09 · is neither replaced by a result nor by that of another list', async () => {
    const recipe = await save('own.json', ...WHOLESALE)
    const before = readFileSync(recipe, 'utf8')
    const over = await levro('apply', DECEMBER, '--recipe', recipe, '--out', recipe)
    expect([over.code, over.err.split('\n')[0]]).toEqual([2, '--out would overwrite the recipe itself.'])
    const two = await levro('inspect', NOVEMBER, DECEMBER, '--save-recipe', recipe)
    expect(two.code).not.toBe(0)
    expect(two.err).toContain('--save-recipe takes one price list: name one alone.')
    expect(readFileSync(recipe, 'utf8')).toBe(before)
  })

  test('FILE-09 · is named as what says the currency', async () => {
    const recipe = await save('says.json', ...WHOLESALE)
    const { err } = await levro('convert', DECEMBER, '--recipe', recipe)
    expect(err).toContain('euro for those that name none, as the recipe says')
  })

  test('FILE-09 · that is not there is refused in words', async () => {
    const path = join(folder, 'none.json')
    const { err, code } = await levro('convert', NOVEMBER, '--recipe', path)
    expect(code).toBe(1)
    expect(err).toBe(`${path}: the recipe cannot be read: there is no such file or folder.\n`)
  })

  test.each([
    [['convert', NOVEMBER, '--save-recipe', 'x.json'], '--save-recipe belongs to inspect.'],
    [['inspect', NOVEMBER, '--save-recipe', '-'], '--save-recipe takes a file of its own.'],
    [['inspect', NOVEMBER, '--save-recipe', 'x.json', '--all-in', 'EUR'], 'A recipe cannot keep --all-in'],
    [
      ['inspect', NOVEMBER, '--save-recipe', 'x.json', '--totals', 'convert'],
      'A recipe cannot keep --totals',
    ],
  ])('FILE-09 · %# is wrong usage', async (args, message) => {
    const { err, code } = await levro(...args)
    expect(code).toBe(2)
    expect(err).toContain(message)
  })
})
