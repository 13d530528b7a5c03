const ENTITY: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => ENTITY[sign] ?? sign)

/** Id of the element that shows the path on the not-found page. */
export const MISSING_PATH_ID = 'missing-path'

const LONGEST = 200

/**
 * Invisible characters and those that change the direction of the sentence: controls, direction marks, white
 * space except the plain space.
 */
const UNSEEN = /(?! )[\p{Cc}\p{Cf}\p{Co}\p{Z}]/gu

/**
 * A URL path as text for display (ROUTE-05); server and browser must give the same. Invisible characters stay
 * percent-encoded; a path with invalid escapes is shown unchanged.
 */
export function displayPath(path: string): string {
  const letters = [...decoded(path)]
  const shown = letters.length > LONGEST ? [...letters.slice(0, LONGEST), '…'] : letters
  return shown.join('').replace(UNSEEN, encodeURIComponent)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * Characters that control a terminal, change the direction of text, separate lines or have no glyph. A joiner between two emoji
 * stays, as it draws one of them.
 */
const UNPRINTABLE =
  /(?!(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d\p{Extended_Pictographic})(?:[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5)/gu

/** Text of others as one line that a terminal or a mail program shows as it is: `\u{202e}` for such a character. */
export const visibleText = (text: string): string =>
  text.replace(UNPRINTABLE, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`)

/** The same with its lines and tabs. */
export const visibleLines = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/[^\n\t]+/g, visibleText)

/** Latin and Cyrillic letters and ASCII signs, in lines: none of the characters above. */
const PRINTABLE = /^[\n -~\u00c0-\u024f\u0400-\u052f\u2116\u20ac]*$/

/** JSON in which such characters are escaped, so that it has the same value and can be shown in a terminal. */
export function visibleJson(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, null, indent)
  // The test takes a tenth of the time of the pattern with properties.
  if (PRINTABLE.test(json)) return json
  return json.replace(/[^\n]+/g, (line) => line.replace(UNPRINTABLE, escapedUnits))
}

const escapedUnits = (sign: string): string =>
  sign.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
