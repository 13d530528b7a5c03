import type { Dice } from './dice.ts'
import { drawList } from './draw-list.ts'
import type { FuzzFile, PriceList } from './list.ts'
import { drawAmount, drawHand, plain, priceText } from './price-hand.ts'
import { noPriceText } from './no-price.ts'
import type { Expected } from './list.ts'

const escaped = (text: string): string =>
  text
    .replaceAll('\t', ' | ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00a0', '&nbsp;')
    .replaceAll('\n', '<br>')

/** A web page saved as a workbook, as shops and old ERP systems export it. */
export function drawPageFile(dice: Dice): FuzzFile {
  const list = drawList(dice, false)
  const isClosed = dice.chance(80)
  const text = `<html><head><meta charset="utf-8"><style>td{color:red}</style></head><body><table border=1>${pageRows(
    dice,
    list,
    isClosed,
  )}</table></body></html>`
  const bytes = new TextEncoder().encode(text)
  const fileName = dice.pick(['list.xls', 'list.csv', 'list.xlsx'])
  return { fileName, bytes, expected: list.expected, isTitled: list.isTitled, traits: text }
}

function pageRows(dice: Dice, { grid }: PriceList, isClosed: boolean): string {
  const width = Math.max(...grid.map((row) => row.length))
  const tag = (open: string) => (isClosed ? `</${open}>` : '')
  return grid
    .map((row) => {
      const span = row.length === 1 && width > 1 && dice.chance(50) ? ` colspan="${width}"` : ''
      const cells = row.map(({ text }) => `<td${span}>${inTags(dice, escaped(text))}${tag('td')}`)
      return `<tr>${cells.join('\n')}${tag('tr')}`
    })
    .join('\n')
}

const inTags = (dice: Dice, html: string): string => {
  if (!dice.chance(10)) return html
  const name = dice.pick(['b', 'span', 'font', 'p', 'div'])
  return `<${name}>${html}</${name}>`
}

/** 'лв.50' is fifty lev to one reader and fifty stotinki to another: no price for a program. */
const IS_DOTTED_BEFORE = /\p{L}\.[0-9０-９]+(?![0-9０-９.,．，])/u

/** A JSON catalogue that passes the strict check, with prices as numbers and as texts. */
export function drawJsonFile(dice: Dice): FuzzFile {
  const hand = drawHand(dice)
  const expected: Expected[] = []
  const items = dice.times(dice.from(1, 12), (i) => {
    const currency = dice.pick(['BGN', 'EUR'])
    const amount = drawAmount(dice, hand)
    const isNumber = dice.chance(50)
    const isPriced = !dice.chance(2)
    const { text } = priceText(dice, hand, amount, dice.chance(20) ? currency : undefined)
    const price = isNumber ? Number(plain(amount)) : text
    const name = dice.pick(['Хляб', 'Milk', 'Сирене "А"', '__proto__', ''])
    const reading = isPriced
      ? ({ kind: 'price', price: plain(amount), currency } as const)
      : ({ kind: 'none' } as const)
    expected.push({ line: i + 2, name, reading })
    const code = dice.pick([currency, currency.toLowerCase()])
    return { name, price: isPriced ? price : noPriceText(dice, hand), currency: code }
  })
  const text = JSON.stringify(items, null, dice.pick([0, 2]))
  const fileName = dice.weighted([
    [4, 'list.json'],
    [1, 'list.csv'],
  ])
  const isRefusable =
    expected.some(({ reading }) => reading.kind === 'none') ||
    items.some(({ price }) => IS_DOTTED_BEFORE.test(String(price)))
  return {
    fileName,
    bytes: new TextEncoder().encode(text),
    expected,
    isTitled: true,
    isRefusable,
    traits: text,
  }
}
