const TOTAL_WORD =
  'обща стойност|стойност на поръчката|order total|invoice total|total to pay|amount payable|total net|total gross|net total|gross total|' +
  'общо|всичко|тотал|итого|сбор|сума|сумата|обща сума|крайна сума|общ сбор|междинна сума|междинен сбор|междинно|' +
  'ддс|отстъпка|средна цена|vat|tax|discount|average|за плащане|дължима сума|сума за плащане|obshto|vsichko|suma|' +
  'total|totals|subtotal|sub total|grand total|sum|total sum|sum total|total amount|amount due|total due|balance due'

/** What may follow: VAT words, currencies, numbers, and whatever `за …` or `for …` names. */
const TAIL =
  '(?: (?:дължимо|дължима|нето|бруто|секция|група|раздел|общо|всичко|сума|артикула|артикули|артикул|продукта|продукти|стоки|реда|броя?|items?|rows?|products?|лв|лева|bgn|eur|euro|евро|€|' +
  'с|със|без|вкл|включен|ддс|отстъпка|vat|tax|discount|incl|excl|with|without|in|в|№|%|\\d+ ?%?))*(?: (?:за|по|на|от|for|of|per) .{0,60})?'

const TOTAL_NAME = new RegExp(`^(?:${TOTAL_WORD})(?: (?:${TOTAL_WORD}))*${TAIL}$`, 'u')
/** What stands below totals and is no sum itself; with other words these are services ('Пренос на мебели'). */
const CLOSING_NAME = new RegExp(
  '^(?:(?:начислен |дължим )?ддс|(?:\\+ ?)?\\d+ ?% (?:ддс|vat)|данъчна основа|taxable amount|(?:левова )?равностойност|(?:в )?евро|аванс|капаро|остатък|' +
    'доплащане|пренос|carried forward|минимална поръчка|брой (?:артикули|продукти|стоки|редове)|(?:официален |фиксиран )?(?:обменен |валутен )?курс)' +
    '(?: (?:за плащане|за доплащане|начислен|върху|общо|с|без|в|лв|лева|bgn|eur|euro|евро|€|ддс|vat|\\d+ ?%?))*$',
  'u',
)
const STARTS_AS_TOTAL = new RegExp(`^(?:${TOTAL_WORD})(?: (?:${TOTAL_WORD}))* (.{1,80})$`, 'u')
const ENDS_AS_TOTAL = new RegExp(`^(.{1,80}) (?:общо|всичко|total|subtotal)$`, 'u')

/** Words that no product is called by. */
const SURE_WORD =
  /^(?:subtotal|sub total|grand total|междинн[аи] сум[аи]|междинен сбор|общ сбор|обща сума|крайна сума) /u

/** Letters with which a name must begin or end to have one of the words; most names are told by that. */
const FIRST_LETTERS =
  '(?:[оО][бБ][щЩ]|[вВ][сС][иИ]|[тТ][оО][тТ]|[иИ][тТ][оО]|[сС][бБ][оО]|[сС][уУ][мМ]|[кК][рР][аА]|[мМ][еЕ][жЖ]|[зЗ][аА] |[дД][ъЪдД][лЛсС]|[оО][тТ][сС]|[сС][рР][еЕ]|[vV][aA][tT]|[tT][aA][xX]|[dD][iI][sS]|[aA][vV][eE]|[oO][bB][sS]|[vV][sS][iI]|[sS][uU][mMbB]|[tT][oO][tT]|[gG][rR][aA]|[aA][mM][oO]|[bB][aA][lL]|' +
  '[нН][аА][чЧ]|[сС][тТ][оО]|[дД][аА][нН]|[рР][аА][вВ]|[лЛ][еЕ][вВ]|[еЕвВ][вВ ]|[аА][вВ][аА]|[кК][аА][пП]|[оО][сС][тТ]|[дД][оО][пП]|[пП][рР][еЕ][нН]|[мМ][иИ][нН][иИ]|[бБ][рР][оО]|[оО][фФ][иИ]|[оО][бБ][мМ]|[вВ][аА][лЛ]|[фФ][иИ][кК]|[кК][уУ][рР]|' +
  '[oO][rR][dD]|[iI][nN][vV]|[nN][eE][tT]|[gG][rR][oO]|[cC][aA][rR]|\\d{1,2} ?%)'
const MAY_BEGIN_AS_TOTAL = new RegExp(`^[^\\p{L}\\d]*${FIRST_LETTERS}`, 'u')
/** At `lastIndex`. */
const BEGINS_AS_TOTAL = new RegExp(FIRST_LETTERS, 'y')
const MAY_END_AS_TOTAL = /(?:[оО]|[lL])[^\p{L}\d]*$/u

export const mayBeTotal = (text: string): boolean =>
  mayBeTotalAt(text, 0, text.length) &&
  (MAY_BEGIN_AS_TOTAL.test(text) || MAY_END_AS_TOTAL.test(text.slice(-4)))

/**
 * Whether the patterns must be asked about the name that stands in a text: most names begin and end with a plain letter or a
 * digit, before or behind which nothing else is looked for.
 */
export function mayBeTotalAt(text: string, start: number, end: number): boolean {
  const last = text.charCodeAt(end - 1)
  if (!isPlainLetter(text.charCodeAt(start)) || !isPlainLetter(last) || LAST_LETTERS.has(last)) return true
  BEGINS_AS_TOTAL.lastIndex = start
  return BEGINS_AS_TOTAL.test(text)
}

const LAST_LETTERS: ReadonlySet<number> = new Set(Array.from('оОlL', (letter) => letter.charCodeAt(0)))

/** A digit, or a letter of the Latin or the Bulgarian alphabet. */
const isPlainLetter = (code: number): boolean =>
  (code >= 0x410 && code <= 0x44f) ||
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x30 && code <= 0x39)

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

/** Whether a text is a total's whole name, also with its amount behind it ('Общо: 120 €'). */
export const isTotalText = (text: string): boolean =>
  text.length <= LONGEST_NAME && TOTAL_NAME.test(plainName(text.replace(/\d[\d ]*(?:[.,]\d+)?/g, ' ')))

/** What a name says of a total: its whole name, or the word with another that a group may be called by. */
export type TotalName =
  | { readonly is: 'whole' }
  /** Whole where `group` is the name of the group above, else perhaps a product ('Общо почистване'). */
  | { readonly is: 'part'; readonly group: string }

export function totalNameIn(text: string): TotalName | undefined {
  if (text.length > LONGEST_NAME || !mayBeTotal(text)) return undefined
  const name = plainName(text)
  if (TOTAL_NAME.test(name) || CLOSING_NAME.test(name)) return { is: 'whole' }
  const group = STARTS_AS_TOTAL.exec(name)?.[1] ?? ENDS_AS_TOTAL.exec(name)?.[1]
  if (group === undefined) return undefined
  return SURE_WORD.test(name) ? { is: 'whole' } : { is: 'part', group }
}
