import type { Encoding } from '#table/text-source.ts'
import {
  type DbfSpec,
  type FieldSpec,
  currency,
  dbfFile,
  double,
  int32,
} from '#test/fixtures/catalogues/dbf.ts'
import { encode } from '#test/fixtures/catalogues/encoders.ts'
import type { Dice } from './dice.ts'
import type { Expected, FuzzFile } from './list.ts'
import { noPriceText } from './no-price.ts'
import { type Amount, drawAmount, drawHand, plain, priceText } from './price-hand.ts'

/** Encodings, and the languages of the header under which programs write them; 0 is none. */
const ENCODINGS: readonly [readonly [Encoding, number], ...(readonly [Encoding, number])[]] = [
  ['windows-1251', 0xc9],
  ['windows-1251', 0],
  ['mik', 0],
  ['mik', 0x26],
  ['ibm866', 0x65],
]

type Titles = readonly [name: string, price: string]

const NAMES = ['Хляб', 'Щранг 2 м', 'Юфка домашна', 'Сирене краве', 'Мляко 3,6%', 'Чай ЖЪЛТ'] as const
const TITLES: readonly [Titles, ...Titles[]] = [
  ['IME', 'CENA'],
  ['NAME', 'PRICE'],
  ['STOKA', 'ED_CENA'],
  ['ИМЕ', 'ЦЕНА'],
]

const SCALE = 100_000
const TEXT_BYTES = 60

/** How a field has its prices: text of a person, or numbers with so many decimals, in hundred-thousandths. */
const FORMS = ['text', 'N', 'F', 'I', 'Y', 'B'] as const
type Form = (typeof FORMS)[number]

/** A table of dBase or Visual FoxPro: prices in fields of all types, deleted records, counts that lie. */
export function drawDbfFile(dice: Dice): FuzzFile {
  const [encoding, language] = dice.pick(ENCODINGS)
  const form: Form = dice.pick(FORMS)
  const hand = drawHand(dice)
  const [nameTitle, priceTitle] = dice.pick(TITLES)
  const decimals = form === 'I' ? 0 : dice.pick([2, 0, 3, 4])
  const hasCurrency = dice.chance(50)
  const fields: readonly FieldSpec[] = [
    ['KOD', 'C,5'],
    [nameTitle, 'C,20'],
    [priceTitle, formOf(form, decimals)],
    ...(hasCurrency ? [['VALUTA', 'C,3'] as const] : []),
  ]
  const expected: Expected[] = []
  const deleted: number[] = []
  const records = dice.times(dice.from(1, 12), (r) => {
    const name = dice.pick(NAMES)
    const named = hasCurrency ? dice.pick(['BGN', 'EUR']) : 'BGN'
    const amount = form === 'text' ? drawAmount(dice, hand) : drawNumber(dice, decimals)
    const text = form === 'text' ? priceText(dice, hand, amount, undefined).text : plain(amount)
    const noPrice = form === 'text' ? noPriceText(dice, hand) : ''
    const drawn = writable(form, dice.chance(8) ? { text: noPrice } : { text, amount })
    if (dice.chance(10)) deleted.push(r)
    else
      expected.push({
        line: r + 2 - deleted.length,
        name,
        reading:
          drawn.amount === undefined
            ? { kind: 'none' }
            : { kind: 'price', price: plain(drawn.amount), currency: named },
      })
    return [String(r), name, valueOf(form, drawn, decimals, encoding), ...(hasCurrency ? [named] : [])]
  })
  const isFox = 'IYB'.includes(form)
  const spec: DbfSpec = {
    fields,
    records,
    deleted,
    encoding,
    language,
    version: isFox ? 0x30 : dice.pick([0x03, 0x83, 0xf5]),
    ...(isFox && { rest: new Uint8Array(263) }),
    ...(dice.chance(10) && { count: 0 }),
    ...(dice.chance(10) && { end: new Uint8Array() }),
  }
  return {
    fileName: dice.pick(['list.dbf', 'list.DBF', 'list.csv']),
    bytes: dbfFile(spec),
    expected,
    isTitled: true,
    traits: JSON.stringify({ ...spec, form, decimals }),
  }
}

const formOf = (form: Form, decimals: number): string => {
  if (form === 'text') return `C,${TEXT_BYTES}`
  if (form === 'N' || form === 'F') return `${form},${9 + decimals},${decimals}`
  return form === 'I' ? 'I,4' : `${form},8,${decimals}`
}

type DrawnCell = { readonly text: string; readonly amount?: Amount }

/** Blank where a field of text has no room for it, or an encoding not its letters. */
const writable = (form: Form, cell: DrawnCell): DrawnCell =>
  form !== 'text' || isWritable(cell.text) ? cell : { text: '' }

const isWritable = (text: string): boolean =>
  text.length <= TEXT_BYTES && !/[^\x20-\x7eа-яА-Я]/.test(text) && text.trim() !== ''

/** Up to 99,999 with these decimals. */
const drawNumber = (dice: Dice, decimals: number): Amount =>
  dice.from(1, 99_999 * 10 ** decimals) * (SCALE / 10 ** decimals)

function valueOf(form: Form, { text, amount = 0 }: DrawnCell, decimals: number, encoding: Encoding) {
  if (form === 'text') return encode(text, encoding)
  if (form === 'I') return int32(amount / SCALE)
  if (form === 'Y') return currency(BigInt(amount / 10))
  if (form === 'B') return double(amount / SCALE)
  return text === '' ? '' : (amount / SCALE).toFixed(decimals)
}
