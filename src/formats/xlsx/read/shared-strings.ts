import { type Span, XmlTags, rawText, unescapeXml, unescapeXstring } from '../../xml/tags.ts'
import type { Bytes } from '../../bytes/bytes.ts'
import { truncateCell } from '#table/cell-length.ts'
import { unsupported } from '../../spreadsheet/unsupported.ts'
import { openElements } from './xml.ts'
import { stringItemText } from './strings.ts'

/** Bytes decoded at once: one call for each string takes two to three times as long. */
const CHUNK_BYTES = 256 * 1024

const END = '</si>'
const END_BYTES = new TextEncoder().encode(END)

/**
 * Reads all shared strings, in order (ECMA-376 18.4.8). Unsupported: any form that Office and common programs do not write,
 * as SheetJS might read it differently.
 */
export function readSharedStrings(xml: Bytes): string[] {
  const tags = new XmlTags(xml)
  tags.next()
  if (openElements(xml, tags.end).join('/') !== 'sst') unsupported('strings')
  const texts: string[] = []
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let at = tags.end
  for (let end = chunkEnd(xml, at); end > at; end = chunkEnd(xml, at)) {
    const items = decoder.decode(xml.subarray(at, end)).split(END)
    items.pop()
    for (const item of items) texts.push(truncateCell(stringItemText(itemContent(item))))
    at = end
  }
  if (!/^\s*<\/sst>\s*$/.test(decoder.decode(xml.subarray(at)))) unsupported('strings')
  return texts
}

function itemContent(item: string): string {
  if (item.startsWith('<si>')) return item.slice(4)
  const trimmed = item.replace(/^[ \t\r\n]+/, '')
  return trimmed.startsWith('<si>') ? trimmed.slice(4) : unsupported('strings')
}

/** The offset after the last item that ends within a chunk from `at` on; `at` itself after the last item of all. */
function chunkEnd(xml: Bytes, at: number): number {
  for (let size = CHUNK_BYTES; ; size *= 4) {
    const end = Math.min(at + size, xml.length)
    for (let i = end - END_BYTES.length; i >= at; i--)
      if (xml[i] === END_BYTES[0] && END_BYTES.every((byte, k) => xml[i + k] === byte))
        return i + END_BYTES.length
    if (end === xml.length) return at
  }
}

/**
 * Reads the shared strings with the given indexes, in any form that XML allows: patching must also work on the
 * workbooks that only SheetJS can read.
 */
export function readSharedStringsAt(xml: Bytes, wanted: ReadonlySet<number>): ReadonlyMap<number, string> {
  const texts = new Map<number, string>()
  let index = 0
  for (const tags = new XmlTags(xml); texts.size < wanted.size && tags.next();) {
    if (!tags.is('si') || tags.kind === 'close') continue
    const start = tags.end
    tags.skip()
    if (wanted.has(index)) texts.set(index, richText(xml, { start, end: tags.start }))
    index++
  }
  return texts
}

/** The text of an element without child elements; CDATA counts, comments do not. */
export const contentText = (xml: Bytes, { start, end }: Span): string =>
  rawText(xml, start, end)
    .split(/<!\[CDATA\[(.*?)\]\]>/s)
    .map((part, i) => (i % 2 === 1 ? part : unescapeXml(part.replace(/<!--.*?-->/gs, ''))))
    .join('')

/** The text of an `si` or `is` element: plain, or its runs joined, without phonetics. */
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
