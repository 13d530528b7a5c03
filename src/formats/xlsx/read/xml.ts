import { textOf } from '../../xml/tags.ts'
import type { Bytes } from '../../zip/zip-pack.ts'
import { decline } from './not-plain.ts'

// One step each: patterns that repeat groups over a file's own length run out of stack.
const NAME = /<(\/?)([A-Za-z_][\w:.-]*)/y
/** Behind a tab the library sees no attribute. */
const ATTRIBUTE = /[ \r\n]+([\w:.-]+)="[^"<>]*"/y
const END = /[ \r\n]*(\/?)>[^<>]*/y
const BEFORE_TAGS = /^(?:<\?xml [^<>]*\?>)?\s*/

/**
 * The elements that are open behind some XML, once it is well-formed in the simplest way: the library, which cuts it by its
 * signs, and a reader of tags then see the same in it.
 */
export function openElements(xml: Bytes, end = xml.length): string[] {
  const text = textOf(xml, 0, end)
  if (text.includes('\ufeff')) decline('byte order mark')
  const open: string[] = []
  let at = BEFORE_TAGS.exec(text)?.[0].length ?? 0
  while (at < text.length) {
    const [begin, close, name = ''] = matchAt(NAME, text, at) ?? decline('form of the XML')
    at += begin.length
    const names = new Set<string>()
    for (let found = matchAt(ATTRIBUTE, text, at); found !== null; found = matchAt(ATTRIBUTE, text, at)) {
      const folded = foldedName(found[1]!)
      if (close !== '' || names.has(folded)) decline('attribute')
      names.add(folded)
      at += found[0].length
    }
    const [rest, empty] = matchAt(END, text, at) ?? decline('form of the XML')
    at += rest.length
    if (close !== '' && (empty !== '' || open.pop() !== name)) decline('form of the XML')
    if (close === '' && empty === '') open.push(name)
  }
  return open
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** What the library takes an attribute for: without its prefix, up to a low line, in any case. */
const foldedName = (name: string): string =>
  name.startsWith('xmlns') ? name : name.replace(/^.*:/, '').replace(/_.*$/, '').toLowerCase()
