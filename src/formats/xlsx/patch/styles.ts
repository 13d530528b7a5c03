import type { Currency } from '#money/currency.ts'
import { meaningOfFormat } from '../../spreadsheet/number-format.ts'
import { xmlText } from '../write/sheet.ts'
import type { Bytes } from '../../bytes/bytes.ts'
import { type Edit, applyEdits } from '../../bytes/patch-bytes.ts'
import { type Span, XmlTags, textOf } from '../../xml/tags.ts'

/** How each currency is written behind a number whose format names none. */
const BEHIND = { BGN: ' "лв."', EUR: ' [$€-1]' } as const satisfies Record<Currency, string>

/** What a word of the other currency becomes. */
const TURNED = {
  EUR: [
    [/bgn/gi, 'EUR'],
    [/(?<!\p{L})(?:лева|левове|лев|лв|leva|levs?|lv)(?!\p{L})\.?/giu, '€'],
  ],
  BGN: [
    [/(?<!\p{L})eur(?!\p{L})/giu, 'BGN'],
    [/€|(?<!\p{L})(?:euros?|евро)(?!\p{L})/giu, 'лв.'],
  ],
} as const satisfies Record<Currency, readonly (readonly [RegExp, string])[]>

/** Currency signs in brackets with their locale, as spreadsheets write them. */
const BRACKETS = { BGN: '[$лв.-402]', EUR: '[$€-2]' } as const satisfies Record<Currency, string>

/**
 * The number format of a new price (ECMA-376 18.8.31), told after the one of its source: a currency that it names is turned,
 * in every section; one that names none gets the sign behind its number. Never fewer than two decimals.
 */
export function moneyFormat(source: string, currency: Currency): string {
  const meaning = meaningOfFormat(source)
  if (meaning.kind !== 'number') return `#,##0.00${BEHIND[currency]}`
  if (meaning.currency === undefined) return `${numberPart(source)}${BEHIND[currency]}`
  const turned = meaning.currency === currency ? source : turn(source, currency)
  const format = withDecimals(turned)
  const read = meaningOfFormat(format)
  const isThat = read.kind === 'number' && read.currency === currency && format.length <= LONGEST
  return isThat && isWhole(format, currency) ? format : `#,##0.00${BEHIND[currency]}`
}

/** Whether each section that shows a number shows one, and in this currency: none in hundredths, or '12 лв. 50 ст.'. */
const isWhole = (format: string, currency: Currency): boolean =>
  (format.match(SECTION) ?? []).every((section) => {
    const numbers = section.replace(NO_DIGITS, ' ').match(/[#0?.,]*[#0][#0?.,]*/g) ?? []
    const words = section.replace(SHOWN, (run) => ` ${shownText(run)} `)
    if (numbers.length === 0) return true
    const read = meaningOfFormat(section)
    return (
      numbers.length === 1 && !HUNDREDTHS.test(words) && read.kind === 'number' && read.currency === currency
    )
  })

const SECTION = /(?:"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|[^;])+/gsu
const NO_DIGITS = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/gsu
const HUNDREDTHS = /¢|(?<!\p{L})(?:ст|стот\p{L}*|st|stot\p{L}*|(?:евро|euro)?(?:цент|cent)\p{L}*)(?!\p{L})/iu

/** Spreadsheets take no longer format. */
const LONGEST = 255

/** The first section's digits, where there are two decimals. */
const numberPart = (format: string): string =>
  /^(?:[^";\\[]|"[^"]*"|\\.|\[[^\]]*\])*?(#,##0\.00|0\.00)(?![0#?])/.exec(format)?.[1] ?? '#,##0.00'

/** Texts that are shown follow each other, quoted or sign by sign, until something else stands between them. */
const SHOWN = /(?:"[^"]*"|\\.|[€а-яА-Я])+/gsu
const IN_BRACKETS = /\[\$([^\]-]*)[^\]]*\]/gu
/** What is never shown as a word: `_x` is a gap, `*x` fills. */
const TOKEN = /_.|\*.|\[[^\]]*\]|(?:"[^"]*"|\\.|[€а-яА-Я])+|[^_*[]/gsu

function turn(format: string, to: Currency): string {
  return format.replace(TOKEN, (token) => {
    if (token.startsWith('[$')) {
      return token.replace(IN_BRACKETS, (whole, sign: string) => {
        const turned = turnWord(sign, to)
        if (turned === undefined) return whole
        return /^[A-Z]+$/.test(turned) ? `[$${turned}]` : BRACKETS[to]
      })
    }
    if (!/^["\\€а-яА-Я]/u.test(token)) return token
    return token.replace(SHOWN, (run) => {
      const turned = turnWord(shownText(run), to)
      return turned === undefined ? run : `"${turned}"`
    })
  })
}

const shownText = (run: string): string =>
  run.replace(/"([^"]*)"|\\(.)/gsu, (_, quoted?: string, escaped?: string) => quoted ?? escaped ?? '')

function turnWord(word: string, to: Currency): string | undefined {
  let turned = word
  for (const [sign, other] of TURNED[to]) turned = turned.replace(sign, other)
  return turned === word ? undefined : turned
}

/** Whole amounts would hide their cents. */
const withDecimals = (format: string): string =>
  format.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|[#0?,]*[#0](?:\.[#0?]*)?/gsu, (token) => {
    if (!/^[#0?,]/.test(token)) return token
    const [whole = '', decimals = ''] = token.split('.')
    return decimals.length >= 2 ? token : `${whole.replace(/#$/, '0')}.00`
  })

/** The least number that a format of the workbook's own has. */
const FIRST_OWN_FORMAT = 164

/** Of the formats that every workbook has without saying so, those that a price may keep. */
const BUILT_IN: Readonly<Record<number, string>> = { 2: '0.00', 4: '#,##0.00' }

/** A list with its count: where its tag stands, and its end. */
type List = { readonly tag: Span; readonly close: number; readonly isEmpty: boolean; readonly prefix: string }

/**
 * The styles of a workbook (ECMA-376 18.8), to which cell formats for new prices are added: each is the one of its source
 * but for the number format. Nothing else of the part changes.
 */
export class WorkbookStyles {
  readonly #xml: Bytes
  readonly #formats = new Map<number, string>()
  readonly #cells: Span[] = []
  #formatList: List | undefined
  #cellList: List | undefined
  #root: { end: number; prefix: string } | undefined
  readonly #known = new Map<string, number | undefined>()
  readonly #newFormats: string[] = []
  readonly #newCells: string[] = []
  #lastFormat = FIRST_OWN_FORMAT - 1
  #isWritten = false
  #ownFormats = 0

  constructor(xml: Bytes) {
    this.#xml = xml
    for (const tags = new XmlTags(xml); tags.next();) {
      if (tags.kind === 'close') continue
      if (this.#root === undefined) this.#root = { end: tags.end, prefix: tags.prefix }
      else if (tags.is('numFmts')) this.#formatList = this.#readFormats(tags)
      else if (tags.is('cellXfs')) this.#cellList = this.#readCells(tags)
      else if (!tags.is('styleSheet')) tags.skip()
    }
  }

  /** The style of a new price whose source has the style `source`; undefined where the workbook has no such style. */
  priceStyle(source: number, currency: Currency): number | undefined {
    const key = `${source} ${currency}`
    if (!this.#isWritten && !this.#known.has(key)) this.#known.set(key, this.#addStyle(source, currency))
    return this.#known.get(key)
  }

  /** The part with what was added; undefined when nothing was. No style is added after it. */
  write(): Bytes[] | undefined {
    this.#isWritten = true
    if (this.#newCells.length === 0 || this.#cellList === undefined) return undefined
    return applyEdits(this.#xml, [...this.#listEdits(this.#cellList, this.#newCells), ...this.#formatEdits()])
  }

  #addStyle(source: number, currency: Currency): number | undefined {
    const cell = this.#cells[source]
    if (cell === undefined) return undefined
    const own = textOf(this.#xml, cell.start, cell.end)
    const format = Number(/\snumFmtId\s*=\s*["'](\d+)/.exec(own)?.[1] ?? 0)
    const code = moneyFormat(this.#formats.get(format) ?? BUILT_IN[format] ?? 'General', currency)
    const tagEnd = own.indexOf('>') + 1
    const tag = own
      .slice(0, tagEnd)
      .replace(/\s(?:numFmtId|applyNumberFormat|quotePrefix)\s*=\s*(?:"[^"]*"|'[^']*')/g, '')
      .replace(/\s*(\/?>)$/, ` numFmtId="${this.#formatNumber(code)}" applyNumberFormat="1"$1`)
    this.#newCells.push(tag + own.slice(tagEnd))
    return this.#cells.length + this.#newCells.length - 1
  }

  #formatNumber(code: string): number {
    for (const [number, own] of this.#formats) if (own === code) return number
    this.#lastFormat++
    this.#formats.set(this.#lastFormat, code)
    const prefix = this.#formatList?.prefix ?? this.#root?.prefix ?? ''
    this.#newFormats.push(`<${prefix}numFmt numFmtId="${this.#lastFormat}" formatCode="${xmlText(code)}"/>`)
    return this.#lastFormat
  }

  #formatEdits(): Edit[] {
    if (this.#newFormats.length === 0) return []
    if (this.#formatList !== undefined) return this.#listEdits(this.#formatList, this.#newFormats)
    const { end, prefix } = this.#root!
    const list = `<${prefix}numFmts count="${this.#newFormats.length}">${this.#newFormats.join('')}</${prefix}numFmts>`
    return [{ start: end, end, text: list }]
  }

  #listEdits({ tag, close, isEmpty, prefix }: List, added: readonly string[]): Edit[] {
    const own = textOf(this.#xml, tag.start, tag.end)
    const name = /^<([^\s/>]+)/.exec(own)![1]!
    const before = name.slice(prefix.length) === 'cellXfs' ? this.#cells.length : this.#ownFormats
    const counted = own.replace(/(\scount\s*=\s*["'])\d+/, `$1${before + added.length}`)
    const text = added.join('')
    if (isEmpty) {
      const opened = `${counted.replace(/\s*\/>$/, '>')}${text}</${name}>`
      return [{ start: tag.start, end: tag.end, text: opened }]
    }
    return [
      { start: tag.start, end: tag.end, text: counted },
      { start: close, end: close, text },
    ]
  }

  #readFormats(tags: XmlTags): List {
    return this.#readList(tags, 'numFmt', () => {
      const number = Number(tags.attribute('numFmtId'))
      this.#formats.set(number, tags.attribute('formatCode') ?? '')
      this.#lastFormat = Math.max(this.#lastFormat, number)
      this.#ownFormats++
    })
  }

  #readCells(tags: XmlTags): List {
    return this.#readList(tags, 'xf', () => {
      const { start } = tags
      tags.skip()
      this.#cells.push({ start, end: tags.end })
    })
  }

  #readList(tags: XmlTags, item: string, read: () => void): List {
    const { start, end, prefix } = tags
    const isEmpty = tags.kind === 'empty'
    const name = tags.name
    if (isEmpty) return { tag: { start, end }, close: end, isEmpty, prefix }
    while (tags.next() && !(tags.kind === 'close' && tags.is(name)))
      if (tags.kind !== 'close' && tags.is(item)) read()
    return { tag: { start, end }, close: tags.start, isEmpty, prefix }
  }
}
