import { type Span, XmlTags, rawText, unescapeXml, unescapeXstring } from '../../xml/tags.ts'
import type { Bytes } from '../../bytes/bytes.ts'
import { unsupported } from '../../spreadsheet/unsupported.ts'
import { openElements } from './xml.ts'
import { stringItemText } from './strings.ts'

/** Decoded at once: long enough for the platform to be quick, short enough that its text is soon let go. */
const PIECE_BYTES = 256 * 1024

const END = '</si>'
const END_BYTES = new TextEncoder().encode(END)

/** Every shared string of a workbook, in its order. */
export function readSharedStrings(xml: Bytes): string[] {
  const tags = new XmlTags(xml)
  tags.next()
  if (openElements(xml, tags.end).join('/') !== 'sst') unsupported('strings')
  const texts: string[] = []
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let at = tags.end
  for (let end = endOfPiece(xml, at); end > at; end = endOfPiece(xml, at)) {
    const items = decoder.decode(xml.subarray(at, end)).split(END)
    items.pop()
    for (const item of items) texts.push(stringItemText(contentOf(item)))
    at = end
  }
  if (!/^\s*<\/sst>\s*$/.test(decoder.decode(xml.subarray(at)))) unsupported('strings')
  return texts
}

function contentOf(item: string): string {
  if (item.startsWith('<si>')) return item.slice(4)
  const own = item.replace(/^[ \t\r\n]+/, '')
  return own.startsWith('<si>') ? own.slice(4) : unsupported('strings')
}

/** Behind the last item that ends within a piece from `at` on; `at` itself behind the last item of all. */
function endOfPiece(xml: Bytes, at: number): number {
  for (let size = PIECE_BYTES; ; size *= 4) {
    const end = Math.min(at + size, xml.length)
    for (let i = end - END_BYTES.length; i >= at; i--)
      if (xml[i] === END_BYTES[0] && END_BYTES.every((byte, k) => xml[i + k] === byte))
        return i + END_BYTES.length
    if (end === xml.length) return at
  }
}

/** Text of a cell: as it stands, or its number in the table of shared strings. */
export type CellText = string | { readonly shared: number }

/** The shared strings of a workbook with these numbers (ECMA-376 18.4.8). */
export function readSharedTexts(xml: Bytes, wanted: ReadonlySet<number>): ReadonlyMap<number, string> {
  const texts = new Map<number, string>()
  let number = 0
  for (const tags = new XmlTags(xml); texts.size < wanted.size && tags.next();) {
    if (!tags.is('si') || tags.kind === 'close') continue
    const start = tags.end
    tags.skip()
    if (wanted.has(number)) texts.set(number, richText(xml, { start, end: tags.start }))
    number++
  }
  return texts
}

/** The text of an element that holds nothing else, its CDATA too. */
export const contentText = (xml: Bytes, { start, end }: Span): string =>
  rawText(xml, start, end)
    .split(/<!\[CDATA\[(.*?)\]\]>/s)
    .map((part, i) => (i % 2 === 1 ? part : unescapeXml(part.replace(/<!--.*?-->/gs, ''))))
    .join('')

/** The text of a rich or plain string: its runs together, without how they are pronounced. */
export function richText(xml: Bytes, { start, end }: Span): string {
  let text = ''
  for (const tags = new XmlTags(xml, start, end); tags.next();) {
    if (tags.is('rPh')) tags.skip()
    else if (tags.is('t') && tags.kind === 'open') {
      const from = tags.end
      tags.skip()
      text += contentText(xml, { start: from, end: tags.start })
    }
  }
  return unescapeXstring(text)
}
