/** As many characters as a cell has. */
const MOST_CHARACTERS = 32_767
const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** What a text has none of that stands in XML as it is. */
// oxlint-disable-next-line no-control-regex
const TO_ESCAPE = /[&<>"_\0-\x08\v-\x1f\ud800-\udfff\ufffe\uffff]/
// oxlint-disable-next-line no-control-regex
const NOT_IN_XML = /[\0-\x08\v-\x1f\ufffe\uffff]/g
const LOOKS_ESCAPED = /_(?=x[\da-f]{4}_)/gi

/** Text of a workbook as it stands in XML: a character that XML cannot carry is kept as `_x000B_` (ST_Xstring, ECMA-376 22.9.2.19). */
export function storedText(text: string): string {
  const whole = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text
  if (!TO_ESCAPE.test(whole)) return whole
  return whole
    .toWellFormed()
    .replace(LOOKS_ESCAPED, '_x005F_')
    .replace(NOT_IN_XML, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>"]/g, (sign) => MARKUP[sign]!)
}
