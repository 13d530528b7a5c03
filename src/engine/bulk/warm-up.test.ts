import { expect, it } from 'vitest'
import { warmUp } from './warm-up.ts'

it('BULK-04 · the list that the worker reads while it is idle is read to its rows, all of them prices', async () => {
  const rows = await warmUp()
  expect(rows).toHaveLength(50)
  expect(
    rows.map(({ line, status, name, price, cells }) => [line, status, name, price, cells]).at(-1),
  ).toEqual([51, 'valid', 'Стока 49', '50.5', ['49', 'Стока 49', 'бр.', '50,50']])
})
