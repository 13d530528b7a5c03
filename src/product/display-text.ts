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
