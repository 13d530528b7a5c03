import { BUILT_IN_FORMATS, type FormatMeaning, meaningOfFormat } from '../../spreadsheet/number-format.ts'
import { XmlTags, unescapeXml } from '../../xml/tags.ts'
import type { Bytes } from '../../bytes/bytes.ts'
import { unsupported } from '../../spreadsheet/unsupported.ts'

/** SheetJS renumbers formats above it. */
const LAST_FORMAT = 0x188

const LISTS = ['numFmts', 'cellXfs'] as const

/**
 * The meaning of each cell format (`cellXfs`) for numbers, by index. Unsupported: styles that SheetJS reads
 * differently.
 */
export function readCellFormats(xml: Bytes): FormatMeaning[] {
  const formats = new Map<number, string>()
  const used: number[] = []
  const seen = new Set<string>()
  for (const tags = new XmlTags(xml); tags.next();) {
    if (tags.prefix !== '') unsupported('styles')
    if (tags.is('styleSheet')) continue
    if (tags.is('AlternateContent')) unsupported('styles')
    if (tags.kind === 'empty') continue
    // SheetJS takes the first of two lists.
    const list = LISTS.find((name) => tags.is(name))
    if (list !== undefined && seen.has(list)) unsupported('styles')
    if (list !== undefined) seen.add(list)
    if (list === 'numFmts') eachItem(tags, 'numFmts', 'numFmt', () => formats.set(...readFormat(tags)))
    else if (list === 'cellXfs') eachItem(tags, 'cellXfs', 'xf', () => used.push(formatId(tags)))
    else tags.skip()
  }
  return used.map((number) => meaningOfFormat(formats.get(number) ?? BUILT_IN_FORMATS[number] ?? 'General'))
}

function eachItem(tags: XmlTags, list: string, item: string, read: () => void): void {
  while (tags.next() && !(tags.kind === 'close' && tags.is(list)))
    if (tags.kind !== 'close' && tags.is(item)) read()
}

function readFormat(tags: XmlTags): [number: number, code: string] {
  const code = tags.attribute('formatCode')
  const number = formatId(tags)
  if (code === undefined || number === 0 || code !== unescapeXml(code) || /_x[\da-f]{4}_/i.test(code))
    unsupported('number format')
  return [number, code]
}

function formatId(tags: XmlTags): number {
  const text = tags.attribute('numFmtId') ?? '0'
  const number = Number(text)
  return /^\d+$/.test(text) && number <= LAST_FORMAT ? number : unsupported('number format')
}
