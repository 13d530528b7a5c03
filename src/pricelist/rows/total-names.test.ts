import { describe, expect, test } from 'vitest'
import { isTotalText, mayBeTotal, mayBeTotalAt, plainName, totalNameIn } from './total-names.ts'

const list = (texts: string) => texts.split('|')

const WHOLE =
  'Общо|Всичко|Σ|Тотал|Итого|Сбор|Сума|Сумата|Обща сума|Крайна сума|Общ сбор|Междинна сума|Междинен сбор|Междинно|Обща стойност|Стойност на поръчката|' +
  'Данъчна основа|ДДС|Отстъпка|Средна цена|За плащане|Дължима сума|Сума за плащане|Obshto|Vsichko|Suma|Total|Totals|Subtotal|Sub total|Grand total|Sum|' +
  'Total sum|Sum total|Total amount|Amount due|Total due|Balance due|Order total|Invoice total|Total to pay|Amount payable|Total net|Total gross|' +
  'Net total|Gross total|Taxable amount|VAT|Tax|Discount|Average|ОБЩО:|„Общо“|*Общо*|Общо / Total|Общо - всичко|О Б Щ О|T O T A L|Sub-total|Общо 3 артикула|' +
  'Общо с ДДС|Общо без ДДС|Общо лв.|Total EUR|Total (€)|Всичко нето|Общо за Плодове|Total for fruits|Сума по фактура|Общо на секция 2|ДДС 20 %|Отстъпка 10%|' +
  'Общо 5 стоки|Total items|Total 12 rows|Общо дължимо|Subtotal fruits|Междинна сума плодове|Grand total fruits'

const CLOSING =
  'Начислен ДДС|Дължим ДДС|В т.ч. ДДС|В т. ч.|В това число ДДС|Без ДДС|С ДДС|Равностойност|Левова равностойност|Евро|В евро|Аванс|Капаро|Остатък|Доплащане|' +
  'Пренос|От пренос|За пренос|Carried forward|Brought forward|Салдо|Крайно салдо|Начално салдо|Средно|Ср. цена|Средна стойност|Average price|' +
  'Минимална поръчка|Общ брой|Брой артикули|Брой продукти|Брой стоки|Брой редове|Брой записи|Курс|Рекапитулация|Recapitulation|Summary|Най-ниска цена|' +
  'Най-висока цена|Минимална цена|Максимална цена|Мин. цена|Макс. цена|Минимум|Максимум|Min price|Max price|Minimum price|Maximum price|Lowest price|' +
  'Highest price|Обменен курс|Валутен курс|Официален курс|Официален обменен курс|Официален валутен курс|Фиксиран курс|Фиксиран обменен курс|' +
  'Фиксиран валутен курс|20 % ДДС|20% VAT|+ 20% ДДС|Остатък за плащане|Аванс в лв.|Салдо общо|Курс 1.95583'

const PRODUCTS =
  'Хляб|Общество|Всичкознайко|Тоталист|Сумак|Сбориш|Sumac|Totally spies|Пренос на мебели|Капарови пъпки|Авансово писмо|Минималист|Курсове|Салдовка|5 % масло|' +
  'Евроконтейнер|Средно голяма маса|Taxi|Vatka|Равностранен|'

describe('READ-05 · names of totals', () => {
  test('READ-05 · whole names', () => {
    expect(list(WHOLE).map((name) => [name, totalNameIn(name)])).toEqual(
      list(WHOLE).map((name) => [name, { is: 'whole' }]),
    )
  })

  test('READ-05 · names of rows that close a list', () => {
    expect(list(CLOSING).map((name) => [name, totalNameIn(name)])).toEqual(
      list(CLOSING).map((name) => [name, { is: 'closing' }]),
    )
  })

  test('READ-05 · a total word with another one, which may be a group', () => {
    const groupOf = (name: string) => {
      const found = totalNameIn(name)
      return found?.is === 'part' ? found.group : found?.is
    }
    expect(
      list('Общо почистване|Total Quartz 5W-40|Плодове общо|Fruits TOTAL|Храни - всичко|Mixed subtotal').map(
        groupOf,
      ),
    ).toEqual(['почистване', 'quartz 5w 40', 'плодове', 'fruits', 'храни', 'mixed'])
    expect(groupOf('Общо: Плодове (пресни)')).toBe('плодове пресни')
  })

  test('READ-05 · any other name is that of a product', () => {
    expect(list(PRODUCTS).map(totalNameIn)).toEqual(list(PRODUCTS).map(() => undefined))
    // The words after a number count.
    expect([isTotalText('Общо 12 345,60 лв.'), isTotalText('Общо 2 маси')]).toEqual([true, false])
    // A sentence is no name.
    expect([totalNameIn(`Общо ${'а'.repeat(85)}`)?.is, totalNameIn(`Общо ${'а'.repeat(86)}`)]).toEqual([
      undefined,
      undefined,
    ])
    expect([totalNameIn(`Общо ${'а'.repeat(80)}`)?.is, totalNameIn(`Общо ${'а'.repeat(81)}`)]).toEqual([
      'part',
      undefined,
    ])
    expect(totalNameIn(`${'а'.repeat(80)} общо`)?.is).toBe('part')
    expect(totalNameIn(`${'а'.repeat(81)} общо`)).toBeUndefined()
    expect(totalNameIn(`Общо за ${'а'.repeat(60)}`)?.is).toBe('whole')
    const sums = (count: number) => totalNameIn(`Общо ${'сума '.repeat(count)}`)
    expect([sums(17), sums(18)]).toEqual([{ is: 'whole' }, undefined])
  })

  test('READ-05 · the quick test of the letters rules out none of them', () => {
    for (const name of [
      ...list(WHOLE),
      ...list(CLOSING),
      'Плодове общо',
      'Храни - всичко!',
      'Fruits TOTAL.',
      '  Общо',
      '- Total',
      '(Сума)',
    ]) {
      expect([name, mayBeTotal(name)]).toEqual([name, true])
      expect([name, mayBeTotalAt(`x;${name};1`, 2, 2 + name.length)]).toEqual([name, true])
    }
    const names = list('Хляб|Сирене краве|Bread|Яйца 10|Масло 82%а|Боб зрял')
    expect(names.filter(mayBeTotal)).toEqual([])
    expect(names.filter((name) => mayBeTotalAt(name, 0, name.length))).toEqual([])
  })

  test('READ-05 · a text of a cell, with or without its amount', () => {
    expect(
      list(
        'Общо: 120€|Общо:1 234,50лв.|Общо5лв|Общо|Общо: 120 €|Total: 1 234,50 лв.|Общо 12.50|ВСИЧКО 5|Σ 7',
      ).filter((text) => !isTotalText(text)),
    ).toEqual([])
    expect(list('Общо почистване 5|Хляб 5|Капаро|120|').filter(isTotalText)).toEqual([])
    expect([isTotalText(`Общо${' '.repeat(86)}`), isTotalText(`Общо${' '.repeat(87)}`)]).toEqual([
      true,
      false,
    ])
  })

  test('READ-05 · the word begins or ends the name', () => {
    expect(list('ДДС лв|VAT EUR|Sum BGN').map(totalNameIn)).toEqual(
      list('a|b|c').map(() => ({ is: 'whole' })),
    )
    expect(totalNameIn('Аванс total deposit')).toBeUndefined()
    expect(totalNameIn('Маса обща сума общо')).toEqual({ is: 'part', group: 'маса обща сума' })
  })

  test('READ-05 · names without signs, spaces and capitals', () => {
    expect(list(' Общо: |„Сума“|А_Б–В|О Б Щ О|а б|а б в|а б в г|Ｓｕｍ|хляб а б в г').map(plainName)).toEqual(
      ['общо', 'сума', 'а б в', 'общо', 'а б', 'а б в', 'абвг', 'sum', 'хляб а б в г'],
    )
  })
})
