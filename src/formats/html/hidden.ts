import type { TagAttributes } from './tags.ts'

/** Elements without content. */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/
const SECTION = /^(?:tbody|thead|tfoot)$/
const CELL = /^t[dh]$/
/** Elements that another one of the same name ends. */
const ENDED_BY_NEXT = /^(?:p|li|dt|dd|option)$/
const ENDS_PARAGRAPH = /^(?:p|div|ul|ol|dl|table|h[1-6]|section|article)$/

/** An element that is not shown, up to its end (HTML, 13.1.2.4: many end tags can be left out). */
export class HiddenElement {
  readonly #name: string
  readonly #isInCell: boolean
  #depth = 1
  /** Tables in it that are open. */
  #tables = 0

  private constructor(name: string, isInCell: boolean) {
    this.#name = name
    this.#isInCell = isInCell
  }

  /** Undefined for an element that is shown. */
  static opened(name: string, { shown }: TagAttributes, isInCell: boolean): HiddenElement | undefined {
    if (name !== 'template' && (shown === 'shown' || VOID.test(name))) return undefined
    return new HiddenElement(name, isInCell)
  }

  /** What a tag in it is: in it still, its own end, or the first one after it. */
  next(name: string, isEnd: boolean): 'inside' | 'end' | 'after' {
    if (name === this.#name && isEnd && (name !== 'table' || this.#tables === 0) && --this.#depth === 0)
      return 'end'
    if (this.#name !== 'template' && this.#tables === 0 && this.#endsBefore(name, isEnd)) return 'after'
    if (name === 'table') this.#tables = Math.max(this.#tables + (isEnd ? -1 : 1), 0)
    else if (name === this.#name && !isEnd) this.#depth++
    return 'inside'
  }

  /** Whether a tag ends it that is in no table of its own. */
  #endsBefore(name: string, isEnd: boolean): boolean {
    const own = this.#name
    if (own === 'table') return false
    const isOfTable = name === 'table' && isEnd
    if (CELL.test(own)) return isOfTable || name === 'tr' || SECTION.test(name) || (CELL.test(name) && !isEnd)
    if (own === 'tr') return isOfTable || SECTION.test(name) || (name === 'tr' && !isEnd)
    if (SECTION.test(own)) return isOfTable || (SECTION.test(name) && !isEnd)
    if (!isEnd && (own === 'p' ? ENDS_PARAGRAPH.test(name) : own === name && ENDED_BY_NEXT.test(own)))
      return true
    return this.#isInCell && (isOfTable || name === 'tr' || CELL.test(name) || SECTION.test(name))
  }
}
