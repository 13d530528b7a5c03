import { describe, expect, it } from 'vitest'
import { parseClipboard } from './clipboard.ts'

const paste = (text: string, at: 'name' | 'price' = 'name') => parseClipboard(text, { at, limit: 100 })
const rows = (text: string, at?: 'name' | 'price') => paste(text, at).rows

describe('BULK-19 · cells of a spreadsheet', () => {
  it('BULK-19 · name, price and currency by position, from the pasted cell on', () => {
    expect(rows('Хляб\t1,95\tEUR\nМляко\t3,10\tлв.')).toEqual([
      { name: 'Хляб', price: '1.95', currency: 'EUR' },
      { name: 'Мляко', price: '3.1', currency: 'BGN' },
    ])
    expect(rows('1,95\tEUR', 'price')).toEqual([{ price: '1.95', currency: 'EUR' }])
    expect(rows('1,20\n\n2,50')).toEqual([{ price: '1.2' }, { price: '' }, { price: '2.5' }])
    expect(rows('Хляб\nМляко')).toEqual([{ name: 'Хляб' }, { name: 'Мляко' }])
  })

  it('BULK-19 · no currency is set where none is named', () => {
    expect(rows('Хляб\t1,95\nЧай\t2 €')).toEqual([
      { name: 'Хляб', price: '1.95' },
      { name: 'Чай', price: '2', currency: 'EUR' },
    ])
  })

  it('READ-09 BULK-19 · the code of another currency next to a price makes it invalid', () => {
    expect(rows('Хляб\t5\tUSD\nЧай\t7\tusd')).toEqual([
      { name: 'Хляб', price: '5 USD', problem: 'other-currency' },
      { name: 'Чай', price: '7 usd', problem: 'other-currency' },
    ])
    expect(rows('1e5\n12a3\n12%', 'price')).toEqual(
      ['1e5', '12a3', '12%'].map((price) => ({
        price,
        problem: price === '12%' ? 'percent' : 'not-a-price',
      })),
    )
  })

  it('BULK-19 · a quantity or a code is not taken for the price', () => {
    expect(rows('Хляб\t10\t1,95\nМляко\t7\t3,10')).toMatchObject([{ price: '1.95' }, { price: '3.1' }])
    expect(rows('0001\tХляб\t1,95\n0002\tМляко\t3,10')).toMatchObject([
      { name: 'Хляб', price: '1.95' },
      { name: 'Мляко', price: '3.1' },
    ])
  })

  it('BULK-19 · lines with semicolons are cells too, and decimal commas split nothing', () => {
    expect(rows('Хляб;1,95\r\nМляко;3,10\r\n')).toMatchObject([
      { name: 'Хляб', price: '1.95' },
      { price: '3.1' },
    ])
    expect(rows('1,95\n3,10', 'price')).toEqual([{ price: '1.95' }, { price: '3.1' }])
  })

  it('BULK-19 BULK-08 · an invalid price stays, with its problem; an ambiguous one gives a question', () => {
    expect(rows('Хляб\t-5\nМляко\t10-12')).toEqual([
      { name: 'Хляб', price: '-5', problem: 'negative' },
      { name: 'Мляко', price: '10-12', problem: 'range' },
    ])
    expect(paste('Чай\t12,500').question).toBe('12,500')
  })
})
