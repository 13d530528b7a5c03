import { MAX_CELL_LENGTH } from '#table/cell-length.ts'
import { unescapeXml } from '../xml/tags.ts'

/** Markup that text can have between its tags, and one tag with its name and its attributes. */
const TOKEN =
  /<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>|<\?[^]*?\?>|<(\/?)(?:[^\s<>/:]+:)?([^\s<>/:]+)(?=[\s/>])((?:[^<>"']|"[^"]*"|'[^']*')*)>|[^<]+|</g

/** Elements within a paragraph whose text belongs to no cell: comments, notes, and pronunciation. */
const HIDDEN: ReadonlySet<string> = new Set(['annotation', 'note', 'ruby-text', 'frame', 'tracked-changes'])

/**
 * The text of a paragraph as it is shown: white space is collapsed, and spaces, tabs and line breaks have elements of their own
 * (OpenDocument 1.4 part 3, 6.1.2 to 6.1.5).
 * @param xml the content of a `text:p` element
 */
export function paragraphText(xml: string): string {
  let text = ''
  /** Whether white space is dropped, since there is some before it, or nothing. */
  let isAfterSpace = true
  let hidden = 0
  const add = (more: string) => {
    if (hidden > 0) return
    for (const [part] of more.matchAll(/[ \t\r\n]+|[^ \t\r\n]+/g)) {
      const isSpace = /^[ \t\r\n]/.test(part)
      if (!isSpace) text += part
      else if (!isAfterSpace) text += ' '
      isAfterSpace = isSpace
    }
  }
  const addFixed = (fixed: string) => {
    if (hidden > 0) return
    text += fixed
    isAfterSpace = false
  }
  for (const [token, cdata, close, name, attributes = ''] of xml.matchAll(TOKEN)) {
    if (text.length > MAX_CELL_LENGTH) break
    if (cdata !== undefined) add(cdata)
    else if (name === undefined) {
      if (!token.startsWith('<')) add(unescapeXml(token))
    } else if (HIDDEN.has(name)) hidden += close === '/' ? -1 : attributes.endsWith('/') ? 0 : 1
    else if (close === '/') continue
    else if (name === 's') addFixed(' '.repeat(spacesIn(attributes)))
    else if (name === 'tab') addFixed('\t')
    else if (name === 'line-break') addFixed('\n')
  }
  return isAfterSpace && text.endsWith(' ') ? text.slice(0, -1) : text
}

/** How many spaces a `text:s` element stands for. */
const spacesIn = (attributes: string): number =>
  Math.min(Number(/:c\s*=\s*["'](\d{1,9})["']/.exec(attributes)?.[1] ?? 1), MAX_CELL_LENGTH)
