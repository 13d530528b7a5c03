import { describe, expect, it } from 'vitest'
import { displayPath } from './display-text.ts'

describe('shownPath', () => {
  it.each([
    ['/%D0%BD%D1%8F%D0%BC%D0%B0', '/няма'],
    ['/a%20b', '/a b'],
    ['/100%', '/100%'],
    ['/%3Cb%3E', '/<b>'],
    ['/%E2%80%AEtxt.exe', '/%E2%80%AEtxt.exe'],
    ['/%00%0A%C2%A0', '/%00%0A%C2%A0'],
    ['/%F0%9F%92%B6', '/💶'],
  ])('ROUTE-05 · %s is shown as %s', (path, shown) => {
    expect(displayPath(path)).toBe(shown)
  })

  it('ROUTE-05 · cuts what nobody reads to its end, and no letter in two', () => {
    expect(displayPath(`/${'%F0%9F%92%B6'.repeat(500)}`)).toBe(`/${'💶'.repeat(199)}…`)
  })
})
