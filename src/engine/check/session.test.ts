import { expect, it } from 'vitest'
import { memoryDevice } from '#test/device-records.ts'
import { CheckSession } from './session.ts'
import { type CheckSnapshot, EMPTY_CHECK_SNAPSHOT } from './types.ts'

async function checked(lines: readonly string[]) {
  let shown: CheckSnapshot = EMPTY_CHECK_SNAPSHOT
  const session = new CheckSession((snapshot) => (shown = snapshot))
  await session.open(new File([lines.join('\n')], 'list.csv'), 'either')
  return shown.checked ?? expect.fail(shown.error?.code ?? shown.phase)
}

const TITLES = 'Име;Редовна цена лв.;Редовна цена €;Промо цена лв.;Промо цена €'

it('CHECK-01 · pairs that were not checked are counted one by one, and a row of two such pairs is named once', async () => {
  const { columns, summary, firstRows } = await checked([
    TITLES,
    'Хляб;1,96;1,00;1,96;1,00',
    'Сирене;3,00;;2,00;',
    'Мляко;1,96;1,00;4,00;',
  ])
  expect(columns.pairs).toHaveLength(2)
  expect([summary.checked, summary.notChecked]).toEqual([3, 3])
  expect(summary.reasons['no-eur']).toBe(3)
  expect(firstRows['no-eur']).toEqual({ rows: [3, 4], hasMore: false })
  expect(firstRows['no-bgn']).toEqual({ rows: [], hasMore: false })
})

it('CHECK-01 · the first five rows are named, and that there are more is told only when there are', async () => {
  const whole = 'Хляб;1,96;1,00;1,96;1,00'
  const half = 'Сирене;3,00;;2,00;'
  const five = await checked([TITLES, whole, ...Array.from({ length: 5 }, () => half)])
  expect(five.summary.notChecked).toBe(10)
  expect(five.firstRows['no-eur']).toEqual({ rows: [3, 4, 5, 6, 7], hasMore: false })
  const six = await checked([TITLES, whole, ...Array.from({ length: 6 }, () => half)])
  expect(six.firstRows['no-eur']).toEqual({ rows: [3, 4, 5, 6, 7], hasMore: true })
})

it('CHECK-04 · a kept file is checked again as it was: columns, direction and the answer about its prices', async () => {
  const { saved, records } = memoryDevice()
  const start = () => {
    const shown = { last: EMPTY_CHECK_SNAPSHOT }
    return { session: new CheckSession((snapshot) => (shown.last = snapshot), records), shown }
  }
  const { session, shown } = start()
  await session.open(new File(['Име;а;б\nХляб;1,956;1,000\nСирене;3,912;2,000\n'], 'list.csv'), 'either')
  await session.compare({ national: 1, euro: 2 })
  await session.setDirection('eur-bgn')
  expect(shown.last.checked?.question).not.toBeNull()
  await session.answer('decimal')
  const before = shown.last.checked
  expect(before?.summary.checked).toBe(2)
  await session.keep()

  const later = start()
  expect(await later.session.openKept()).toBe('eur-bgn')
  expect(later.shown.last.checked).toEqual(before)
  // It is kept for one return.
  expect(saved.size).toBe(0)
  expect(await start().session.openKept()).toBeNull()

  // Another file takes its place.
  await session.keep()
  await session.open(new File(['Име;лв.;€\nХляб;1,96;1,00\n'], 'other.csv'), 'either')
  expect(await start().session.openKept()).toBeNull()
})
