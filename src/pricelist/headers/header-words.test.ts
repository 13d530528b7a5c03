import { describe, expect, test } from 'vitest'
import type { PriceKind } from '../types.ts'
import { isQuantity } from '../columns/choose-price.ts'
import { ColumnSample } from '../columns/column-sample.ts'
import { isPriceQualifier, meaningOfHeader } from './header-meaning.ts'

const list = (titles: string) => titles.split('|')

const expectKinds = (titles: string, kind: PriceKind, price: number) =>
  expect(list(titles).map((title) => [title, meaningOfHeader(title)])).toMatchObject(
    list(titles).map((title) => [title, { kind, price }]),
  )

describe('READ-01 · words of titles', () => {
  test('READ-01 · selling prices', () => {
    expectKinds(
      'Цени|Цената|Prices|Pricing|Cena|Ceni|Cenata|Ц. на дребно|Ед. ц.|Прод. ц.|Пр. цена|П.Ц.|П.Ц.Д.|П.К.Ц.|К.Ц.|Ц. дребно|ЦД|RRP|MSRP|SRP|ПЦ|' +
        'ПЦД|ПКЦ|ППЦ|RSP|Наша цена|Вашата цена|Our price|Your price|Price ea|Price now|Единичната цена|Ед. прод. цена|Продажната цена|Краен цена|' +
        'Редовната цена|Нормална цена|Обичайна цена|Стандартна цена|Пълна цена|Магазинна цена|Клиентска цена|Unit price|Each price|Selling price|' +
        'Sell price|Sales price|Regular price|Final price|Normal price|Standard price|Full price|Variant price|Edinichna cena|Prodajna cena|' +
        'Redovna cena|Krayna cena|Retail price|Нови цени|Актуална цена|Текуща цена|Current price|Actual price|unitPrice|unitprice',
      'selling',
      100,
    )
    expectKinds(
      'Единична|Продажна|Крайна|Редовна|Магазинна|Клиентска|Ед. прод.|Прод.|На дребно|Дребно|Retail|Selling',
      'selling',
      100,
    )
    expectKinds(
      'Цена в магазина|Цена във аптеката|Цена за обекта|Цена на склада|Цена за клиенти|Цена на сайта|Цена в заведението|' +
        'Цена за ресторант|Цена на касата|Price in store|Price at shop|Price for clients|Price for customers|Онлайн цена|Online price',
      'selling',
      96,
    )
  })

  test('READ-01 · prices of a measure, of a list, a currency alone', () => {
    expectKinds(
      'Цена за кг|Цена за килограм|Цена за 100 г|Цена за гр|Цена за литър|Цена за л|Цена за 100 мл|Цена за м2|Цена за м|Цена за метър|Цена за кв. м|' +
        'Цена за куб. м|Цена за тон|Price per kg|Price per kilo|Price per gram|Price per litre|Price per liter|Price per l|Price per m2|Price/sq m',
      'measure',
      94,
    )
    expectKinds(
      'Каталожна цена|Цена по каталог|Базова цена|Препоръчителна цена|Препоръчана цена|Препор. цена|List price|Base price|Recommended price|' +
        'Suggested price|Catalog price|Catalogue price|Каталожна|Базова|Препоръчителна',
      'list',
      93,
    )
    expectKinds(
      'лв.|BGN|€|EUR|Евро|Лева|с ДДС|със ДДС|вкл. ДДС|incl. VAT|including tax|with VAT',
      'bare-currency',
      92,
    )
  })

  test('READ-01 · prices before a discount or at a bound', () => {
    expectKinds(
      'Цена без отстъпка|Цена преди намаление|Цена без промоция|Price without discount|Price before discount|Price excl. promo|Мин. цена|' +
        'Минимална цена|Max price|Макс. цена|Maximum price|Minimum price',
      'list',
      91,
    )
  })

  test('READ-01 · net prices', () => {
    expectKinds(
      'Цена без ДДС|Цена извън ДДС|Цена преди ДДС|Цена без включен ДДС|Цена без начислен ДДС|Цена без 20% ДДС|Цена (ДДС не е включено)|Price pre tax|' +
        'Price excl. VAT|Price excluding tax|Price exc VAT|Price without VAT|Price ex VAT|Price no VAT|Price w/o VAT|Price before tax|Price less VAT|' +
        'Price VAT excluded|Price tax excl.|Net price|Нетна цена|Нето цена|Cena bez DDS|Цена+ДДС|Ц. б/ДДС|Цена + 20% ДДС',
      'net',
      85,
    )
  })

  test('READ-01 · wholesale prices', () => {
    expectKinds(
      'Цена на едро|Едрова цена|Wholesale price|Bulk price|Търговска цена|Дистрибуторска цена|Дилърска цена|Фабрична цена|Trade price|B2B price|' +
        'HoReCa price|Цена ХоРеКа|Партньорска цена|Cena edro|Цена за търговци|Цена дистрибутор|Цена за препродавачи|Цена дилър|Цена партньор|' +
        'Reseller price|Dealer price|Partner price|Distributor price|Цена над 10 бр|Цена от 5 броя|Цена при 10 кг|Price over 10 pcs|Price from 5 units|' +
        'Цена 10 бр и повече',
      'wholesale',
      70,
    )
  })

  test('READ-01 · promotional prices', () => {
    expectKinds(
      'Промо цена|Промоционална цена|Sale price|Special price|Специална цена|Promo price|Promotional price|Намалена цена|Цена намаление|Акцийна цена|' +
        'Цена акция|Разпродажна цена|Discounted price|Reduced price|Offer price|Deal price|Clearance price|Outlet price|Офертна цена|Цена с отстъпка|' +
        'Цена след отстъпка|Цена със 10% отст.|Отстъпкова цена|Member price|Членска цена|Club price|Loyalty price|Бонус цена|Price with discount|' +
        'Цена с карта|Клубна цена|VIP цена|Black Friday цена|Цена -20%|Цена промокод',
      'promotional',
      60,
    )
  })

  test('READ-01 · costs, old prices and line amounts', () => {
    expectKinds(
      'Cost|Costs|Себестойност|Доставна|Покупна|Закупна|Входяща|Доставна цена|Дост. цена|Отчетна цена|Отч. цена|Претеглена цена|Цена на закупуване|' +
        'Цена на изкупуване|Складова цена|Заводска цена|Производствена цена|Вносна цена|Цена доставчик|Factory price|EXW price|FOB price|CIF price|' +
        'Вх. цена|Invoice price|Изкупна цена|Фактурна цена|Purchase price|Buying price|Landed price|Цена от доставчика|Supplier price|Vendor price',
      'cost',
      40,
    )
    expectKinds(
      'Стара цена|Old price|Original price|Първоначална цена|Зачеркната цена|Задраскана цена|Crossed price|Минала цена|Миналогодишна цена|' +
        'Отменена цена|Архивна цена|Last year price|Предх. цена|Цена до момента|Цена до|Price until|Предишна цена|Предходна цена|Досегашна цена|' +
        'Бивша цена|Compare at price|Price was|Previous price|Former price|Цена преди|Price before|Най-ниска цена|Lowest price|Цена за 30 дни',
      'old',
      30,
    )
    expectKinds(
      'Стойност|Ст-ст|Сума|Общо|Всичко|Обща цена|Тотална цена|Value|Amount|Total|Subtotal|Total price|Extended price|Stoynost|Suma|Obshto|' +
        'Равностойност в лв.|Equivalent EUR',
      'line-amount',
      20,
    )
    expectKinds(
      'Ед. стойност|Единична стойност|Сума за бр.|Стойност за 1 бр.|Стойност за брой|Unit value|Amount per unit',
      'selling',
      100,
    )
  })

  test('READ-01 · what is no price, also beside the word for it', () => {
    const words =
      'В сила|Дата|Date|Валидност|Valid|Срок|Количество|Кол.|Quantity|Qty|Код|Code|SKU|Баркод|Barcode|EAN|UPC|GTIN|Марка|Brand|Марж|Margin|Markup|' +
      'Надценка|Разлика|Difference|Delta|Промяна|Изменение|Change|Отстъпка|Discount|Rebate|Процент|Percent|Акциз|Куриер|Доставка|Delivery|' +
      'Shipping|Транспорт|Transport|Депозит|Deposit|Амбалаж|Такса|Fee|Вноска|Данък|Тип|Вид|Type|Група|Group|Category|Категория|Валута|Мярка|Rule|' +
      'ID|Номер|Number|Rank|Ниво|Level|Статус|Status|Label|Бележка|Note|Коментар|История|History|Rating|Text|Visible|Source|Източник|Описание|' +
      'Description|Наличност|Stock|Тегло|Weight|Точки|Points|Начало|Край|Гаранция|Активна|File|Link|Снимка'
    const titles = list(words).flatMap((word) => [word, `${word} - цена`, `Price ${word}`])
    expect(titles.filter((title) => meaningOfHeader(title).price > 0)).toEqual([])
  })

  test('READ-01 · a condition of the price is not its subject', () => {
    const conditions =
      'с доставка|без транспорт|с монтаж|с депозит|без амбалаж|с екотакса|с продуктова такса|с надценка|с марж|с акциз|incl. delivery|excl. shipping|' +
      'with packaging|доставка включена|към дата|франко склад|валидна днес|валидна от 01.05.2026|в сила от 1.5.2026 г.|на продукта|на артикула|на брой|' +
      'за 1 бр.|за единица|на ед. мярка|по етикет|по ценоразпис|при наличност|при количество 1|с код'
    for (const condition of list(conditions))
      expect([condition, meaningOfHeader(`Цена ${condition}`)]).toMatchObject([
        condition,
        { kind: 'selling', price: 100 },
      ])
  })

  test('READ-01 · measures and other numbers are known to be no price', () => {
    const titles =
      'Грамаж|Разфасовка|Обем|Литри|Тегло|Ширина|Височина|Дължина|Дебелина|Диаметър|Мощност|Рейтинг|Оценка|Алкохол|Калории|Хранителна плътност|' +
      'Volume|Rating|Power|Width|Height|Length|Diameter|Thickness|Alcohol|Calories|Броя|Pcs|Units|Мин.|Макс.|Координати|Latitude|Longitude|' +
      'Бруто кг|Нето тегло|Gross weight|Net kg|Тегло бруто|кг|100 г'
    expect(list(titles).filter((title) => meaningOfHeader(title).isElse !== true)).toEqual([])
    expect(list(titles).filter((title) => meaningOfHeader(title).price > 0)).toEqual([])
  })

  test('READ-01 · fees and customers alone may be a price or not', () => {
    const titles =
      'Такса|Тарифа|Хонорар|Fee|Tariff|Rate|Unit rate|Hourly rate|Room rate|Daily rate|Клиент|Краен клиент|За краен клиент|Магазин|Обект|Store|Shop|' +
      'Customer|Листа|Ценоразпис|За брой|За 1 бр.'
    for (const title of list(titles)) {
      const { price, isElse } = meaningOfHeader(title)
      expect([title, price, isElse]).toEqual([title, 0, undefined])
    }
  })

  test('READ-01 · titles of currencies', () => {
    const titles =
      'Currency|Валута|Currency code|Код валута|Код на валута|Код на валутата|Curr|Cur.|Вал.|Price currency|Валута на цената|Currency ISO|' +
      'Парична единица|Variant currency|Валута - цена|CCY|Валута / Currency'
    expect(list(titles).filter((title) => !meaningOfHeader(title).isCurrency)).toEqual([])
    expect(
      list('Валута (лв.)|Валутен курс|Цена').filter((title) => meaningOfHeader(title).isCurrency),
    ).toEqual([])
  })

  test('READ-01 · prices in other money', () => {
    const money =
      'USD|dollars|щ.д.|GBP|pounds|CHF|RON|lei|леи|TRY|TL|лири|RSD|MKD|PLN|CZK|HUF|RUB|UAH|JPY|CNY|хил.|млн.|cents|евроцентове|центове|thousands|' +
      'долари|паунда|франкове|динари|денари|рубли|хиляди|стотинки|$|£'
    for (const word of list(money))
      expect([word, meaningOfHeader(`Цена ${word}`)]).toMatchObject([word, { price: 0, isOtherMoney: true }])
    expect(meaningOfHeader('USD').isOtherMoney).toBe(false)
  })

  test('READ-01 · quantities', () => {
    const sample = new ColumnSample([], 0, 0)
    const isOne = (title: string) => isQuantity({ index: 0, title, meaning: meaningOfHeader(title), sample })
    expect(
      list('Количество|К-во|Кол.|Кол-во|Бр.|Брой|Броя|Quantity|QTY|Count').filter((title) => !isOne(title)),
    ).toEqual([])
    expect(list('Колона|Цена|Бройка|Discount|Име').filter(isOne)).toEqual([])
  })

  test('READ-01 · opposed words in one title', () => {
    const opposed =
      'Цена с и без ДДС|Цена без или с ДДС|Price with and without VAT|Price incl/excl tax|Цена едро и дребно|Wholesale/retail price|' +
      'Промо и редовна цена|Regular/sale price|Стара и нова цена|Old/new price|Продажна/доставна цена|Цена/ДДС|Цена (20% ДДС)'
    const found = list(opposed).filter((title) => meaningOfHeader(title).isOpposed !== true)
    expect(found).toEqual([])
    const agreed = 'Цена с ДДС|Цена без ДДС|Стара редовна цена|Нова промо цена|Цена на дребно|ДДС цена'
    expect(list(agreed).filter((title) => meaningOfHeader(title).isOpposed === true)).toEqual([])
  })

  test('READ-03 · words that only tell prices apart', () => {
    const telling =
      'с ДДС|без ДДС|лв.|€|на едро|на дребно|стара|нова|промо|за кг|доставна|каталожна|цена|цена в магазина|редовна|USD'
    expect(list(telling).filter((title) => !isPriceQualifier(title))).toEqual([])
    const padded = (length: number) => `с ДДС${' '.repeat(length - 5)}`
    expect([isPriceQualifier(padded(320)), isPriceQualifier(padded(321))]).toEqual([true, false])
    expect(isPriceQualifier('на бр. едро')).toBe(true)
    const others = 'Хляб|бр.|брой|кол.|Бр. едро|Брой промо|Бруто кг|на|за|2026|Име|и|с|'
    expect(list(others).filter(isPriceQualifier)).toEqual([])
  })

  test('READ-01 · letters, signs and spellings of the same title', () => {
    const same = (title: string, ...others: string[]) => {
      for (const other of others)
        expect([other, meaningOfHeader(other)]).toEqual([other, meaningOfHeader(title)])
    }
    same(
      'Цена с ДДС',
      'ЦЕНА С ДДС',
      '"Цена" с ДДС*',
      'Цена_с_ДДС',
      'Цена-с-ДДС',
      '2. Цена с ДДС',
      '2.1) Цена с ДДС',
      'Цена с Д.Д.С.',
      'Цeнa c ДДС',
    )
    same(
      'Unit price',
      'unit_price',
      'UNIT PRICE',
      'UnitPrice',
      'unitprice',
      '№ Unit price',
      '# Unit price:',
      'Unit\u00adprice',
      ' unit  price ',
    )
    same('Цена без ДДС', 'Цена +ДДС', 'Цена + ДДС', 'Цена б/ДДС', 'Цена б. ДДС')
    same('Цена €', 'Цена(€)', 'Цена â‚¬', 'Цена, €')
    expect(meaningOfHeader('я'.repeat(81)).price).toBe(0)
    expect(meaningOfHeader(`Цена ${'а'.repeat(75)}`).price).toBe(100)
    expect(meaningOfHeader(`Цена ${'а'.repeat(76)}`).price).toBe(0)
  })
})
