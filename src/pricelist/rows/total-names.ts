const TOTAL_WORD =
  'обща стойност|стойност на поръчката|order total|invoice total|total to pay|amount payable|total net|total gross|net total|gross total|' +
  'общо|всичко|σ|тотал|итого|сбор|сума|сумата|обща сума|крайна сума|общ сбор|междинна сума|междинен сбор|междинно|' +
  'данъчна основа|taxable amount|ддс|отстъпка|средна цена|vat|tax|discount|average|за плащане|дължима сума|сума за плащане|obshto|vsichko|suma|' +
  'total|totals|subtotal|sub total|grand total|sum|total sum|sum total|total amount|amount due|total due|balance due'

/** What may follow: VAT words, currencies, numbers, and any text after `за …` or `for …`. */
const TAIL =
  '(?: (?:дължимо|дължима|нето|бруто|секция|група|раздел|общо|всичко|сума|артикула|артикули|артикул|продукта|продукти|стоки|реда|записа|записи|позиции|бройки|броя?|items?|rows?|products?|лв|лева|bgn|eur|euro|евро|€|' +
  'с|със|без|вкл|включен|ддс|отстъпка|vat|tax|discount|incl|excl|with|without|in|в|№|%|\\d+ ?%?))*(?: (?:за|по|на|от|for|of|per) .{0,60})?'

const TOTAL_NAME = new RegExp(`^(?:${TOTAL_WORD})(?: (?:${TOTAL_WORD}))*${TAIL}$`, 'u')
/** Names below totals that may be a sum or a product; with other words they are services ('Пренос на мебели'). */
const CLOSING_WORD =
  'начислен ддс|дължим ддс|в т ч ддс|в т ч|в това число ддс|без ддс|с ддс|равностойност|левова равностойност|евро|в евро|аванс|капаро|' +
  'остатък|доплащане|пренос|от пренос|за пренос|carried forward|brought forward|салдо|крайно салдо|начално салдо|средно|ср цена|' +
  'средна стойност|average price|минимална поръчка|общ брой|брой артикули|брой продукти|брой стоки|брой редове|брой записи|курс|' +
  'рекапитулация|recapitulation|summary|най ниска цена|най висока цена|минимална цена|максимална цена|мин цена|макс цена|' +
  'минимум|максимум|min price|max price|minimum price|maximum price|lowest price|highest price|' +
  'обменен курс|валутен курс|официален курс|официален обменен курс|официален валутен курс|фиксиран курс|' +
  'фиксиран обменен курс|фиксиран валутен курс'
const CLOSING_NAME = new RegExp(
  `^(?:${CLOSING_WORD}|(?:\\+ ?)?\\d+ ?% (?:ддс|vat))` +
    '(?: (?:за плащане|за доплащане|начислен|върху|общо|с|без|в|лв|лева|bgn|eur|euro|евро|€|ддс|vat|\\d+ ?%?))*$',
  'u',
)
const STARTS_AS_TOTAL = new RegExp(`^(?:${TOTAL_WORD})(?: (?:${TOTAL_WORD}))* (.{1,80})$`, 'u')
const ENDS_AS_TOTAL = /^(.{1,80}) (?:общо|всичко|total|subtotal)$/u

/** Words that never name a product. */
const SURE_WORD =
  /^(?:subtotal|sub total|grand total|междинн[аи] сум[аи]|междинен сбор|общ сбор|обща сума|крайна сума) /u

/** Number of letters that are compared before a pattern is run. */
const COMPARED = 4

/** Beginnings of the words, of spaced letters ('О б щ о'), and of a rate ('20 % ДДС'). */
const BEGINNINGS = [
  ...new Set(
    `${TOTAL_WORD}|${CLOSING_WORD}`
      .split('|')
      .map((word) => word.slice(0, COMPARED).replaceAll(' ', '[^а-яa-z]+')),
  ),
  '[а-яa-z]\\s[а-яa-z]\\s',
  '\\d{1,2} ?%',
].join('|')

const MAY_BEGIN_AS_TOTAL = new RegExp(`^[^\\p{L}\\d]*(?:${BEGINNINGS})`, 'iu')
/** Sticky: matches at `lastIndex`. */
const BEGINS_AS_TOTAL = new RegExp(BEGINNINGS, 'iy')
const MAY_END_AS_TOTAL = /(?:общо|всичко|total)[^\p{L}\d]*$/iu

export const mayBeTotal = (text: string): boolean =>
  mayBeTotalAt(text, 0, text.length) && (MAY_BEGIN_AS_TOTAL.test(text) || MAY_END_AS_TOTAL.test(text))

/**
 * Whether the part of `text` may be the name of a total, so that the patterns must be run: most names begin
 * and end with a plain letter or digit that excludes it.
 */
export function mayBeTotalAt(text: string, start: number, end: number): boolean {
  const found = mayBeTotalByLetters(
    text.charCodeAt(start),
    text.charCodeAt(start + 1),
    text.charCodeAt(start + 2),
    text.charCodeAt(start + 3),
    text.charCodeAt(end - 1),
  )
  if (found !== undefined) return found
  BEGINS_AS_TOTAL.lastIndex = start
  return BEGINS_AS_TOTAL.test(text)
}

/**
 * The same by the first four code units, which may reach beyond a short text, and the last one; undefined where only the
 * text tells.
 */
export function mayBeTotalByLetters(
  a: number,
  b: number,
  c: number,
  d: number,
  last: number,
): boolean | undefined {
  if (!(IS_PLAIN[a] && IS_PLAIN_END[last])) return true
  const first = LOWER[a]
  const second = LOWER[b]
  const third = LOWER[c]
  const fourth = LOWER[d]
  // A word with fewer letters, or a digit.
  if (!first || !second || !third || !fourth) return undefined
  return IS_HASH_OF_WORD[hashOf(first, second, third, fourth)] === 1
}

/** A prime: few names share the hash of a word. */
const HASHES = 8191

const hashOf = (a: number, b: number, c: number, d: number): number =>
  ((((a & 63) * 64 + (b & 63)) * 64 + (c & 63)) * 64 + (d & 63)) % HASHES

/** By code unit: whether it is a digit, or a letter of the Latin or Bulgarian alphabet. */
const IS_PLAIN = new Uint8Array(0x450)
for (const [first, last] of ['09', 'az', 'AZ', 'Ая'])
  IS_PLAIN.fill(1, first!.charCodeAt(0), last!.charCodeAt(0) + 1)

/** By code unit: the lower-case letter, 0 for anything else. */
const LOWER = Uint16Array.from(IS_PLAIN, (isPlain, code) =>
  isPlain && (code < 0x30 || code > 0x39) ? String.fromCharCode(code).toLowerCase().charCodeAt(0) : 0,
)

const IS_HASH_OF_WORD = new Uint8Array(HASHES)
for (const word of `${TOTAL_WORD}|${CLOSING_WORD}`.split('|')) {
  const [a, b, c, d] = Array.from(word.slice(0, COMPARED), (letter) => LOWER[letter.charCodeAt(0)])
  if (a && b && c && d) IS_HASH_OF_WORD[hashOf(a, b, c, d)] = 1
}

/** The same without the last letters of the words that may follow a name. */
const IS_PLAIN_END = Uint8Array.from(IS_PLAIN, (isPlain, code) =>
  'оОlL'.includes(String.fromCharCode(code)) ? 0 : isPlain,
)

/** Longer texts are sentences. */
export const LONGEST_NAME = 90

export const plainName = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/["'„“”«»*#:;,.()/|\\[\]=_–—-]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:\p{L} ){3,}\p{L}$/u, (spaced) => spaced.replaceAll(' ', ''))

/** Whether a text is the whole name of a total, with or without its amount ('Общо: 120 €'). */
export const isTotalText = (text: string): boolean =>
  text.length <= LONGEST_NAME && TOTAL_NAME.test(plainName(text.replace(/\d[\d ]*(?:[.,]\d+)?/g, ' ')))

/** How a name matches: the whole name of a total, or a total word with another word that may be a group. */
export type TotalName =
  | { readonly is: 'whole' }
  /** A row that closes a list, or a product: its sum proves nothing ('Доплащане'). */
  | { readonly is: 'closing' }
  /** Whole where `group` is the name of the group above, else possibly a product ('Общо почистване'). */
  | { readonly is: 'part'; readonly group: string }

export function totalNameIn(text: string): TotalName | undefined {
  if (text.length > LONGEST_NAME || !mayBeTotal(text)) return undefined
  const name = plainName(text)
  if (TOTAL_NAME.test(name)) return { is: 'whole' }
  if (CLOSING_NAME.test(name)) return { is: 'closing' }
  const group = STARTS_AS_TOTAL.exec(name)?.[1] ?? ENDS_AS_TOTAL.exec(name)?.[1]
  if (group === undefined) return undefined
  return SURE_WORD.test(name) ? { is: 'whole' } : { is: 'part', group }
}
