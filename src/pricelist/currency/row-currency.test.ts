import { describe, expect, test } from 'vitest'
import { detectColumns } from '../columns/detect-columns.ts'
import { currencyBeside } from './row-currency.ts'

const besideIn = (...rows: string[]) => {
  const table = rows.map((row) => row.split(';'))
  return currencyBeside(table, detectColumns(table).columns, 'BGN', false)
}

const named = (text: string) => ({ where: 'between', text, currency: 'EUR' })

describe('READ-04 · a currency that a unit or a note in the row of a price names', () => {
  test.each([
    ['Забележка', 'цена в евро'],
    ['Бележки', 'EUR'],
    ['Условия', 'Цените са в евро.'],
    ['Мярка', '€/бр.'],
    ['Мярка', 'евро'],
    ['Вид валута', 'EUR'],
  ])('READ-04 · %s: %s', (title, text) => {
    expect(besideIn(`Име;Цена;${title}`, 'Хляб;1,20;нов', `Сол;2,40;${text}`)).toEqual(named(text))
  })

  test.each([
    ['Забележка', 'лв.'],
    ['Забележка', 'плащане в евро'],
    ['Забележка', 'доставка 5 евро'],
    ['Забележка', 'Евро 6'],
    ['Мярка', 'кг'],
    ['Категория', 'EUR'],
  ])('READ-04 · not %s: %s', (title, text) => {
    expect(besideIn(`Име;Цена;${title}`, 'Хляб;1,20;нов', `Сол;2,40;${text}`)).toBeUndefined()
  })

  test('READ-04 · only where nothing else names the currency', () => {
    expect(besideIn('Име;Цена;Бележка', 'Хляб;1,20;', 'Сол;2,40 €;EUR', 'Мед;;EUR')).toBeUndefined()
    expect(besideIn('Име;Цена лв.;Бележка', 'Хляб;1,20;', 'Сол;2,40;EUR')).toBeUndefined()
    expect(besideIn('Име;Цена;Валута;Бележка', 'Хляб;1,20;;', 'Сол;2,40;лв.;EUR')).toBeUndefined()
    expect(besideIn('Име;Цена;Валута;Бележка', 'Хляб;1,20;лв.;', 'Сол;2,40;;EUR')).toEqual(named('EUR'))
  })

  test('READ-04 · a column of currencies may be that of another price', () => {
    const rows = ['Хляб;1,20;1,00;нов', 'Сол;2,40;2,00;EUR']
    expect(besideIn('Име;Цена;Доставна цена;Вид валута', ...rows)).toBeUndefined()
    expect(besideIn('Име;Цена;Доставна цена;Бележка', ...rows)).toEqual(named('EUR'))
  })
})
