import type { Bytes } from '../../zip/zip-pack.ts'
import { type Span, textOf, unescaped, withControls, XmlTags } from '../../xml/tags.ts'

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
  textOf(xml, start, end)
    .split(/<!\[CDATA\[(.*?)\]\]>/s)
    .map((part, i) => (i % 2 === 1 ? part : unescaped(part.replace(/<!--.*?-->/gs, ''))))
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
  return withControls(text)
}
