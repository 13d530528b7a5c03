import type { Dice } from './dice.ts'
import type { Expected, FuzzFile } from './list.ts'
import { noPriceText } from './no-price.ts'
import { drawAmount, drawHand, plain, priceText } from './price-hand.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

type Record = { readonly name: string; readonly price: string; readonly currency: string }

/** How a record is written; each names the currency of every price. */
const LAYOUTS: readonly [(one: Record) => string, ...((one: Record) => string)[]] = [
  ({ name, price, currency }) =>
    `<item><title>${name}</title><price>${price}</price><currencyId>${currency}</currencyId></item>`,
  ({ name, price, currency }) => `<item name="${name}" price="${price}" currency="${currency}"/>`,
  ({ name, price, currency }) =>
    `<g:item xmlns:g="u"><g:id>1</g:id><g:title>${name}</g:title><g:price currency="${currency}">${price}</g:price></g:item>`,
  ({ name, price, currency }) =>
    `<item><name>${name}</name><price><amount>${price}</amount><currency>${currency}</currency></price></item>`,
  ({ name, price, currency }) =>
    `<row><field name="name">${name}</field><field name="price">${price}</field><field name="currency">${currency}</field></row>`,
]

const BETWEEN = ['', '\n', '\r\n  ', '<!-- <price>1</price> -->', '<?p <item> ?>'] as const

/** A feed with prices as elements, attributes and amounts inside of elements. */
export function drawFeedFile(dice: Dice): FuzzFile {
  const hand = drawHand(dice)
  const layout = dice.pick(LAYOUTS)
  const expected: Expected[] = []
  const records = dice.times(dice.from(1, 12), (i) => {
    const currency = dice.pick(['BGN', 'EUR'])
    const amount = drawAmount(dice, hand)
    const isPriced = !dice.chance(5)
    const { text } = priceText(dice, hand, amount, undefined)
    const name = dice.pick(['Хляб', 'Milk', 'Сирене "А"', 'Нар & <лук>'])
    expected.push({
      line: i + 2,
      name,
      reading: isPriced ? { kind: 'price', price: plain(amount), currency } : { kind: 'none' },
    })
    const shown = isPriced ? text : noPriceText(dice, hand)
    return `${dice.pick(BETWEEN)}${layout({ name: escaped(name), price: escaped(shown), currency })}`
  })
  const text = `<?xml version="1.0"?><list>${records.join('')}</list>`
  // A list of texts that are no prices is none.
  const isRefusable = !expected.some(({ reading }) => reading.kind === 'price')
  return {
    fileName: dice.pick(['list.xml', 'list.csv']),
    bytes: new TextEncoder().encode(text),
    expected,
    isTitled: true,
    isRefusable,
    traits: text,
  }
}
