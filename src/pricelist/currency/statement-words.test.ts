import { describe, expect, test } from 'vitest'
import type { Currency } from '#money/currency.ts'
import { statedIn } from './currency-statement.ts'

const list = (texts: string) => texts.split('|')

const expectStated = (texts: readonly string[], currency: Currency | undefined) =>
  expect(texts.map((text) => [text, statedIn(text, 'above')])).toEqual(texts.map((text) => [text, currency]))

describe('READ-04 · words of statements of the currency', () => {
  test('READ-04 · in what the prices are', () => {
    expectStated(
      list(
        'Всичко в евро|Храна във евро|Food in EUR|Храна v evro|Валута евро|Валутата е евро|Currency: EUR|The currency is EUR|' +
          'Всичко в Евро С ДДС|Всичко в Евро СЪС ДДС|Всичко в Евро БЕЗ ДДС|Всичко в Евро ДДС|All in Euro VAT|All in Euro INCL VAT|' +
          'All in Euro EXCL VAT|All in Euro WITH tax|All in Euro WITHOUT tax|ВСИЧКО В ЕВРО МАРКЕТ',
      ),
      'EUR',
    )
    expectStated(list('Храна в български лева|Food in Bulgarian leva|Валутата е лева'), 'BGN')
    expectStated(
      list(
        'Всичко в Евро Маркет|Всичко във Евро Маркет|All in Euro Market|Vsichko v Evro Market|Всичко в ЕВРО Маркет',
      ),
      undefined,
    )
  })

  test('READ-04 · about prices, beside any other words', () => {
    const words =
      'цена|цени|цените|ценова|ценоразпис|суми|сумите|стойности|прайс|тарифа|price|prices|pricelist|pricing|amounts|ceni|cena|cenite|' +
      'валута|валутата|currency'
    expectStated(
      list(words).map((word) => `${word} храна лева`),
      'BGN',
    )
    expectStated(list('храна лева|ценен храна лева|оценка храна лева'), undefined)
  })

  test('READ-04 · that say nothing beside a currency alone', () => {
    const words =
      'цена|цени|цените|ценова|листа|ценоразпис|всички|са|крайни|крайна|прайс|лист|оферта|тарифа|каталог|с|без|вкл|включено|ддс|на|дребно|' +
      'едро|и|за|price|prices|list|pricelist|all|are|incl|excl|vat|retail|wholesale|2026|г|год|ceni|cena|dds|bez|s'
    expectStated(
      list(words).map((word) => `${word} евро`),
      'EUR',
    )
    expectStated(list('храна евро|бар евро|the евро|5x евро'), undefined)
  })

  test('READ-04 · of prices that are or will be in a currency, whatever else the text says', () => {
    const subjects = 'Цена|Цената|Цени|Цените|Суми|Сумите|Price|Prices|Amounts'
    expectStated(
      list(subjects).flatMap((subject) =>
        ['са в', 'е във', 'are in', 'is in'].map((verb) => `${subject} - доставка отделно - ${verb} евро`),
      ),
      'EUR',
    )
    expectStated(
      list(
        'Цените (доставка отделно) не са в евро|Цените ще са в евро|Цените няма да са в евро|Prices are not in EUR|Prices will be in EUR|' +
          'Оценките - доставка отделно - са в евро|Цените - доставка отделно - са в евроцентове',
      ),
      undefined,
    )
  })

  test('READ-04 · about something else than the prices', () => {
    expectStated(
      list(
        'Плащане в евро|Доставка в евро|Безплатна бира в евро|Курс в евро|Не са в евро|Няма да са в евро|Няма да бъдат в евро|Не в евро|' +
          'Not in EUR|По запитване в евро|Отменени в евро|Ще е в евро|На сайта в евро|Сметка в евро|Банка в евро|IBAN in EUR|BIC in EUR|' +
          'SWIFT in EUR|www shop in EUR|E-mail in EUR|Email in EUR|Имейл в евро|Палети в евро|Pallets in EUR|USD in EUR|GBP in EUR|' +
          'CHF in EUR|RON in EUR|Pay in EUR|Bank in EUR|Delivery in EUR|Shipping in EUR|Free in EUR|Rate in EUR|Are not in EUR|Will be in EUR|' +
          'a@shop in EUR|От 5 евро, всичко в USD|1.955 в евро',
      ),
      undefined,
    )
  })

  test('READ-04 · about other prices or a part of them', () => {
    const ofOther =
      'Стари цени|Предишни цени|Досегашни цени|Минали цени|Бивши цени|Старите ни цени|Не всички цени|Част от цените|Някои цени|Old prices|' +
      'Previous prices|Former prices|Not all prices|Some prices|Some other prices|Shipping prices|Delivery prices|Само цените|Само нашите цени|' +
      'Цени за доставка|Цените на доставката|Цени за транспорт|Цени за куриер|Цените на сайта|Prices for shipping|Prices of delivery|' +
      'Price on delivery|The price of the delivery|Prices of our shipping'
    expectStated(
      list(ofOther).flatMap((prices) => [`${prices} са в евро`, `${prices} in EUR`]),
      undefined,
    )
    expectStated(
      list(
        'Всички цени са в евро|Цените за всички са в евро|Our prices are in EUR|Prices of the shop in EUR',
      ),
      'EUR',
    )
  })
})
