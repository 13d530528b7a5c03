import { expect, it } from 'vitest'
import { makeReportLimits } from './report-limits.ts'

it('API-03 · a network may report thirty times at once, and then every two seconds', () => {
  const time = { now: 0 }
  const limits = makeReportLimits(() => time.now)
  const report = (ip: string) => limits.limit({ ip })
  for (let n = 0; n < 30; n++) expect(report(`2001:db8:1:2::${n}`)).toBe(0)
  expect(report('2001:db8:1:2::1')).toBe(2)
  expect(report('2001:db8:1:2::2'), 'a rejected report costs nothing').toBe(2)
  expect(report('2001:db8:1:3::1'), 'another network').toBe(0)
  time.now += 1999
  expect(report('2001:db8:1:2::1')).toBe(1)
  time.now += 1
  expect(report('2001:db8:1:2::1')).toBe(0)
  expect(report('2001:db8:1:2::1')).toBe(2)
})

it('API-03 · thirty reports are logged at once, and then one every ten seconds, of all networks together', () => {
  const time = { now: 0 }
  const limits = makeReportLimits(() => time.now)
  for (let n = 0; n < 30; n++) expect(limits.mayLog()).toBe(true)
  expect(limits.mayLog()).toBe(false)
  expect(limits.limit({ ip: '203.0.113.7' }), 'what is not logged may be reported').toBe(0)
  time.now += 9999
  expect(limits.mayLog()).toBe(false)
  time.now += 1
  expect([limits.mayLog(), limits.mayLog()]).toEqual([true, false])
})
