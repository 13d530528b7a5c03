import type { Currency } from '#money/currency.ts'
import { WORDS } from '#money/currency-words.ts'
import { meaningOfFormat } from '../../spreadsheet/number-format.ts'
import { moneyFormat, replaceWord } from '../../spreadsheet/patch/money-format.ts'
import { XmlTags, rawText, unescapeXml } from '../../xml/tags.ts'
import { type Edit, applyEdits } from '../../bytes/patch-bytes.ts'
import { type Bytes, concatBytes } from '../../bytes/bytes.ts'
import { type Element, type OdsContent, childrenOf, openTag } from '../document.ts'
import { declarationOf, prefixOf } from '../names.ts'
import { type DataStyle, type StyleList, type Styles, formatCode } from '../styles.ts'
import { escapeText } from './cell-xml.ts'

/**
 * Adds cell styles for new prices to the automatic styles of a document. Each equals the style of its source but for the number
 * format, which equals that of the source but for the currency.
 */
export class NewStyles {
  readonly #content: OdsContent
  readonly #styles: Styles
  readonly #keepsConditions: boolean
  readonly #known = new Map<string, string>()
  readonly #added: string[] = []
  readonly #names: Set<string>

  /** @param keepsConditions whether new prices have the place of the old ones, so that the conditions of their styles stay */
  constructor(content: OdsContent, styles: Styles, keepsConditions: boolean) {
    this.#content = content
    this.#keepsConditions = keepsConditions
    this.#styles = styles
    this.#names = new Set(styles.lists.flatMap(({ cells, data }) => [...cells.keys(), ...data.keys()]))
  }

  /** The name of the cell style for a price in `currency` whose source has the style `source`. */
  priceStyle(source: string | undefined, currency: Currency): string {
    const key = `${currency}${source ?? ''}`
    let name = this.#known.get(key)
    if (name === undefined) {
      name = this.#hasCurrency(source, currency) ? source! : this.#addCellStyle(source, currency)
      this.#known.set(key, name)
    }
    return name
  }

  /** The edits that add the styles; none without a new style. */
  edits(): Edit[] {
    if (this.#added.length === 0) return []
    const text = this.#added.join('')
    const { automatic, body, xml, prefixes } = this.#content
    const name = `${prefixes.office}automatic-styles`
    if (automatic === undefined)
      return [{ start: body.start, end: body.start, text: `<${name}>${text}</${name}>` }]
    const { start, tagEnd, contentEnd, isEmpty } = automatic
    if (!isEmpty) return [{ start: contentEnd, end: contentEnd, text }]
    const opened = rawText(xml, start, tagEnd).replace(/\s*\/>$/, '>')
    return [{ start, end: tagEnd, text: `${opened}${text}</${name}>` }]
  }

  /** Whether a style shows an amount in `currency` as it is. */
  #hasCurrency(style: string | undefined, currency: Currency): boolean {
    const [list, data] = (style !== undefined && this.#styles.dataStyleOf(style)) || []
    return list !== undefined && isMoney(this.#styles.formatOf(list, data!), currency)
  }

  #addCellStyle(source: string | undefined, currency: Currency): string {
    const data = this.#addDataStyle(source, currency)
    const name = this.#newName('ce')
    const { prefixes } = this.#content
    const style = prefixOf('style', prefixes)
    const [list, own] = (source !== undefined && this.#styles.cellStyle(source)) || []
    const isAutomatic =
      own !== undefined && list === this.#styles.lists[0] && this.#content.automatic !== undefined
    if (isAutomatic) this.#added.push(this.#copyCellStyle(list!.xml, own, name, data))
    else {
      const parent = source ?? (this.#styles.cellStyle('Default') && 'Default')
      const derived = parent === undefined ? '' : ` ${style}parent-style-name="${escapeText(parent)}"`
      this.#added.push(
        `<${style}style${declarationOf('style', prefixes)} ${style}name="${name}" ${style}family="table-cell"${derived} ${style}data-style-name="${data}"/>`,
      )
    }
    return name
  }

  /** A cell style with another name and number format. */
  #copyCellStyle(xml: Bytes, element: Element, name: string, data: string): string {
    const { style } = this.#content.prefixes
    const tag = openTag(xml, element)
    const edits: Edit[] = [{ ...tag.span(`${style}name`)!, text: name }]
    const span = tag.span(`${style}data-style-name`)
    if (span === undefined)
      edits.push({ start: tag.nameEnd, end: tag.nameEnd, text: ` ${style}data-style-name="${data}"` })
    else edits.push({ ...span, text: data })
    for (const child of childrenOf(openTag(xml, element)))
      if (child.name === 'map' && !this.#keepsConditions)
        edits.push({ start: child.start, end: child.end, text: '' })
    return editedText(xml, element, edits)
  }

  #addDataStyle(source: string | undefined, currency: Currency): string {
    const name = this.#newName('N')
    const copied = this.#copyDataStyle(source, currency, name)
    this.#added.push(...(copied ?? [this.#plainDataStyle(source, currency, name)]))
    return name
  }

  /** The data style of the source with the other currency, and those for parts of its amounts; undefined where that is no plain amount. */
  #copyDataStyle(source: string | undefined, currency: Currency, name: string): string[] | undefined {
    const [list, data] = this.#styles.dataStyleOf(source) ?? []
    if (list === undefined || data === undefined) return undefined
    // Elements are copied as they are written.
    const { number, style } = this.#content.prefixes
    if (list.prefixes.number !== number || list.prefixes.style !== style) return undefined
    const meaning = meaningOfFormat(this.#styles.formatOf(list, data))
    if (meaning.kind !== 'number' || meaning.currency === undefined) return undefined
    const copies: string[] = []
    const own = this.#rewrite(list, data, currency, name, (mapped) => {
      const [from, part] = this.#styles.dataStyle(mapped) ?? []
      if (from !== list || part === undefined) return undefined
      const copy = `${name}P${copies.length}`
      const written = this.#rewrite(list, part, currency, copy, () => undefined)
      if (written === undefined) return undefined
      copies.push(written)
      return copy
    })
    return own === undefined ? undefined : [...copies, own]
  }

  /** @param mapped the name of the new style for a part of the amounts; undefined where it has none */
  #rewrite(
    list: StyleList,
    element: DataStyle,
    currency: Currency,
    name: string,
    mapped: (name: string) => string | undefined,
  ): string | undefined {
    const { xml } = list
    const { number, style } = list.prefixes
    const edits: Edit[] = [{ ...openTag(xml, element).span(`${style}name`)!, text: name }]
    for (const child of childrenOf(openTag(xml, element))) {
      const tag = openTag(xml, child)
      if (child.name === 'text' || child.name === 'currency-symbol') {
        const word = unescapeXml(rawText(xml, child.tagEnd, child.contentEnd))
        const replaced = replaceWord(word, currency)
        if (replaced !== undefined && !child.isEmpty)
          edits.push({ start: child.tagEnd, end: child.contentEnd, text: escapeText(replaced) })
      } else if (child.name === 'number') edits.push(...decimalEdits(tag, number))
      else if (child.name === 'map') {
        const span = tag.span(`${style}apply-style-name`)
        const copy = span && mapped(tag.attribute(`${style}apply-style-name`)!)
        if (copy === undefined) return undefined
        edits.push({ ...span!, text: copy })
      }
    }
    const text = editedText(xml, element, edits)
    return isMoney(codeOf(text, element, list), currency) ? text : undefined
  }

  /** Two decimals and the sign of the currency; thousands are separated as in the source. */
  #plainDataStyle(source: string | undefined, currency: Currency, name: string): string {
    const { prefixes } = this.#content
    const [number, style] = [prefixOf('number', prefixes), prefixOf('style', prefixes)]
    const [list, data] = this.#styles.dataStyleOf(source) ?? []
    const code = moneyFormat(list === undefined ? 'General' : this.#styles.formatOf(list, data!), currency)
    const grouping = code.includes('#,##0') ? ` ${number}grouping="true"` : ''
    const declared = declarationOf('number', prefixes) + declarationOf('style', prefixes)
    return (
      `<${number}currency-style${declared} ${style}name="${name}">` +
      `<${number}number ${number}decimal-places="2" ${number}min-decimal-places="2" ${number}min-integer-digits="1"${grouping}/>` +
      `<${number}text> </${number}text><${number}currency-symbol>${WORDS[currency].titleText.sign}</${number}currency-symbol>` +
      `</${number}currency-style>`
    )
  }

  #newName(prefix: string): string {
    for (let n = 1; ; n++) {
      const name = prefix + n
      // Styles for parts of amounts have it as the beginning of their name.
      if (this.#names.has(name) || this.#names.has(`${name}P0`)) continue
      this.#names.add(name)
      return name
    }
  }
}

/** Whether a number format shows one amount in this currency with two decimals. */
function isMoney(code: string, currency: Currency): boolean {
  const meaning = meaningOfFormat(code)
  return meaning.kind === 'number' && meaning.currency === currency && moneyFormat(code, currency) === code
}

/** The number format of a data style that was rewritten. */
function codeOf(text: string, { name }: DataStyle, { prefixes }: StyleList): string {
  const xml = new TextEncoder().encode(text)
  const tags = new XmlTags(xml)
  tags.next()
  const element = {
    name,
    start: 0,
    tagEnd: tags.end,
    contentEnd: xml.length,
    end: xml.length,
    isEmpty: false,
  }
  return formatCode(xml, element, prefixes)
}

/** Shows at least two decimals, as whole numbers would hide cents. */
function decimalEdits(tag: XmlTags, prefix: string): Edit[] {
  if (Number(tag.attribute(`${prefix}decimal-places`) ?? 0) >= 2) return []
  const edits: Edit[] = []
  let added = ''
  for (const name of ['decimal-places', 'min-decimal-places']) {
    const span = tag.span(prefix + name)
    if (span === undefined) added += ` ${prefix}${name}="2"`
    else edits.push({ ...span, text: '2' })
  }
  return added === '' ? edits : [{ start: tag.nameEnd, end: tag.nameEnd, text: added }, ...edits]
}

function editedText(xml: Bytes, { start, end }: Element, edits: readonly Edit[]): string {
  const moved = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }))
  return new TextDecoder().decode(concatBytes(applyEdits(xml.subarray(start, end), moved)))
}
