import { textOf } from '../xml-tags.ts'
import type { Bytes } from '../zip-pack.ts'
import { decline } from './not-plain.ts'

const TAG = /<(?:\/([\w:.-]+)|([\w:.-]+)((?:\s+[\w:.-]+="[^"<>]*")*)\s*(\/?))>[^<>]*/y
const NAME = /([\w:.-]+)="/g
const BEFORE_TAGS = /^(?:<\?xml [^<>]*\?>)?\s*/

/**
 * The elements that are open behind some XML, once it is well-formed in the simplest way: the library, which cuts it by its
 * signs, and a reader of tags then see the same in it.
 */
export function openElements(xml: Bytes, end = xml.length): string[] {
  const text = textOf(xml, 0, end)
  if (text.includes('\ufeff')) decline('byte order mark')
  const open: string[] = []
  TAG.lastIndex = BEFORE_TAGS.exec(text)?.[0].length ?? 0
  while (TAG.lastIndex < text.length) {
    const [, close, name = '', attributes = '', empty] = TAG.exec(text) ?? decline('form of the XML')
    if (close !== undefined) {
      if (open.pop() !== close) decline('form of the XML')
      continue
    }
    const names = Array.from(attributes.matchAll(NAME), ([, own]) => own)
    if (new Set(names).size < names.length) decline('attribute twice')
    if (empty === '') open.push(name)
  }
  return open
}
