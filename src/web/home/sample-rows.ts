import { type ConvertedRow, convertRow } from '#domain/row.ts'
import { m } from '../i18n/messages/messages.js'

type Sample = {
  name: () => string
  /** As it stands in the file, and as it is read there. */
  written: string
  price: string
}

const nothing = () => ''

/** Rows as price lists have them; the tests give the same file to the converter. */
const SAMPLES: readonly Sample[] = [
  { name: m.home_goods_cheese, written: '12,50\u00a0лв.', price: '12.50' },
  { name: m.home_goods_coffee, written: '38.90', price: '38.90' },
  { name: nothing, written: '', price: '' },
  { name: m.home_goods_machine, written: '1\u00a0234.00', price: '1234.00' },
  { name: m.home_goods_sugar, written: '', price: '' },
]

export const sampleRows = (): (ConvertedRow & { written: string })[] =>
  SAMPLES.map(({ name, written, price }) => ({
    ...convertRow({ name: name(), price, currency: 'BGN' }),
    written,
  }))
