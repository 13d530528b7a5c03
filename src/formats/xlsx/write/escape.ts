import { truncateCell } from '#table/cell-length.ts'

/** And CR, which XML parsers read as LF. */
// oxlint-disable-next-line no-control-regex
const NOT_IN_XML = /[\0-\x08\v-\x1f\ufffe\uffff]/g
/** Text that needs none of the replacements: most of it. */
// oxlint-disable-next-line no-control-regex
const NEEDS_ESCAPE = /[&<>"_\0-\x08\v-\x1f\ud800-\udfff\ufffe\uffff]/
/** An underscore that begins what Excel reads as an escaped character, such as `_x000D_`. */
const LOOKS_ESCAPED = /_(?=x[\da-f]{4}_)/gi
const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeMarkup = (text: string): string => text.replace(/[&<>"]/g, (character) => MARKUP[character]!)

/**
 * Escapes text for the XML of a workbook. Characters that XML cannot carry become U+FFFD, line ends become LF, and
 * text that is too long for a cell ends in `…`.
 */
export const escapeXml = (text: string): string =>
  escapeMarkup(
    truncateCell(text)
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      .replace(NOT_IN_XML, '\ufffd')
      .replace(LOOKS_ESCAPED, '_x005F_'),
  )

/** The same without loss: such characters and CR become `_x000B_` (ST_Xstring, ECMA-376 22.9.2.19). */
export function escapeXstring(text: string): string {
  const short = truncateCell(text)
  if (!NEEDS_ESCAPE.test(short)) return short
  const hex = (character: string) => character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  return escapeMarkup(
    short
      .toWellFormed()
      .replace(LOOKS_ESCAPED, '_x005F_')
      .replace(NOT_IN_XML, (character) => `_x${hex(character)}_`),
  )
}
