import { expect, it, onTestFinished } from 'vitest'
import { ERROR_MESSAGE } from '#api/error-messages.ts'
import { makeFileConverter } from './pool.ts'

/** Two titles are also the letters of other columns, one of which has no title of its own. */
const LIST = 'Код;Цена;b;Код;d\n1;1,95;2,50;4,10;6,20\n2;2,95;3,50;5,10;7,20\n'

it('OPEN-02 · a name that is the title of one column and the letter of another is refused, with a name for each', async () => {
  const converter = makeFileConverter({ report: () => {} })
  onTestFinished(converter.close)
  const bytes = new TextEncoder().encode(LIST)
  const task = (choices: Record<string, string>) => ({
    bytes,
    contentType: '',
    choices: { name: 'a.csv', ...choices },
    payer: '',
  })
  const refused: [wanted: string, titled: string, other: string][] = [
    ['B', 'C', 'Цена'],
    // The letter of the fourth column is that title, so that only its number is its own.
    ['d', 'E', '4'],
  ]
  for (const [wanted, titled, other] of refused) {
    const params = { reason: 'title_or_position' as const, text: [wanted, titled, other].join('\n') }
    const answer = { ok: false, code: 'invalid_choice', params }
    expect(await converter.convert(task({ price: wanted }))).toEqual(answer)
    expect(await converter.convert(task({ price: 'Цена', currency: wanted }))).toEqual(answer)
    expect(await converter.check(task({ bgn: wanted, eur: 'A' }))).toEqual(answer)
    for (const lang of ['bg', 'en'] as const)
      for (const name of [wanted, titled, other])
        expect(ERROR_MESSAGE[lang].invalid_choice(params)).toMatch(new RegExp(`[„']${name}[“']`))
  }
  const firstRow = async (price: string) => {
    const made = await converter.convert(task({ price }))
    return made.ok && new TextDecoder().decode(made.result.bytes).split('\n')[1]
  }
  // 1.95 / 1.95583 = 0.997…, 2.50: 1.278…, 4.10: 2.096…, 6.20: 3.170….
  expect(await firstRow('Цена')).toBe('1;1,95;1,00;2,50;4,10;6,20')
  expect(await firstRow('C')).toBe('1;1,95;2,50;1,28;4,10;6,20')
  expect(await firstRow('4')).toBe('1;1,95;2,50;4,10;2,10;6,20')
  expect(await firstRow('E')).toBe('1;1,95;2,50;4,10;6,20;3,17')
})
