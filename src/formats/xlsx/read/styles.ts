import { type FormatMeaning, meaningOfFormat } from '../../spreadsheet/number-format.ts'
import { XmlTags, unescaped } from '../../xml/tags.ts'
import type { Bytes } from '../../bytes/bytes.ts'
import { unsupported } from './xml.ts'

/** Formats that workbooks have without saying so (ECMA-376 18.8.30), as the library knows them; the others are General. */
export const BUILT_IN_FORMATS: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'm/d/yy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yy h:mm',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;[Red](#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;[Red](#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mmss.0',
  48: '##0.0E+0',
  49: '@',
  56: '"上午/下午 "hh"時"mm"分"ss"秒 "',
}

/** The library moves formats of higher numbers to places that are free. */
const LAST_FORMAT = 0x188

export const GENERAL = meaningOfFormat('General')

const LISTS = ['numFmts', 'cellXfs'] as const

/** What the cell formats of a workbook say of numbers, by their index. */
export function readCellFormats(xml: Bytes): FormatMeaning[] {
  const formats = new Map<number, string>()
  const used: number[] = []
  const seen = new Set<string>()
  for (const tags = new XmlTags(xml); tags.next();) {
    if (tags.prefix !== '') unsupported('styles')
    if (tags.kind === 'close' || tags.is('styleSheet')) continue
    if (tags.is('AlternateContent')) unsupported('styles')
    if (tags.kind === 'empty') continue
    // Of two lists of a kind the library takes the first.
    const list = LISTS.find((name) => tags.is(name))
    if (list !== undefined && seen.has(list)) unsupported('styles')
    if (list !== undefined) seen.add(list)
    if (list === 'numFmts') eachOf(tags, 'numFmts', 'numFmt', () => formats.set(...readFormat(tags)))
    else if (list === 'cellXfs') eachOf(tags, 'cellXfs', 'xf', () => used.push(numberOf(tags)))
    else tags.skip()
  }
  return used.map((number) => meaningOfFormat(formats.get(number) ?? BUILT_IN_FORMATS[number] ?? 'General'))
}

function eachOf(tags: XmlTags, list: string, item: string, read: () => void): void {
  while (tags.next() && !(tags.kind === 'close' && tags.is(list)))
    if (tags.kind !== 'close' && tags.is(item)) read()
}

function readFormat(tags: XmlTags): [number: number, code: string] {
  const code = tags.attribute('formatCode')
  const number = numberOf(tags)
  if (code === undefined || number === 0 || code !== unescaped(code) || /_x[\da-f]{4}_/i.test(code))
    unsupported('number format')
  return [number, code]
}

function numberOf(tags: XmlTags): number {
  const text = tags.attribute('numFmtId') ?? '0'
  const number = Number(text)
  return /^\d+$/.test(text) && number <= LAST_FORMAT ? number : unsupported('number format')
}
