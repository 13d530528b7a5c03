/** Deeper than any price list; JSON.parse takes seconds on millions of brackets. */
const MAX_DEPTH = 64

/** Code units parsed at once: items beyond the limit are checked and discarded, so that they are never all in memory. */
const CHUNK_LENGTH = 1024 * 1024

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]

const [OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = [0x5b, 0x7b, 0x5d, 0x7d]

type Items = {
  /** The first items, up to the limit. */
  readonly items: readonly unknown[]
  /** The number of all items. */
  readonly count: number
}

/**
 * Parses the items of a JSON array; any other value has none. Undefined for invalid JSON and for more than 64 levels.
 * @param limit items returned at most
 */
export function parseItems(text: string, limit: number): Items | undefined {
  const start = text.search(/[^ \t\n\r]/)
  const reader = new ItemReader(text, limit)
  const isArray = text.charCodeAt(start) === OPEN_LIST
  let depth = 0
  for (let i = Math.max(start, 0); i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) i = stringEnd(text, i) - 1
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH) return undefined
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      if (--depth === 0 && isArray) return reader.finish(start + 1, i)
    } else if (code === COMMA && depth === 1 && isArray && !reader.readUpTo(start + 1, i)) return undefined
  }
  return isArray || parseJson(text) === undefined ? undefined : { items: [], count: 0 }
}

/** The offset after the closing quote of the string that begins at `open`; the end of the text where it is not closed. */
export function stringEnd(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === QUOTE) return at + 1
  }
  return text.length
}

class ItemReader {
  readonly #text: string
  readonly #limit: number
  readonly #items: unknown[] = []
  #count = 0
  /** The offset after the parsed text. */
  #from = 0

  constructor(text: string, limit: number) {
    this.#text = text
    this.#limit = limit
  }

  /** Parses the text before the comma at `end` once it is long enough; false for invalid JSON. */
  readUpTo(first: number, end: number): boolean {
    this.#from ||= first
    if (end - this.#from < CHUNK_LENGTH) return true
    return this.#read(end) > 0
  }

  /** @param end the offset of the bracket that closes the array */
  finish(first: number, end: number): Items | undefined {
    this.#from ||= first
    const isFirst = this.#count === 0
    const isClosed =
      this.#text.charCodeAt(end) === CLOSE_LIST && !/[^ \t\n\r]/.test(this.#text.slice(end + 1))
    if (!isClosed) return undefined
    const read = this.#read(end)
    // No comma is allowed before the bracket.
    if (read < 0 || (read === 0 && !isFirst)) return undefined
    return { items: this.#items, count: this.#count }
  }

  /** The number of items that were read; -1 for invalid JSON. */
  #read(end: number): number {
    const items = parseJson(`[${this.#text.slice(this.#from, end)}]`)
    if (!Array.isArray(items)) return -1
    for (const item of items) if (this.#count++ < this.#limit) this.#items.push(item)
    this.#from = end + 1
    return items.length
  }
}

/** Undefined for invalid JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
