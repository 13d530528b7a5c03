import { expect, test } from 'vitest'
import { uniqueName } from './column-names.ts'

test.each<readonly [titles: readonly string[], index: number, name: string]>([
  [['Име', 'Цена'], 1, 'Цена'],
  [['Име', 'Цена', 'цена'], 1, 'B'],
  [['Име', 'Цена\nлв.'], 1, 'B'],
  [['B', 'Цена', 'цена'], 1, '2'],
  [['B', 'Цена', 'цена', '2'], 1, '02'],
])('READ-01 · of the columns %j, number %i from 0 is named %s', (titles, index, name) => {
  expect(uniqueName(titles, index)).toBe(name)
})
