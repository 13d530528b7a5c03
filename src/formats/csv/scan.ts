import type { Delimiter } from '#table/text-source.ts'

/**
 * Receives the fields of CSV in order. A field is `text.slice(start, end)`, without its quotes; with `doubled`, it has doubled
 * quotes in it. Offsets instead of strings: a caller that patches the file needs them, and others create few strings.
 */
export type CsvVisitor = {
  field(start: number, end: number, doubled: boolean): void
  /** Ends a row; false stops the scan. `end` is the offset after the line end. */
  endRow(end: number): boolean
}

const QUOTE = 0x22
const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20

const FIELD_END = {
  ';': /[;\n\r]/g,
  ',': /[,\n\r]/g,
  '\t': /[\t\n\r]/g,
  '|': /[|\n\r]/g,
} as const satisfies Record<Delimiter, RegExp>

/**
 * Scans CSV as RFC 4180 describes it and as files have it: spaces before an opening quote, stray quotes, rows of any length,
 * LF, CRLF and CR, quoted line ends, a last line without end. An opening quote that is never closed, or whose field spans
 * lines and goes on after a quote, is part of an unquoted field. Linear in time.
 */
export function scanCsv(text: string, delimiter: Delimiter, start: number, sink: CsvVisitor): void {
  const separator = delimiter.charCodeAt(0)
  const length = text.length
  const quotes = new QuotedField(text, separator)
  // A pattern is compiled at once, a loop only after some megabytes.
  const end = FIELD_END[delimiter]
  let at = start
  while (at < length) {
    // One row. An empty line is a row without fields.
    let fields = 0
    for (;;) {
      const code = text.charCodeAt(at)
      if ((code === QUOTE || code === SPACE) && quotes.read(at)) {
        sink.field(quotes.start, quotes.end, quotes.doubled)
        at = quotes.next
      } else {
        const from = at
        end.lastIndex = at
        at = end.test(text) ? end.lastIndex - 1 : length
        const isEmptyLine = fields === 0 && from === at && (at === length || code !== separator)
        if (!isEmptyLine) sink.field(from, at, false)
      }
      fields++
      if (at >= length || text.charCodeAt(at) !== separator) break
      at++
    }
    if (at < length) at += text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF ? 2 : 1
    quotes.endRow()
    if (!sink.endRow(at)) return
  }
}

/** Finds the end of quoted fields. The properties are the result of the last {@link read}, so that nothing is allocated. */
class QuotedField {
  start = 0
  end = 0
  /** Offset of the delimiter or line end after the closing quote. */
  next = 0
  doubled = false
  readonly #text: string
  readonly #separator: number
  /** Set after a quote that is never closed: further quotes of the row are text, so that no line is scanned again and again. */
  #isOff = false
  /** Set when a quoted field ran to the end of the text: later ones must end in their line. */
  #isUnbalanced = false

  constructor(text: string, separator: number) {
    this.#text = text
    this.#separator = separator
  }

  endRow(): void {
    this.#isOff = false
  }

  /** Reads a quoted field at an offset, after spaces; false where there is none. */
  read(at: number): boolean {
    const text = this.#text
    let open = at
    while (text.charCodeAt(open) === SPACE) open++
    if (text.charCodeAt(open) !== QUOTE || this.#isOff) return false
    this.start = open + 1
    this.doubled = false
    if (this.#close(open + 1)) return true
    this.#isOff = true
    return false
  }

  #close(from: number): boolean {
    const text = this.#text
    let line = this.#isUnbalanced ? lineEnd(text, from) : -1
    const limit = this.#isUnbalanced ? line : text.length
    let at = from
    let hasStray = false
    for (;;) {
      const quote = text.indexOf('"', at)
      if (quote === -1 || quote >= limit) {
        this.#isUnbalanced = true
        return false
      }
      if (text.charCodeAt(quote + 1) === QUOTE) {
        this.doubled = true
        at = quote + 2
        continue
      }
      const after = this.#endAfter(quote + 1)
      if (after !== -1 && !(hasStray && lineEnd(text, from) < quote)) {
        this.end = quote
        this.next = after
        return true
      }
      // A stray quote in the same line is text; after a line end, the opening quote was the stray one.
      if (line === -1) line = lineEnd(text, from)
      if (line < quote) return false
      hasStray = true
      at = quote + 1
    }
  }

  /** The offset of the delimiter, line end or end of text at `at` or after spaces; -1 where there is none. */
  #endAfter(at: number): number {
    const text = this.#text
    while (text.charCodeAt(at) === SPACE && this.#separator !== SPACE) at++
    const code = text.charCodeAt(at)
    return at >= text.length || code === this.#separator || code === LF || code === CR ? at : -1
  }
}

function lineEnd(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === LF || code === CR) break
  }
  return at
}
