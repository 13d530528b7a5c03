import { describe, expect, test } from 'vitest'
import { findSplitTitle, splitTitleColumn } from './split-title.ts'

describe('READ-07 · a title that its comma split', () => {
  test.each([
    [['Име', 'Цена', ' лв.'], 1],
    [['Име', 'Цена', ' EUR', 'Код'], 1],
    [['Цена', ' USD'], 0],
    [['Име', 'Стара цена', ' лв.', 'Цена', ' лв.'], 1],
    // Without a space, with a currency of its own, of no price, and a complete title.
    [['Име', 'Цена', 'лв.'], undefined],
    [['Име', 'Цена', 'USD'], undefined],
    [['Име', 'Цена BGN', ' EUR'], undefined],
    [['Име', 'Вид', ' лв.'], undefined],
    [['Име', 'Цена', ' Цена USD'], undefined],
    [['Име', 'Цена', ' Код'], undefined],
    [['Име', 'Цена'], undefined],
    [[], undefined],
  ])('in %j: %s', (header, column) => {
    expect(findSplitTitle(header)).toBe(column)
  })

  test.each([
    [['Име', 'Цена', ' лв.'], false, 1],
    [[' Име', 'Цена', ' лв.'], false, 1],
    // Other titles begin with a space too: then a row with fewer fields decides.
    [['Име', ' Код', 'Цена', ' лв.'], false, undefined],
    [['Име', ' Код', 'Цена', ' лв.'], true, 2],
    [['Име', ' Код'], true, undefined],
  ])('in %j with a shorter row (%s): %s', (header, hasShorterRow, column) => {
    expect(splitTitleColumn(header, () => hasShorterRow)).toBe(column)
  })
})
