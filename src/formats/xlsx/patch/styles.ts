import { type Currency, byCurrency, otherCurrency } from '#money/currency.ts'
import { FIRST_CUSTOM_FORMAT, meaningOfFormat } from '../../spreadsheet/number-format.ts'
import { escapeXml } from '../write/escape.ts'
import type { Bytes } from '../../bytes/bytes.ts'
import { type Edit, applyEdits } from '../../bytes/patch-bytes.ts'
import { type Span, XmlTags, rawText } from '../../xml/tags.ts'

/** How number formats name a currency. */
type CurrencyInFormats = {
  /** Appended to a format without a currency. */
  readonly suffix: string
  /** The symbol with a locale, as Excel writes it. */
  readonly bracket: string
  /** What replaces words of the other currency. */
  readonly sign: string
  readonly code: RegExp
  readonly words: RegExp
}

const IN_FORMATS = {
  BGN: {
    suffix: ' "лв."',
    bracket: '[$лв.-402]',
    sign: 'лв.',
    code: /bgn/gi,
    words: /(?<!\p{L})(?:лева|левове|лев|лв|leva|levs?|lv)(?!\p{L})\.?/giu,
  },
  EUR: {
    suffix: ' [$€-1]',
    bracket: '[$€-2]',
    sign: '€',
    code: /(?<!\p{L})eur(?!\p{L})/giu,
    words: /€|(?<!\p{L})(?:euros?|евро)(?!\p{L})/giu,
  },
} as const satisfies Record<Currency, CurrencyInFormats>

/**
 * The number format of a new price (ECMA-376 18.8.31), made from the format of its source: a currency is replaced in every
 * section; without one the symbol is appended. Always at least two decimals.
 */
export function moneyFormat(source: string, currency: Currency): string {
  const meaning = meaningOfFormat(source)
  if (meaning.kind !== 'number') return `#,##0.00${IN_FORMATS[currency].suffix}`
  if (meaning.currency === undefined) return `${numberPart(source)}${IN_FORMATS[currency].suffix}`
  const replaced = meaning.currency === currency ? source : replaceCurrency(source, currency)
  const format = withDecimals(replaced)
  const read = meaningOfFormat(format)
  const isCurrencyKept =
    read.kind === 'number' && read.currency === currency && format.length <= MAX_FORMAT_LENGTH
  return isCurrencyKept && isSingleAmount(format, currency)
    ? format
    : `#,##0.00${IN_FORMATS[currency].suffix}`
}

/** Whether every section with digits shows one number in this currency: not minor units, nor '12 лв. 50 ст.'. */
const isSingleAmount = (format: string, currency: Currency): boolean =>
  (format.match(SECTION) ?? []).every((section) => {
    const numbers = section.replace(NOT_DIGITS, ' ').match(/[#0?.,]*[#0][#0?.,]*/g) ?? []
    if (numbers.length === 0) return true
    const read = meaningOfFormat(section)
    return (
      numbers.length === 1 &&
      !HUNDREDTHS.test(section) &&
      read.kind === 'number' &&
      read.currency === currency
    )
  })

const SECTION = /(?:"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|[^;])+/gsu
const NOT_DIGITS = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/gsu
const HUNDREDTHS = /¢|(?<!\p{L})(?:ст|стот\p{L}*|st|stot\p{L}*|(?:евро|euro)?(?:цент|cent)\p{L}*)(?!\p{L})/iu

/** Excel's limit, in characters. */
const MAX_FORMAT_LENGTH = 255

/** The digits of the first section, if they have two decimals. */
const numberPart = (format: string): string =>
  /^(?:[^";\\[]|"[^"]*"|\\.|\[[^\]]*\])*?(#,##0\.00|0\.00)(?![0#?])/.exec(format)?.[1] ?? '#,##0.00'

/** Adjacent literals, quoted or escaped. */
const LITERALS = /(?:"[^"]*"|\\.|[€а-яА-Я])+/gsu
const IN_BRACKETS = /\[\$([^\]-]*)[^\]]*\]/gu
/** One token: `_x` is a gap, `*x` fills, brackets, literals, or anything else. */
const TOKEN = /_.|\*.|\[[^\]]*\]|(?:"[^"]*"|\\.|[€а-яА-Я])+|[^_*[]/gsu

function replaceCurrency(format: string, to: Currency): string {
  return format.replace(TOKEN, (token) => {
    if (token.startsWith('[$')) {
      return token.replace(IN_BRACKETS, (whole, symbol: string) => {
        const replaced = replaceWord(symbol, to)
        if (replaced === undefined) return whole
        return /^[A-Z]+$/.test(replaced) ? `[$${replaced}]` : IN_FORMATS[to].bracket
      })
    }
    if (!/^["\\€а-яА-Я]/u.test(token)) return token
    return token.replace(LITERALS, (run) => {
      const replaced = replaceWord(literalText(run), to)
      return replaced === undefined ? run : `"${replaced}"`
    })
  })
}

const literalText = (run: string): string =>
  run.replace(/"([^"]*)"|\\(.)/gsu, (_, quoted?: string, escaped?: string) => quoted ?? escaped!)

export function replaceWord(word: string, to: Currency): string | undefined {
  const { code, words } = IN_FORMATS[otherCurrency(to)]
  const replaced = word.replace(code, to).replace(words, IN_FORMATS[to].sign)
  return replaced === word ? undefined : replaced
}

/** Adds decimals to whole-number formats, which would hide cents. */
const withDecimals = (format: string): string =>
  format.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|[#0?,]*[#0](?:\.[#0?]*)?/gsu, (token) => {
    if (!/^[#0?,]/.test(token)) return token
    const [whole = '', decimals = ''] = token.split('.')
    return decimals.length >= 2 ? token : `${whole.replace(/#$/, '0')}.00`
  })

/** The built-in format without thousands, which a price keeps. All others are replaced by `#,##0.00`. */
const [KEPT_BUILT_IN, KEPT_CODE] = [2, '0.00']

/** A list element with a `count`: byte offsets of its opening tag and of its closing tag. */
type CountedList = {
  readonly tag: Span
  readonly close: number
  readonly isEmpty: boolean
  readonly prefix: string
}

/**
 * Adds cell formats for new prices to the styles of a workbook (ECMA-376 18.8). Each equals the format of its source
 * but for the number format. Nothing else in the part changes.
 */
export class WorkbookStyles {
  readonly #xml: Bytes
  readonly #formats = new Map<number, string>()
  readonly #cells: Span[] = []
  #formatList: CountedList | undefined
  #cellList: CountedList | undefined
  #root: { end: number; prefix: string } | undefined
  readonly #known = byCurrency(() => new Map<number, number | undefined>())
  readonly #newFormats: string[] = []
  readonly #newCells: string[] = []
  #lastFormat = FIRST_CUSTOM_FORMAT - 1
  #isWritten = false
  #ownFormats = 0

  constructor(xml: Bytes) {
    this.#xml = xml
    for (const tags = new XmlTags(xml); tags.next();) {
      if (this.#root === undefined) this.#root = { end: tags.end, prefix: tags.prefix }
      else if (tags.is('numFmts')) this.#formatList = this.#readFormats(tags)
      else if (tags.is('cellXfs')) this.#cellList = this.#readCells(tags)
      else tags.skip()
    }
  }

  /**
   * Index of the cell format for a price whose source has format `source`; undefined when the workbook has no
   * such one.
   */
  priceStyle(source: number, currency: Currency): number | undefined {
    const known = this.#known[currency]
    if (!this.#isWritten && !known.has(source)) known.set(source, this.#addStyle(source, currency))
    return known.get(source)
  }

  /** The patched part; undefined when nothing was added. Call it last: no format is added afterwards. */
  write(): Bytes[] | undefined {
    this.#isWritten = true
    if (this.#newCells.length === 0 || this.#cellList === undefined) return undefined
    return applyEdits(this.#xml, [...this.#listEdits(this.#cellList, this.#newCells), ...this.#formatEdits()])
  }

  #addStyle(source: number, currency: Currency): number | undefined {
    const cell = this.#cells[source]
    if (cell === undefined) return undefined
    const own = rawText(this.#xml, cell.start, cell.end)
    const format = Number(/\snumFmtId\s*=\s*["'](\d+)/.exec(own)?.[1] ?? 0)
    const builtIn = format === KEPT_BUILT_IN ? KEPT_CODE : 'General'
    const code = moneyFormat(this.#formats.get(format) ?? builtIn, currency)
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
    const { prefix } = this.#formatList ?? this.#root!
    this.#newFormats.push(`<${prefix}numFmt numFmtId="${this.#lastFormat}" formatCode="${escapeXml(code)}"/>`)
    return this.#lastFormat
  }

  #formatEdits(): Edit[] {
    if (this.#newFormats.length === 0) return []
    if (this.#formatList !== undefined) return this.#listEdits(this.#formatList, this.#newFormats)
    const { end, prefix } = this.#root!
    const list = `<${prefix}numFmts count="${this.#newFormats.length}">${this.#newFormats.join('')}</${prefix}numFmts>`
    return [{ start: end, end, text: list }]
  }

  #listEdits({ tag, close, isEmpty, prefix }: CountedList, added: readonly string[]): Edit[] {
    const own = rawText(this.#xml, tag.start, tag.end)
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

  #readFormats(tags: XmlTags): CountedList {
    return this.#readList(tags, 'numFmt', () => {
      const number = Number(tags.attribute('numFmtId'))
      this.#formats.set(number, tags.attribute('formatCode') ?? '')
      this.#lastFormat = Math.max(this.#lastFormat, number)
      this.#ownFormats++
    })
  }

  #readCells(tags: XmlTags): CountedList {
    return this.#readList(tags, 'xf', () => {
      const { start } = tags
      tags.skip()
      this.#cells.push({ start, end: tags.end })
    })
  }

  #readList(tags: XmlTags, item: string, read: () => void): CountedList {
    const { start, end, prefix } = tags
    const isEmpty = tags.kind === 'empty'
    const name = tags.name
    if (isEmpty) return { tag: { start, end }, close: end, isEmpty, prefix }
    while (tags.next() && !(tags.kind === 'close' && tags.is(name)))
      if (tags.kind !== 'close' && tags.is(item)) read()
    return { tag: { start, end }, close: tags.start, isEmpty, prefix }
  }
}
