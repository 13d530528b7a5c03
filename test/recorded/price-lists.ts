import { gzipSync } from 'node:zlib'
import { biffBook, unicode, at } from '#test/fixtures/catalogues/biff-book.ts'
import { dbfFile } from '#test/fixtures/catalogues/dbf.ts'
import { encode, withBom } from '#test/fixtures/catalogues/encoders.ts'
import { handWrittenBook, sheetXml } from '#test/fixtures/catalogues/hand-written-book.ts'
import {
  flatXml,
  levCell,
  numberCell,
  odsBook,
  row,
  sheet,
  textCell,
} from '#test/fixtures/catalogues/ods-book.ts'
import { SHOP_EXPORTS } from '#test/fixtures/catalogues/shop-exports.ts'
import { formatted, workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { zip } from '#test/fixtures/catalogues/zips.ts'

const LIST = [
  'Код;Наименование;Цена, лв.;Бележка',
  'а1;Хляб бял;1,69;пресен',
  'а2;"Мляко ""3%""";2,89 лв.;',
  'а3;Сирене;1 234,50;',
  'а4;Кафе;6,40 EUR;',
  'а5;Сол;по договаряне;',
  'а6;Захар;;',
  ';Общо;1245,48;',
  '',
].join('\r\n')

const PAIRS =
  'name\tlev\teuro\nBread\t1.96\t1.00\nMilk\t3.91\t2.01\nCheese\t10\t5.11\nSalt\t\t0.40\nOil\t5,99\t3,06\n'

const SHEETS = {
  Цени: [
    ['Код', 'Наименование', 'Цена, лв.', 'Цена EUR'],
    ['a1', 'Хляб бял', formatted(1.69, '0.00" лв."'), 0.86],
    ['a2', 'Мляко 3%', 2.89, 1.48],
    ['a3', 'Сирене', 12.5, 6.4],
    ['a4', 'Кафе', '6,40', 3.28],
    [null, 'Общо', 23.48, null],
  ],
  Доставка: [
    ['Град', 'Цена'],
    ['София', 4.5],
  ],
}

const FEED =
  '<?xml version="1.0" encoding="windows-1251"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>\n  <item>\n    <g:id>a1</g:id>\n    <title>Хляб &amp; сол</title>\n    <g:price>1.69 BGN</g:price>\n    <g:sale_price>1.50 BGN</g:sale_price>\n  </item>\n' +
  '  <item><g:id>a2</g:id><title><![CDATA[Мляко 3%]]></title><g:price>2.89 EUR</g:price></item>\n  <item><g:id>a3</g:id><title>Кафе</title><g:price/></item>\n</channel></rss>\n'

/** A header row, a repeated row, a number format, a formula and a sheet that is hidden. */
const ODS = {
  body:
    sheet(
      row(textCell('Стока'), textCell('Цена, лв.'), textCell('Двойно')) +
        row(textCell('Хляб бял'), levCell('1.69'), numberCell('3.38', ' table:formula="of:=[.B2]*2"')) +
        row(textCell('Мляко 3%'), numberCell('2.89')).replace('row>', 'row table:number-rows-repeated="2">') +
        row(textCell('Сол'), textCell('по договаряне')),
    ) + sheet(row(textCell('друго')), { name: 'Скрит', attributes: ' table:style-name="ta2"' }),
}

const PAGE =
  '<html><head><meta charset="utf-8"></head><body><p>Ценоразпис</p><table><tr><th>Стока</th><th>Цена в лева</th></tr>' +
  '<tr><td>Хляб &amp; сол</td><td>1,20</td></tr><tr><td rowspan="2">Мляко</td><td>2,40</td></tr><tr><td>2,60</td></tr></table></body></html>'

const JSON_LIST =
  '[\n  {"name": "Хляб", "price": 1.69, "currency": "BGN"},\n  {"name": "Мляко", "price": "2,89", "currency": "EUR", "more": {"a": [1]}}\n]\n'

/** A table of a Bulgarian DOS program, with a deleted record. */
const TABLE = dbfFile({
  encoding: 'mik',
  language: 1,
  deleted: [1],
  fields: [
    ['KOD', 'C,5'],
    ['IME', 'C,20'],
    ['CENA_LV', 'N,8,2'],
    ['MARKA', 'C,3'],
  ],
  records: [
    ['001', 'Хляб Добруджа', '1.69', 'бр'],
    ['002', 'Стар хляб', '1.50', 'бр'],
    ['003', 'Сирене краве', '12.50', 'кг'],
  ],
})

/** Two rows below a bold title, with number formats and a formula that uses the price. */
const STYLED = handWrittenBook(
  sheetXml(
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Стока</t></is></c><c r="B1" s="1" t="inlineStr"><is><t>Цена лв.</t></is></c><c r="C1" t="inlineStr"><is><t>С ДДС</t></is></c></row>' +
      '<row r="2"><c r="A2" t="inlineStr"><is><t>Хляб</t></is></c><c r="B2" s="1"><v>1.69</v></c><c r="C2" s="3"><f>B2*1.2</f><v>2.028</v></c></row>' +
      '<row r="3"><c r="A3" t="inlineStr"><is><t>Мляко</t></is></c><c r="B3" s="1"><v>2.89</v></c><c r="C3" s="3"><f>B3*1.2</f><v>3.468</v></c></row>',
  ),
)

const BIFF = biffBook([
  {
    name: 'Sheet',
    records: [
      [0x204, `${at(0, 0)} ${unicode('Item')}`],
      [0x204, `${at(0, 1)} ${unicode('Price BGN')}`],
      [0x204, `${at(1, 0)} ${unicode('Bread')}`],
      [0x27e, `${at(1, 1)} 0a00 0000`],
    ],
  },
])

const utf8 = (text: string): Uint8Array => encode(text, 'utf-8')
const xlsx = workbook(SHEETS)

/** Price lists by file name. The same on every machine and in every run. */
export const PRICE_LISTS: Readonly<Record<string, Uint8Array>> = {
  'list.csv': utf8(LIST),
  'bom.csv': withBom(utf8(LIST), 0xef, 0xbb, 0xbf),
  'windows-1251.csv': encode(LIST, 'windows-1251'),
  'ibm866.csv': encode(LIST, 'ibm866'),
  'mik.csv': encode(LIST, 'mik'),
  'utf-16.csv': withBom(encode(LIST, 'utf-16le'), 0xff, 0xfe),
  'pairs.tsv.csv': utf8(PAIRS),
  'ambiguous.csv': utf8('name,price\nBread,"12,500"\nMilk,"1,250"\n'),
  'shop.csv': utf8(SHOP_EXPORTS[0]?.text ?? ''),
  'empty.csv': new Uint8Array(),
  'list.dbf': TABLE,
  'list.json': utf8(JSON_LIST),
  'wrong.json': utf8('[{"name": "Хляб", "price": 0, "currency": "BGN"}, 5]'),
  'feed.xml': encode(FEED, 'windows-1251'),
  'book.xlsx': xlsx,
  'styled.xlsx': STYLED,
  'damaged.xlsx': xlsx.subarray(0, xlsx.length - 300),
  'book.xlsm': workbook(SHEETS, 'xlsm'),
  'book.xlsb': workbook(SHEETS, 'xlsb'),
  'book.ods': odsBook(ODS),
  'flat.fods': utf8(flatXml(ODS)),
  'book.xls': workbook(SHEETS, 'biff8'),
  'own.xls': BIFF,
  'old.xls': workbook({ List: [['Item', 'Price BGN'], ['Bread', 1.2]] }, 'biff5'), // oxfmt-ignore
  'xml-2003.xls': workbook(SHEETS, 'xlml'),
  'page.xls': utf8(PAGE),
  'page.html': utf8(PAGE),
  'list.txt': utf8(LIST),
  'list.csv.gz': new Uint8Array(gzipSync(LIST)),
  'archive.zip': zip([
    { name: 'logo.png', content: utf8('a picture') },
    { name: 'list.csv', content: utf8(LIST) },
    { name: 'book.xls', content: workbook(SHEETS, 'biff8') },
  ]),
  'document.csv': utf8('%PDF-1.7\n%âãÏÓ\n'),
}
