import { XmlTags } from '../../xml/tags.ts'
import type { Bytes } from '../../zip/zip-pack.ts'
import { decline } from './not-plain.ts'
import { itemText } from './strings.ts'
import { openElements } from './xml.ts'

/** Decoded at once: long enough for the platform to be quick, short enough that its text is soon let go. */
const PIECE_BYTES = 256 * 1024

const END = '</si>'
const END_BYTES = new TextEncoder().encode(END)

/** Every shared string of a workbook, in its order. */
export function readSharedStrings(xml: Bytes): string[] {
  const tags = new XmlTags(xml)
  tags.next()
  if (openElements(xml, tags.end).join('/') !== 'sst') decline('strings')
  const texts: string[] = []
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let at = tags.end
  for (let end = endOfPiece(xml, at); end > at; end = endOfPiece(xml, at)) {
    const items = decoder.decode(xml.subarray(at, end)).split(END)
    items.pop()
    for (const item of items) texts.push(itemText(contentOf(item)))
    at = end
  }
  if (!/^\s*<\/sst>\s*$/.test(decoder.decode(xml.subarray(at)))) decline('strings')
  return texts
}

function contentOf(item: string): string {
  if (item.startsWith('<si>')) return item.slice(4)
  const own = item.replace(/^[ \t\r\n]+/, '')
  return own.startsWith('<si>') ? own.slice(4) : decline('strings')
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
