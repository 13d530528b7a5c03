import { type Span, XmlTags, rawText, unescapeXml, unescapeXstring } from '../../xml/tags.ts'
import { startsWith } from '../../bytes/byte-fields.ts'
import type { Bytes } from '../../bytes/bytes.ts'
import { MAX_CELL_LENGTH, truncateCell } from '#table/cell-length.ts'
import { unsupported } from '../../spreadsheet/unsupported.ts'
import { openElements } from './xml.ts'
import { PackedTexts } from '../../spreadsheet/packed-texts.ts'
import { stringItemText } from './strings.ts'

const END = '</si>'
const [LESS, SLASH, AMPERSAND, LOW_LINE] = [0x3c, 0x2f, 0x26, 0x5f]
const [RETURN, SPACE] = [0x0d, 0x20]
const isSpace = (byte: number | undefined): boolean =>
  byte === SPACE || byte === RETURN || byte === 0x0a || byte === 0x09
const PLAIN_STARTS = ['<si><t>', '<si><t xml:space="preserve">']
const PLAIN_END = '</t></si>'

/**
 * Reads all shared strings, in order (ECMA-376 18.4.8). Unsupported: any form that Office and common programs do not write,
 * as SheetJS might read it differently.
 * @param pieces of the part, each up to the end of a string, and the rest
 */
export async function readSharedStrings(
  pieces: Iterable<Bytes> | AsyncIterable<Bytes>,
): Promise<PackedTexts> {
  const texts = new PackedTexts()
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let rest: string | undefined
  let isStarted = false
  for await (const piece of pieces) {
    let at = isStarted ? 0 : startOfItems(piece)
    isStarted = true
    while (rest === undefined) {
      while (isSpace(piece[at])) at++
      if (at >= piece.length) break
      if (piece[at + 1] === SLASH) rest = ''
      else at = readItem(piece, at, texts, decoder)
    }
    if (rest !== undefined) rest += decoder.decode(piece.subarray(at))
  }
  if (rest === undefined || !/^<\/sst>\s*$/.test(rest)) unsupported('strings')
  return texts
}

function startOfItems(xml: Bytes): number {
  const tags = new XmlTags(xml)
  tags.next()
  if (openElements(xml, tags.end).join('/') !== 'sst') unsupported('strings')
  return tags.end
}

/** Reads the item at an offset. Returns the offset after it. */
function readItem(
  xml: Bytes,
  at: number,
  texts: PackedTexts,
  decoder: InstanceType<typeof TextDecoder>,
): number {
  const from = PLAIN_STARTS.find((start) => startsWith(xml, start, at))?.length
  if (from !== undefined) {
    let end = at + from
    let byte = xml[end]
    while (byte !== LESS && byte !== AMPERSAND && byte !== LOW_LINE && byte !== RETURN && byte !== undefined)
      byte = xml[++end]
    if (byte === LESS && startsWith(xml, PLAIN_END, end) && end - at < MAX_CELL_LENGTH) {
      texts.addBytes(xml, at + from, end)
      return end + PLAIN_END.length
    }
  }
  let end = xml.indexOf(LESS, at)
  while (end !== -1 && !startsWith(xml, END, end)) end = xml.indexOf(LESS, end + 1)
  if (end === -1) unsupported('strings')
  const item = decoder.decode(xml.subarray(at, end))
  texts.add(truncateCell(stringItemText(item.startsWith('<si>') ? item.slice(4) : unsupported('strings'))))
  return end + END.length
}

/**
 * Reads the shared strings with the given indexes, in any form that XML allows: patching must also work on the
 * workbooks that only SheetJS can read. Undefined where a string may be divided by the pieces, unless there is one (`isWhole`).
 */
export async function readSharedStringsAt(
  pieces: Iterable<Bytes> | AsyncIterable<Bytes>,
  wanted: ReadonlySet<number>,
  isWhole = false,
): Promise<ReadonlyMap<number, string> | undefined> {
  const texts = new Map<number, string>()
  let index = 0
  let isFirst = true
  for await (const xml of pieces) {
    const tags = new XmlTags(xml)
    while (texts.size < wanted.size && tags.next()) {
      if (isFirst && tags.is('sst')) tags.isPlain = true
      if (!tags.is('si') || tags.kind === 'close') continue
      const start = tags.end
      tags.skip()
      if (wanted.has(index)) texts.set(index, richText(xml, { start, end: tags.start }))
      index++
    }
    if (!isWhole && !tags.isPlain) return undefined
    if (texts.size === wanted.size) break
    isFirst = false
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
