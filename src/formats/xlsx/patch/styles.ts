import { type Currency, byCurrency } from '#money/currency.ts'
import { FIRST_CUSTOM_FORMAT, meaningOfFormat } from '../../spreadsheet/number-format.ts'
import { moneyFormat } from '../../spreadsheet/patch/money-format.ts'
import { escapeXml } from '../write/escape.ts'
import type { Bytes } from '../../bytes/bytes.ts'
import { type Edit, applyEdits } from '../../bytes/patch-bytes.ts'
import { type Span, XmlTags, rawText } from '../../xml/tags.ts'

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

  /** Whether the cell format `style` shows an amount in `currency`. */
  isMoney(style: number, currency: Currency): boolean {
    const cell = this.#cells[style]
    const code = cell && this.#formats.get(this.#formatOf(rawText(this.#xml, cell.start, cell.end)))
    const meaning = code === undefined ? undefined : meaningOfFormat(code)
    return meaning?.kind === 'number' && meaning.currency === currency
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
    const format = this.#formatOf(own)
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

  /** The number format of a cell format, which is an `xf` element. */
  readonly #formatOf = (xf: string): number => Number(/\snumFmtId\s*=\s*["'](\d+)/.exec(xf)?.[1] ?? 0)

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
