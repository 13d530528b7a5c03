import { describe, expect, test } from 'vitest'
import { meaningOfHeader } from './header-meaning.ts'

const rankOf = (title: string) => meaningOfHeader(title).name

const SURE =
  'Name|Title|Product|Item|Наименование|Име на продукт|Име на продукта|Наименование на продукта|СТОКА|Артикул|Услуга|Име|Продукт|' +
  'Product name|Item name|product_title|Item title|Име на артикул|Име на артикула|Име на стока|Име на стоката|' +
  'Наименование на стоката|Наименование на стока|Наименование на артикул|Наименование на артикула|Наименование на продукт|' +
  'Наименование на услугата|Вид услуга|Service|Service name|Заглавие|Наименование - продукт|Наименование, артикул|' +
  'Продукт, услуга|Стока - услуга|Naimenovanie|Stoka|Artikul|Ime|Produkt|Артикул: наименование|Article|Goods|Номенклатура|Асортимент'
const LESS_SURE = 'Model|Модел|Стока, име за печат|Ястие|Продукти|Стоки|Артикули|Услуги|Products|Items'
const DESCRIPTIONS = 'Description|Handle|Описание|Item description|Product description|Описание на продукта'

describe('BULK-05 · titles of names', () => {
  test.each([
    [100, SURE.split('|')],
    [80, LESS_SURE.split('|')],
    [50, DESCRIPTIONS.split('|')],
    [95, ['Name (bg)', 'name_en_us', 'Име EN', 'Наименование BG', 'title-en']],
    [45, ['Име за печат', 'Product, long', 'Names', 'Стоки от внос', 'Услуги в салона', 'Ястия от скара']],
    [
      45,
      ['Model 2026', 'Item titles', 'Новият продукт', 'Наш продукт', 'Handle bg', 'Описание на бутилката'],
    ],
  ])('BULK-05 · have rank %i: %j', (rank, titles) => {
    expect(titles.map((title) => [title, rankOf(title)])).toEqual(titles.map((title) => [title, rank]))
  })

  test('BULK-05 · have a word for products among others', () => {
    const words =
      'name|names|title|product|products|item|наименование|име|продукт|продукта|продукти|стока|стоки|стоката|артикул|артикула|услуга|услуги|' +
      'услугата|model|модел|ястие|ястия|description|описание|handle'
    const titles = words.split('|').map((word) => `Всяко ${word} тук`)
    expect(titles.filter((title) => rankOf(title) !== 45)).toEqual([])
  })

  test('BULK-05 · a name title in two languages has the better rank of both', () => {
    const titles = ['Наименование / Name', 'Описание / Item', 'Модел (Name)', 'Ястие (Products)']
    expect(titles.map(rankOf)).toEqual([100, 100, 100, 80])
    expect(rankOf('Наименование / Код')).toBe(0)
  })

  /** Of exports of shops, and of the lists that chains publish by law. */
  const OF_ELSE =
    'Код на продукта|Product ID|product_id|Product category|product_type|Google Shopping / Google Product Category|SEO Title|' +
    'SEO Description|URL handle|Meta-title|meta_title(en-gb)|Meta-description|image_name|tax_class_name|Date add product|' +
    'Product creation date|Product available date|ID / Name of shop'

  test('BULK-05 · are none where they are about something else of the product', () => {
    const titles = OF_ELSE.split('|')
    expect(titles.filter((title) => rankOf(title) > 0)).toEqual([])
  })

  test('BULK-05 · a part of a longer word is not about something else', () => {
    const titles = [
      'Product idea',
      'Products noted',
      'Item typed',
      'Стока с кодове',
      'Име на марката',
      'Продукт датиран',
    ]
    expect(titles.map((title) => [title, rankOf(title)])).toEqual(titles.map((title) => [title, 45]))
  })
})
