import { describe, expect, test } from 'vitest'
import { newTitle, translateTitle, withCode } from './price-titles.ts'

describe('CONV-08 · a new column is called as its source is', () => {
  test.each([
    ['Цена', 'EUR', 'Цена (EUR)'],
    ['Цена, лв.', 'EUR', 'Цена, евро'],
    ['Цена в лв. с ДДС', 'EUR', 'Цена в евро с ДДС'],
    ['Цена лв./бр.', 'EUR', 'Цена евро/бр.'],
    ['ЦЕНА (ЛВ.)', 'EUR', 'ЦЕНА (ЕВРО)'],
    ['Лева', 'EUR', 'Евро'],
    ['Цена (€)', 'BGN', 'Цена (лв.)'],
    ['Цена, евро', 'BGN', 'Цена, лева'],
    ['BGN', 'EUR', 'EUR'],
    ['Price EUR', 'BGN', 'Price BGN'],
    ['price', 'EUR', 'price_eur'],
    ['sale_price', 'BGN', 'sale_price_bgn'],
    ['price_bgn', 'EUR', 'price_eur'],
    ['PRICE_BGN', 'EUR', 'PRICE_EUR'],
    ['UNIT_PRICE', 'EUR', 'UNIT_PRICE_EUR'],
    ['PRICE', 'EUR', 'PRICE (EUR)'],
    ['price.bgn.retail', 'EUR', 'price.eur.retail'],
    ['price.lv.retail', 'EUR', 'price.eur.retail'],
    ['salePrice', 'EUR', 'salePriceEur'],
    ['salePriceBgn', 'EUR', 'salePriceEur'],
    ['priceBGN', 'EUR', 'priceEUR'],
    ['eurPriceEuro', 'BGN', 'eurPriceLeva'],
    ['Variant Price', 'EUR', 'Variant Price (EUR)'],
    ['  Цена  ', 'BGN', 'Цена (BGN)'],
    ['', 'EUR', 'EUR'],
    // A word that only begins like a currency is none.
    ['Цена за Левски', 'EUR', 'Цена за Левски (EUR)'],
    ['Europe price', 'BGN', 'Europe price (BGN)'],
  ] as const)('%j in %s: %j', (source, currency, title) => {
    expect(newTitle(source, currency, [])).toBe(title)
  })

  test.each([
    ['Цена', ['цена (eur)'], 'Цена (EUR) 2'],
    ['Цена лв', ['Цена евро', ' Цена евро 2 '], 'Цена евро 3'],
    ['price', ['price_eur'], 'price_eur_2'],
    ['salePrice', ['salePriceEur'], 'salePriceEur2'],
  ])('%j beside %j: %j', (source, taken, title) => {
    expect(newTitle(source, 'EUR', taken)).toBe(title)
  })

  test('a title that names no currency of the two is not turned', () => {
    expect(translateTitle('Цена', 'EUR')).toBeUndefined()
    expect(translateTitle('Цена, лв.', 'BGN')).toBeUndefined()
  })

  test('words become codes where letters are missing', () => {
    expect(withCode('12 лв. (€)', 'BGN')).toBe('12 BGN (€)')
    expect(withCode('Price €', 'EUR')).toBe('Price EUR')
  })
})
