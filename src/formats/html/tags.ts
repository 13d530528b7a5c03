/** What the reader of tables needs of the attributes of a tag. */
export type TagAttributes = {
  readonly columnSpan: number
  readonly rowSpan: number
  /** `removed`: it takes no room, as if it were not there; `blank`: its room is blank. */
  readonly shown: 'shown' | 'removed' | 'blank'
}

export type Tag = {
  readonly name: string
  readonly isEnd: boolean
  readonly attributes: TagAttributes
  /** The offset after the tag; the end of the page where it is not closed. */
  readonly end: number
}

const NAME = /<(\/?)([a-z][\w:-]*)/iy

/**
 * An attribute, or what separates attributes. A quote that is not closed is part of the value, unlike in browsers, for which
 * the rest of the page would be: so only the last ones of a page are searched to its end.
 */
const ATTRIBUTE = /[\s/]+|([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|((?:[^\s>"'][^\s>]*)?)))?/y

/** Largest spans of cells (HTML, 4.9.11). */
const MOST_COLUMNS = 1000
const MOST_ROWS = 65_534

const NO_ATTRIBUTES: TagAttributes = { columnSpan: 1, rowSpan: 1, shown: 'shown' }

/** Reads the tag at an offset; undefined where the `<` is text. A `>` in the value of an attribute ends no tag. */
export function readTag(html: string, open: number): Tag | undefined {
  NAME.lastIndex = open
  const start = NAME.exec(html)
  if (start === null) return undefined
  const [whole, slash, name] = start
  let at = open + whole.length
  const found = new Map<string, string>()
  while (at < html.length && html[at] !== '>') {
    ATTRIBUTE.lastIndex = at
    const match = ATTRIBUTE.exec(html)!
    at += match[0].length
    const attribute = match[1]?.toLowerCase()
    // Of attributes with the same name the first one counts.
    if (attribute !== undefined && READ.has(attribute) && !found.has(attribute))
      found.set(attribute, match[2] ?? match[3] ?? match[4] ?? '')
  }
  return {
    name: name!.toLowerCase(),
    isEnd: slash === '/',
    attributes: found.size === 0 ? NO_ATTRIBUTES : attributesOf(found),
    end: Math.min(at + 1, html.length),
  }
}

const READ: ReadonlySet<string> = new Set(['colspan', 'rowspan', 'style', 'hidden'])

const attributesOf = (found: ReadonlyMap<string, string>): TagAttributes => ({
  columnSpan: spanOf(found.get('colspan'), MOST_COLUMNS),
  rowSpan: rowSpanOf(found.get('rowspan')),
  shown: shownAs(found),
})

/** Of `rowspan="0"` all rows to the end of its group. */
const rowSpanOf = (value = ''): number =>
  /^\s*\+?0+(?!\d)/.test(value) ? MOST_ROWS : spanOf(value, MOST_ROWS)

function spanOf(value = '', most: number): number {
  const span = Number(/^\s*\+?(\d+)/.exec(value)?.[1] ?? 1)
  return Math.min(Math.max(span, 1), most)
}

const DISPLAY_NONE = /(?:^|;)\s*display\s*:\s*none(?![\w-])/i
const INVISIBLE = /(?:^|;)\s*visibility\s*:\s*(?:hidden|collapse)(?![\w-])/i

function shownAs(found: ReadonlyMap<string, string>): TagAttributes['shown'] {
  const style = found.get('style') ?? ''
  if (found.has('hidden') || DISPLAY_NONE.test(style)) return 'removed'
  return INVISIBLE.test(style) ? 'blank' : 'shown'
}

/** Elements whose content is no markup, and of which no text is shown (HTML, 13.2.5; with scripts). */
const RAW = [
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'noscript',
] as const

const RAW_END = new Map<string, RegExp>(RAW.map((name) => [name, new RegExp(`</${name}(?![\\w:-])`, 'gi')]))

/**
 * The offsets of the end of the content of an element that can contain text that looks like cells, and of its end tag;
 * undefined for any other element.
 */
export function rawContentEnd(
  html: string,
  name: string,
  from: number,
): { readonly end: number; readonly after: number } | undefined {
  const close = RAW_END.get(name)
  if (close === undefined) return undefined
  close.lastIndex = from
  const end = close.exec(html)?.index ?? html.length
  return { end, after: offsetAfter(html, '>', end) }
}

/** The offset after the next mark, or the end of the page. */
export function offsetAfter(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from)
  return at === -1 ? html.length : at + mark.length
}
