import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { parseCommandLine } from '#cli/args.ts'
import { openFileSource } from './file-source.ts'
import { applyCommand } from './command.ts'
import { type LargeChoices, openLargeList } from './large-list.ts'

const folder = mkdtempSync(join(tmpdir(), 'levro-command-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const LIST = `Име;Цена;Промо цена\n${'Хляб със сирене;1,95;1,50\n'.repeat(10_000)}`

async function commandFor(fileName: string, choices: LargeChoices = {}, text = LIST): Promise<string> {
  const source = await openFileSource(new File([text], fileName))
  const large = await openLargeList({ source, fileName, ...choices })
  if (!large) throw new Error('It was not opened.')
  return applyCommand(large.summary).flat().join(' ')
}

/** The words that `npm` gets when the command is pasted into a shell, in a folder where nothing else happens. */
function wordsOf(command: string): readonly string[] {
  const script = `npm() { printf '%s\\0' "$@"; }\n${command}`
  const output = execFileSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' })
  return output.split('\0').slice(0, -1)
}

it('BULK-04 · the command for a large list runs nothing but itself, whatever the name of the file is', async () => {
  const names = [
    'ceni.csv',
    'Ценова листа (нова) 2026.csv',
    'a"$(touch x)`touch y`.csv',
    "it's; touch x #.csv",
    "'; touch x; '.csv",
    '$HOME && touch x | tee y > z.csv',
    '!! \\ * ? [a-z] {a,b} ~.csv',
    '--help.csv',
    '-rf.csv',
    'line\nbreak\u0015touch x\r\u001b[201~touch y\n\t\u0003\'"\\.csv',
    'C1 \u009b31m.csv',
  ]
  for (const name of names) {
    const command = await commandFor(name)
    // A terminal acts on none of its characters.
    expect(command).not.toMatch(/\p{Cc}/u)
    const path = name.startsWith('-') ? `./${name}` : name
    const [run, silent, levro, dashes, apply, ...words] = wordsOf(command)
    expect([run, silent, levro, dashes, apply]).toEqual(['run', '-s', 'levro', '--', 'apply'])
    expect(words[0]).toBe(path)
    expect(parseCommandLine(words)).toMatchObject({ file: path, from: 'BGN', price: [] })
  }
  expect(readdirSync(folder)).toEqual([])
})

it('BULK-04 · the command for a large list names what the user has chosen', async () => {
  const columns = { headerRow: 0, name: 0, price: 2, currency: null, otherPrice: null, morePrices: [] }
  const chosen = await commandFor('a.csv', {
    rowChoices: { columns, defaultCurrency: 'EUR' },
    fileChoices: { encoding: 'utf-8', delimiter: ';' },
  })
  expect(chosen).toBe(
    "npm run -s levro -- apply a.csv --out a-levro.csv --price 'Промо цена' --from EUR --encoding utf-8 --delimiter ';'",
  )
  const answered = { columns: { ...columns, price: 1 }, defaultCurrency: 'BGN', totals: 'omit' } as const
  const unsure = LIST.replace('Цена;Промо цена', 'Цена Враца;Цена Бургас')
  expect(await commandFor('a.csv', { rowChoices: answered }, unsure)).toBe(
    "npm run -s levro -- apply a.csv --out a-levro.csv --price 'Цена Враца' --from BGN --totals omit",
  )
  const titled = LIST.replace('Цена', 'Цена лв.').replaceAll(';', '\t')
  expect(await commandFor('a.csv', {}, titled)).toBe('npm run -s levro -- apply a.csv --out a-levro.csv')
  expect(await commandFor('a.csv', { fileChoices: { delimiter: '\t' } }, titled)).toBe(
    'npm run -s levro -- apply a.csv --out a-levro.csv --delimiter tab',
  )
})
