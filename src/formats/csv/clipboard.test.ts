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

describe('BULK-19 · columns of pasted cells', () => {
  it('BULK-19 · are those of their titles, wherever they stand', () => {
    expect(rows('Код\tЦена, EUR\tИме\n7\t1,95\tХляб\n8\t3,10\tМляко')).toEqual([
      { name: 'Хляб', price: '1.95', currency: 'EUR' },
      { name: 'Мляко', price: '3.1', currency: 'EUR' },
    ])
    // Titles alone are cells as any others.
    expect(rows('Име\tЦена')).toEqual([{ name: 'Име', price: 'Цена', problem: 'no-number' }])
    expect(rows('Цена;Име\n1,95;Хляб', 'price')).toEqual([{ name: 'Хляб', price: '1.95' }])
  })

  it('BULK-19 · pasted into the price, the first column is the price and the second the currency', () => {
    expect(rows('1,95\tлв.\tx\n3,10\tевро\ty', 'price')).toEqual([
      { price: '1.95', currency: 'BGN' },
      { price: '3.1', currency: 'EUR' },
    ])
    // A text next to a price is not a currency.
    expect(rows('1,95\tбр\n3,10\tкг', 'price')).toEqual([{ price: '1.95' }, { price: '3.1' }])
    expect(rows('Хляб\t1,95\tбр')).toEqual([{ name: 'Хляб', price: '1.95' }])
  })

  it('BULK-19 · a column of nothing but prices is the price, one with a word in it the name', () => {
    expect(rows('1,95\n3,10')).toEqual([{ price: '1.95' }, { price: '3.1' }])
    expect(rows('1,95\nХляб')).toEqual([{ name: '1,95' }, { name: 'Хляб' }])
    expect(rows('Хляб', 'price')).toEqual([{ price: 'Хляб', problem: 'no-number' }])
  })

  it('BULK-19 · other currencies are no lev', () => {
    for (const word of ['USD', '$', 'GBP', '£', 'RON'])
      expect(rows(`Хляб\t5\t${word}`), word).toEqual([
        { name: 'Хляб', price: `5 ${word}`, problem: 'other-currency' },
      ])
    expect(rows('Хляб\t5\tUSD цена')).toEqual([{ name: 'Хляб', price: '5' }])
  })

  it('BULK-19 · a blank cell of the name or of a price is none', () => {
    expect(rows('\t1,95\nХляб\t\nЧай\t2')).toEqual([
      { name: '', price: '1.95' },
      { name: 'Хляб', price: '', problem: 'no-price' },
      { name: 'Чай', price: '2' },
    ])
  })
})

describe('BULK-19 · lines of pasted text', () => {
  it.each(['\n', '\r\n', '\r'])('BULK-19 · that end in %j', (end) => {
    expect(rows(`Хляб;1,95${end}Мляко;3,10${end}`)).toMatchObject([
      { name: 'Хляб', price: '1.95' },
      { name: 'Мляко', price: '3.1' },
    ])
  })

  it('BULK-19 · of which one has no semicolon are one column', () => {
    expect(rows('Хляб; бял\nМляко')).toEqual([{ name: 'Хляб; бял' }, { name: 'Мляко' }])
    expect(rows('Хляб; бял\t1,95')).toEqual([{ name: 'Хляб; бял', price: '1.95' }])
    // A blank line decides nothing.
    expect(rows('Хляб;1,95\n\nМляко;3,10')).toMatchObject([
      { price: '1.95' },
      { price: '' },
      { price: '3.1' },
    ])
    expect(rows('Хляб;1,95\n  \nМляко;3,10').map(({ price }) => price)).toEqual(['1.95', '', '3.1'])
    expect(rows('')).toEqual([])
  })

  it('BULK-19 · are as many as are left in the table', () => {
    const text = Array.from({ length: 40 }, (_, i) => `Стока ${i}\t${i + 1}`).join('\n')
    const pasted = parseClipboard(text, { at: 'name', limit: 3 }).rows
    expect(pasted.map(({ price }) => price)).toEqual(['1', '2', '3'])
  })

  it('BULK-19 · with more columns than a sheet has are no cells', () => {
    expect(rows('\t'.repeat(20_000))).toEqual([])
  })

  it('BULK-19 BULK-08 · the answer to the question is applied, and where none is open there is none', () => {
    const answered = (ambiguous: 'decimal' | 'thousands') =>
      parseClipboard('Чай\t12,500', { at: 'name', limit: 9, ambiguous })
    expect(answered('decimal')).toEqual({ rows: [{ name: 'Чай', price: '12.5' }] })
    expect(answered('thousands')).toEqual({ rows: [{ name: 'Чай', price: '12500' }] })
    expect(paste('Чай\t12,50')).toEqual({ rows: [{ name: 'Чай', price: '12.5' }] })
  })
})
