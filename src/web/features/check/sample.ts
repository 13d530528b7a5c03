import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'

/** A price list of our own with both prices. Five pairs are off: four by a cent, one by two digits that changed places. */
const ROWS = [
  ['Сирене от овче мляко, 1 кг', "Sheep's cheese, 1 kg", '21,50', '10,99'],
  ['Сирене от краве мляко, 400 г', "Cow's cheese, 400 g", '7,49', '3,83'],
  ['Кашкавал от краве мляко, 800 г', 'Yellow cheese, 800 g', '19,90', '10,17'],
  ['Кисело мляко 3,6 %, 400 г', 'Yoghurt 3.6%, 400 g', '1,65', '0,84'],
  ['Прясно мляко 2 %, 1 л', 'Milk 2%, 1 l', '2,95', '1,51'],
  ['Айран, 500 мл', 'Ayran, 500 ml', '1,50', '0,77'],
  ['Прясно мляко 3,6 %, 1 л', 'Milk 3.6%, 1 l', '3,29', '1,69'],
  ['Масло краве, 125 г', 'Butter, 125 g', '4,65', '2,38'],
  ['Извара, 500 г', 'Curd, 500 g', '5,40', '2,76'],
  ['Сметана, 200 г', 'Cream, 200 g', '2,79', '1,43'],
  ['Хляб бял, 650 г', 'White bread, 650 g', '1,70', '0,87'],
  ['Хляб пълнозърнест, 500 г', 'Wholemeal bread, 500 g', '2,39', '1,22'],
  ['Хляб ръжен, 400 г', 'Rye bread, 400 g', '3,49', '1,78'],
  ['Питка със сирене', 'Cheese bun', '2,20', '1,12'],
  ['Кифла с мармалад', 'Jam roll', '1,40', '0,72'],
  ['Брашно тип 500, 1 кг', 'Flour, 1 kg', '1,79', '0,92'],
  ['Ориз, 1 кг', 'Rice, 1 kg', '3,79', '1,94'],
  ['Леща, 500 г', 'Lentils, 500 g', '4,39', '2,24'],
  ['Мед липов, 900 г', 'Linden honey, 900 g', '18,00', '9,19'],
  ['Мед акациев, 450 г', 'Acacia honey, 450 g', '11,50', '5,88'],
  ['Захар, 1 кг', 'Sugar, 1 kg', '2,79', '1,43'],
  ['Сол йодирана, 1 кг', 'Iodised salt, 1 kg', '0,99', '0,51'],
  ['Олио слънчогледово, 1 л', 'Sunflower oil, 1 l', '4,19', '2,14'],
  ['Оцет винен, 700 мл', 'Wine vinegar, 700 ml', '2,09', '1,07'],
  ['Лютеница, 560 г', 'Lyutenitsa, 560 g', '6,50', '3,32'],
  ['Сирене биволско, 400 г', 'Buffalo cheese, 400 g', '12,50', '6,38'],
  ['Кайма смес, 500 г', 'Mixed mince, 500 g', '7,99', '4,09'],
  ['Луканка, 250 г', 'Lukanka salami, 250 g', '11,90', '6,08'],
  ['Шунка, 200 г', 'Ham, 200 g', '5,69', '2,91'],
  ['Яйца М, 10 бр.', 'Eggs M, 10 pcs', '4,89', '2,50'],
  ['Домати, 1 кг', 'Tomatoes, 1 kg', '4,59', '2,35'],
  ['Краставици, 1 кг', 'Cucumbers, 1 kg', '3,89', '1,99'],
  ['Еспресо машина', 'Espresso machine', '1234,00', '630,94'],
  ['Чай от мащерка, 20 пакетчета', 'Thyme tea, 20 bags', '3,25', '1,66'],
  ['Чай от шипка, 20 пакетчета', 'Rosehip tea, 20 bags', '2,75', '1,41'],
  ['Чай черен, 20 пакетчета', 'Black tea, 20 bags', '3,10', '1,59'],
  ['Кафе мляно, 250 г', 'Ground coffee, 250 g', '8,90', '4,55'],
  ['Какао, 100 г', 'Cocoa, 100 g', '3,59', '1,84'],
  ['Шоколад млечен, 90 г', 'Milk chocolate, 90 g', '3,19', '1,63'],
  ['Вафла обикновена', 'Plain wafer', '0,95', '0,49'],
  ['Бисквити закусни, 200 г', 'Tea biscuits, 200 g', '2,49', '1,27'],
  ['Минерална вода, 1,5 л', 'Mineral water, 1.5 l', '1,29', '0,66'],
  ['Сок от ябълки, 1 л', 'Apple juice, 1 l', '4,29', '2,19'],
  ['Боза, 500 мл', 'Boza, 500 ml', '1,89', '0,97'],
  ['Кафе на зърна, 1 кг', 'Coffee beans, 1 kg', '38,90', '19,98'],
  ['Батерии АА, 4 бр.', 'AA batteries, 4 pcs', '7,99', '4,09'],
  ['Свещи, 12 бр.', 'Candles, 12 pcs', '4,59', '2,35'],
  ['Салфетки, 100 бр.', 'Napkins, 100 pcs', '2,69', '1,38'],
] as const

const HEADER = {
  bg: ['Наименование', 'Цена (лв.)', 'Цена (€)'],
  en: ['Product', 'Price (BGN)', 'Price (EUR)'],
} satisfies Record<Lang, readonly string[]>

export function sampleFile(lang: Lang): File {
  // A number stays with its unit.
  const nameOf = ([bg, en]: (typeof ROWS)[number]) =>
    ({ bg, en })[lang].replaceAll(/(\d) (?=\S+$|%)/g, '$1\u00a0')
  const rows = ROWS.map((row) => [nameOf(row), row[2], row[3]])
  const lines = [HEADER[lang], ...rows].map((cells) => cells.join(';'))
  return new File([lines.join('\r\n')], m.check_sample_file(), { type: 'text/csv' })
}
