import { expect, it, vi } from 'vitest'
import { openFile } from '#formats/open-file.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { LazyTable } from '#table/table.ts'
import { FileRows } from './file-rows.ts'

async function rowsOf(text: string) {
  const opened = await openFile(new TextEncoder().encode(text), { fileName: 'ceni.csv' })
  if (!opened.ok) throw new Error(opened.error.code)
  const { columns } = detectColumns(opened.file.table)
  return new FileRows(opened.file, { columns, defaultCurrency: 'BGN' })
}

const LONG = 'Сирене краве от прясно мляко, буца'
const at = (line: number, nth = 0) => ({ line, nth })
const named = (name: string) => ({ name, price: '1', currency: 'BGN' as const })

it('BULK-12 · a row has the cells of its line, cut to what a column shows', async () => {
  const rows = await rowsOf(`Име;Цена\nХляб;1,95\n${'а'.repeat(301)};2,00\n`)
  expect(rows.cells(at(2))).toEqual(['Хляб', '1,95'])
  expect(rows.cells(at(3))[0]).toBe('а'.repeat(300))
  expect(rows.cells(at(9))).toEqual([])
})

it('BULK-10 · the whole name is that of the line, where the user has not changed it', async () => {
  const rows = await rowsOf(`Име;Цена\nХляб;1,95\n${LONG};12,50\n`)
  expect(rows.fullName(named('Сирене краве от прясно мл'), at(3))).toBe(LONG)
  expect(rows.fullName(named('Сирене краве от прясно мл'), at(2))).toBe('Сирене краве от прясно мл')
  expect(rows.fullName(named('Сирене'), at(3))).toBe('Сирене')
  expect(rows.fullName(named(''), at(3))).toBe('')
  // A row that the user added.
  expect(rows.fullName(named('Хляб'), at(4))).toBe('Хляб')
})

it('BULK-10 · the last line has its name, too', async () => {
  const rows = await rowsOf(`Име;Цена\n${LONG};12,50`)
  expect(rows.fullName(named('Сирене краве от прясно мл'), at(2))).toBe(LONG)
})

it('READ-11 · of a blank cell it is that of the nearest cell above, in whatever order rows are asked for', async () => {
  const other = LONG.replace('Сирене', 'Кашкавал')
  const rows = await rowsOf(
    `Име;Размер;Цена\n${LONG};S;1,00\n;M;2,00\n;L;3,00\n${other};S;4,00\n;M;5,00\nХляб;;6,00\n`,
  )
  const [first, second] = ['Сирене краве от прясно мл', 'Кашкавал краве от прясно ']
  const nameAt = (line: number, name: string) => rows.fullName(named(name.trim()), at(line))
  for (const lines of [
    [2, 3, 4, 5, 6],
    [6, 5, 4, 3, 2],
    [4, 2, 6, 3, 5],
    [3, 4, 2, 6, 5],
  ])
    for (const line of lines)
      expect(nameAt(line, line < 5 ? first : second), `line ${line}`).toBe(line < 5 ? LONG : other)
  expect(nameAt(7, 'Хляб')).toBe('Хляб')
})

it('BULK-10 · without a name column a row has its own', async () => {
  const rows = await rowsOf('Цена\n1,95\n2,00\n')
  expect(rows.fullName(named('Хляб'), at(2))).toBe('Хляб')
})

it('READ-11 · tables next to each other have their own names', async () => {
  const rows = await rowsOf(
    `Име;Цена;Име;Цена\n${LONG};1,00;Хляб;2,00\nМляко;3,00;${LONG.replace('Сирене', 'Кашкавал')};4,00\n`,
  )
  expect(rows.fullName(named('Сирене краве от прясно мл'), at(2, 0))).toBe(LONG)
  expect(rows.fullName(named('Хляб'), at(2, 1))).toBe('Хляб')
  expect(rows.fullName(named('Кашкавал краве от прясно'), at(3, 1))).toBe(LONG.replace('Сирене', 'Кашкавал'))
})

it('READ-11 · on one line, a table further right has its own whole name', async () => {
  const rows = await rowsOf(`Име;Цена;Име;Цена\nХляб;1,00;${LONG};2,00\n`)
  expect(rows.fullName(named('Хляб'), at(2, 0))).toBe('Хляб')
  expect(rows.fullName(named('Сирене краве от прясно мл'), at(2, 1))).toBe(LONG)
})

it('READ-11 · of many blank cells it is found in few readings, in the order of the rows', async () => {
  const text = `Име;Размер;Цена\n${LONG};S;1,00\n${';M;2,00\n'.repeat(1000)}${LONG};S;1,00\n${';M;2,00\n'.repeat(1000)}`
  const opened = await openFile(new TextEncoder().encode(text), { fileName: 'ceni.csv' })
  if (!opened.ok) throw new Error(opened.error.code)
  const { table } = opened.file
  const { columns } = detectColumns(table)
  if (!(table instanceof LazyTable)) throw new Error('The table of a file is read cell by cell.')
  const read = vi.spyOn(table, 'cell')
  const rows = new FileRows(opened.file, { columns, defaultCurrency: 'BGN' })
  for (let line = 2; line < 2004; line++)
    expect(rows.fullName(named('Сирене краве от прясно мл'), at(line))).toBe(LONG)
  expect(read.mock.calls.length).toBeGreaterThan(2000)
  expect(read.mock.calls.length).toBeLessThan(3 * 2004)
})
