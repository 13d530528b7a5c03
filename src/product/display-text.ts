const ENTITY: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as it stands in HTML, between tags or in quotes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => ENTITY[sign] ?? sign)

/** Of the element that holds the path on the page of a path that is none. */
export const MISSING_PATH_ID = 'missing-path'

const LONGEST = 200

/** What cannot be seen, or turns the sentence around it: controls, marks of direction, white space but the plain one. */
const UNSEEN = /(?! )[\p{Cc}\p{Cf}\p{Co}\p{Z}]/gu

/**
 * The path of an address as a person would type it, for a page that tells of it (ROUTE-05). Server and browser must say
 * the same. What is not to be seen stays as it is escaped; a path with broken escapes is shown as it is.
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
