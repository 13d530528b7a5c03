import { truncateCell } from '#table/cell-length.ts'
import type { Currency } from '#money/currency.ts'
import { type DecimalMark, withMark, withSign } from '#writeback/price-style.ts'
import type { CellContent } from '#writeback/plan.ts'
import { xmlCharacters } from '../../xml/characters.ts'
import { ATTRIBUTE, type Prefixes, VALUE_ATTRIBUTES, attributeName } from '../names.ts'

const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for an attribute or an element. Characters that XML cannot carry become U+FFFD. */
export const escapeText = (text: string): string =>
  xmlCharacters(text).replace(/[&<>"]/g, (character) => MARKUP[character]!)

/** Text as paragraphs: spaces that XML would not keep, and tabs, have elements of their own. */
export function paragraphsXml(content: string, { text: prefix }: Prefixes): string {
  const spaces = (count: number) => `<${prefix}s ${prefix}c="${count}"/>`
  const paragraphs = truncateCell(content).split(/\r\n|[\r\n]/)
  return paragraphs
    .map((paragraph) => {
      const text = escapeText(paragraph)
      const written = text.replace(/\t|^ +| +$| {2,}/g, (run, at: number) => {
        if (run === '\t') return `<${prefix}tab/>`
        const isAtEdge = at === 0 || at + run.length === text.length
        return isAtEdge ? spaces(run.length) : ` ${spaces(run.length - 1)}`
      })
      return `<${prefix}p>${written}</${prefix}p>`
    })
    .join('')
}

/** Removes attributes from tags. */
export class AttributeRemover {
  readonly #pattern: RegExp

  constructor(prefixes: Prefixes, attributes: readonly number[], names: readonly string[] = []) {
    const all = [...attributes.flatMap((attribute) => attributeName(attribute, prefixes) ?? []), ...names]
    const escaped = all.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
    this.#pattern = new RegExp(`\\s+(?:${escaped.join('|')})\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g')
  }

  from(tag: string): string {
    return tag.replace(this.#pattern, '')
  }
}

/** A tag with further attributes, as an opening tag. */
export const withAttributes = (tag: string, attributes: string): string =>
  tag.replace(/\s*\/?>$/, () => `${attributes}>`)

export type CellValue = {
  readonly content: CellContent
  readonly currency: Currency | null
  readonly mark: DecimalMark
}

/** The attributes of the value of a cell, with a space before each, and its paragraphs. */
export function valueXml(
  { content, currency, mark }: CellValue,
  prefixes: Prefixes,
): { readonly attributes: string; readonly paragraphs: string } {
  const { office } = prefixes
  if (content === '') return { attributes: '', paragraphs: '' }
  if (typeof content === 'string')
    return { attributes: ` ${office}value-type="string"`, paragraphs: paragraphsXml(content, prefixes) }
  const { number } = content
  const type = currency === null ? 'float' : `currency" ${office}currency="${currency}`
  const shown = withMark(number, mark)
  return {
    attributes: ` ${office}value-type="${type}" ${office}value="${escapeText(number)}"`,
    paragraphs: paragraphsXml(currency === null ? shown : withSign(shown, currency), prefixes),
  }
}

/** Attributes of a cell that has got another value, and that is one column wide. */
export const REPLACED_ATTRIBUTES: readonly number[] = [
  ...VALUE_ATTRIBUTES,
  ATTRIBUTE.columnsRepeated,
  ATTRIBUTE.formula,
  ATTRIBUTE.matrixColumns,
  ATTRIBUTE.matrixRows,
]
