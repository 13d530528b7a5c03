import { plainText } from './text.ts'

/** A text of a page outside its cells. */
export type PageText = {
  readonly text: string
  /** The row of the tables that follows it. */
  readonly row: number
  /** Of what follows it; the caption of a table too. */
  readonly isHeading: boolean
}

/** Texts that are kept before and after each row, and their longest. */
const KEPT = 20
const LONGEST = 255

const INLINE =
  /^(?:a|abbr|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|label|mark|nobr|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)$/
const HEADING = /^(?:h[1-6]|caption)$/

/** Collects the texts of a page outside its cells, each with its place among the rows. */
export class PageTexts {
  readonly texts: PageText[] = []
  /** Of the whole page. */
  title = ''
  #text = ''
  #isHeading = false
  /** Index in `texts` of the first one at the row of the last one. */
  #first = 0

  add(text: string): void {
    if (this.#text.length <= LONGEST) this.#text += text.replace(/\s+/g, ' ')
  }

  tag(name: string, isEnd: boolean, row: number): void {
    if (INLINE.test(name)) return
    this.end(row)
    if (HEADING.test(name)) this.#isHeading = !isEnd
  }

  /** Ends the text before a row. */
  end(row: number): void {
    const text = shortText(this.#text)
    this.#text = ''
    if (text === '') return
    if (this.texts[this.#first]?.row !== row) this.#first = this.texts.length
    this.texts.push({ text, row, isHeading: this.#isHeading })
    // Those next to rows are of interest: the first ones after them, and the last ones before.
    if (this.texts.length - this.#first > 2 * KEPT) this.texts.splice(this.#first + KEPT, 1)
  }

  addTitle(html: string): void {
    if (this.title === '') this.title = shortText(html.slice(0, LONGEST + 1).replace(/\s+/g, ' '))
  }
}

/** A longer text is prose. */
function shortText(html: string): string {
  const text = plainText(html)
  return text.length > LONGEST ? '' : text
}
