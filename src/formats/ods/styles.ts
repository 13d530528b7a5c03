import { XmlTags, rawText, unescapeXml } from '../xml/tags.ts'
import type { Bytes } from '../bytes/bytes.ts'
import { type FormatMeaning, GENERAL_FORMAT, meaningOfFormat } from '../spreadsheet/number-format.ts'
import { type Element, type OdsContent, childrenOf, openTag } from './document.ts'
import { type Prefixes, readPrefixes } from './names.ts'

/** Styles of cells and of numbers in one place of a document. */
export type StyleList = {
  readonly xml: Bytes
  readonly prefixes: Prefixes
  readonly cells: ReadonlyMap<string, CellStyle>
  readonly data: ReadonlyMap<string, DataStyle>
  /** Names of tables that are hidden. */
  readonly hiddenTables: ReadonlySet<string>
}

export type CellStyle = Element & {
  readonly parent: string | undefined
  readonly dataStyle: string | undefined
}

/** A style of numbers, such as `number:currency-style`. */
export type DataStyle = Element & {
  /** The style for amounts of 0 and more, where the style itself is for others. */
  readonly positive: string | undefined
}

/** The style of cells without one. */
const DEFAULT_STYLE = 'Default'

/** Styles whose parents are followed. */
const MAX_PARENTS = 20

/** The styles of a document by their names: those of the content before those that all of its parts share. */
export class Styles {
  readonly lists: readonly StyleList[]
  readonly #meanings = new Map<string, FormatMeaning>()

  constructor(lists: readonly StyleList[]) {
    this.lists = lists
  }

  /** What the number format of a cell with this style says. */
  meaningOf(style: string = DEFAULT_STYLE): FormatMeaning {
    let meaning = this.#meanings.get(style)
    if (meaning === undefined) {
      const [list, data] = this.dataStyleOf(style) ?? []
      meaning = list === undefined ? GENERAL_FORMAT : meaningOfFormat(this.formatOf(list, data!))
      this.#meanings.set(style, meaning)
    }
    return meaning
  }

  isHidden(tableStyle: string): boolean {
    return this.lists.some(({ hiddenTables }) => hiddenTables.has(tableStyle))
  }

  cellStyle(name: string): readonly [StyleList, CellStyle] | undefined {
    return find(this.lists, ({ cells }) => cells.get(name))
  }

  dataStyle(name: string): readonly [StyleList, DataStyle] | undefined {
    return find(this.lists, ({ data }) => data.get(name))
  }

  /** The data style of a cell style, or of one that it is derived from. */
  dataStyleOf(cellStyle: string = DEFAULT_STYLE): readonly [StyleList, DataStyle] | undefined {
    let name: string | undefined = cellStyle
    for (let i = 0; i < MAX_PARENTS && name !== undefined; i++) {
      const style: CellStyle | undefined = this.cellStyle(name)?.[1]
      if (style?.dataStyle !== undefined) return this.dataStyle(style.dataStyle)
      name = style?.parent
    }
    return undefined
  }

  /** A data style as a number format of Excel: that of amounts of 0 and more. */
  formatOf(list: StyleList, style: DataStyle): string {
    const [own, positive] = (style.positive === undefined ? undefined : this.dataStyle(style.positive)) ?? [
      list,
      style,
    ]
    return formatCode(own.xml, positive, own.prefixes)
  }
}

function find<T>(
  lists: readonly StyleList[],
  of: (list: StyleList) => T | undefined,
): readonly [StyleList, T] | undefined {
  for (const list of lists) {
    const found = of(list)
    if (found !== undefined) return [list, found]
  }
  return undefined
}

/** The styles in the content, and in a flat ODS those of the whole document. */
export const contentStyles = ({ xml, prefixes, automatic, styles }: OdsContent): StyleList[] =>
  [automatic, styles].flatMap((element) => (element === undefined ? [] : [readList(xml, element, prefixes)]))

/** The common styles of `styles.xml`. */
export function commonStyles(xml: Bytes): StyleList[] {
  const tags = new XmlTags(xml)
  if (!tags.next()) return []
  const prefixes = readPrefixes(tags)
  const styles = childrenOf(tags).find(({ name }) => name === 'styles')
  return styles === undefined ? [] : [readList(xml, styles, prefixes)]
}

const DATA_STYLES: ReadonlySet<string> = new Set([
  'number-style',
  'currency-style',
  'percentage-style',
  'date-style',
  'time-style',
  'boolean-style',
  'text-style',
])

function readList(xml: Bytes, element: Element, prefixes: Prefixes): StyleList {
  const cells = new Map<string, CellStyle>()
  const data = new Map<string, DataStyle>()
  const hiddenTables = new Set<string>()
  const { style: prefix } = prefixes
  for (const child of childrenOf(openTag(xml, element))) {
    const tag = openTag(xml, child)
    const name = tag.attribute(`${prefix}name`) ?? ''
    if (DATA_STYLES.has(child.name)) data.set(name, { ...child, positive: positiveStyle(xml, child, prefix) })
    if (child.name !== 'style') continue
    const family = tag.attribute(`${prefix}family`)
    if (family === 'table-cell') {
      const parent = tag.attribute(`${prefix}parent-style-name`)
      cells.set(name, { ...child, parent, dataStyle: tag.attribute(`${prefix}data-style-name`) })
    } else if (family === 'table' && isHiddenTable(xml, child, prefixes)) hiddenTables.add(name)
  }
  return { xml, prefixes, cells, data, hiddenTables }
}

const isHiddenTable = (xml: Bytes, style: Element, { table }: Prefixes): boolean =>
  childrenOf(openTag(xml, style)).some(
    (child) => openTag(xml, child).attribute(`${table}display`) === 'false',
  )

/** The style that a data style has for amounts of 0 and more (`style:map`). */
function positiveStyle(xml: Bytes, style: Element, prefix: string): string | undefined {
  for (const child of childrenOf(openTag(xml, style))) {
    if (child.name !== 'map') continue
    const tag = openTag(xml, child)
    if (/^value\(\)\s*>=?\s*0$/.test(tag.attribute(`${prefix}condition`)?.trim() ?? ''))
      return tag.attribute(`${prefix}apply-style-name`)
  }
  return undefined
}

/** A data style in the notation of Excel, in which the meaning of formats is known. */
export function formatCode(xml: Bytes, style: Element, { number: prefix }: Prefixes): string {
  if (style.name === 'percentage-style') return '0%'
  if (style.name === 'date-style' || style.name === 'time-style') return 'yyyy'
  let code = ''
  for (const child of childrenOf(openTag(xml, style))) {
    if (child.name === 'text' || child.name === 'currency-symbol') code += quoted(contentOf(xml, child))
    else if (child.name === 'number') code += digits(openTag(xml, child), prefix)
    else if (child.name === 'fraction' || child.name === 'scientific-number') code += '0'
  }
  return code
}

/** In Excel's notation no text contains a quotation mark. */
const quoted = (text: string): string => (text === '' ? '' : `"${text.replaceAll('"', '')}"`)

const contentOf = (xml: Bytes, { tagEnd, contentEnd }: Element): string =>
  unescapeXml(rawText(xml, tagEnd, contentEnd))

/** The digits of a number. One that is shown divided by a thousand is marked as such. */
function digits(tag: XmlTags, prefix: string): string {
  const decimals = Math.min(Number(tag.attribute(`${prefix}decimal-places`) ?? 0) || 0, 20)
  const whole = tag.attribute(`${prefix}grouping`) === 'true' ? '#,##0' : '0'
  const factor = Number(tag.attribute(`${prefix}display-factor`) ?? 1)
  const scale = factor === 1 ? '' : '"k"'
  return (decimals > 0 ? `${whole}.${'0'.repeat(decimals)}` : whole) + scale
}

/** A span of bytes without another one inside it. */
