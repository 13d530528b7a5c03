import type { Currency } from '#money/amount.ts'
import { LETTERS, wholeWords } from './letter.ts'

/** Words and signs for the two currencies, lower case, as patterns without their boundaries. */
const WORDS = {
  BGN: 'bgn|leva|levs?|lv|лева|лев|лв',
  EUR: 'euros?|eur|евро|€',
} as const satisfies Record<Currency, string>

/** A currency word at either end of a text; a full stop belongs to it (`лв.`), a letter beside it does not. */
export const CURRENCY_EDGES = (['BGN', 'EUR'] as const).map((currency) => ({
  currency,
  atStart: new RegExp(`^(?:${WORDS[currency]})\\.?(?![${LETTERS}]) ?`, 'u'),
  atEnd: new RegExp(` ?(?<![${LETTERS}])(?:${WORDS[currency]})\\.?$`, 'u'),
}))

export const CURRENCY_ANYWHERE = { BGN: wholeWords(WORDS.BGN), EUR: wholeWords(WORDS.EUR) } satisfies Record<
  Currency,
  RegExp
>

const WHOLE = {
  BGN: new RegExp(`^(?:${WORDS.BGN}|bg lev|български лева?)\\.?$`, 'u'),
  EUR: new RegExp(`^(?:${WORDS.EUR})\\.?$`, 'u'),
} satisfies Record<Currency, RegExp>

/** The currency that a whole text names (`лв.`, ` EUR `), or undefined. Takes text in any case. */
export function currencyOfWord(text: string): Currency | undefined {
  if (text.length > 24) return undefined
  const word = text.trim().toLowerCase()
  if (WHOLE.BGN.test(word)) return 'BGN'
  return WHOLE.EUR.test(word) ? 'EUR' : undefined
}

/** Signs of money other than the euro's, and codes and names of currencies met in Bulgarian price lists. */
export const OTHER_CURRENCY = new RegExp(
  `(?!€)\\p{Sc}|(?<![${LETTERS}])(?:` +
    'usd|gbp|chf|ron|try|tl|rsd|mkd|pln|zł|zl|huf|ft|czk|kč|kc|sek|nok|dkk|kr|rub|uah|cad|aud|nzd|jpy|cny|rmb|' +
    'hkd|ils|aed|sar|inr|krw|isk|bam|all|gel|kzt|dem|btc|dollars?|pounds?|lei|' +
    'долара?|щ\\.? ?д|паунда?|лири|лира|лей|леи|руб|рубл[аиея]|рубли|динара?|денара?|злоти|франка?|йени|юана?' +
    `)(?![${LETTERS}])`,
  'u',
)

/** What people write where there is no price. */
export const BLANK_WORDS: ReadonlySet<string> = new Set(['', '-', '--', '---', 'n/a', 'н/а', 'няма'])

const ON_REQUEST =
  /^(?:(?:по|при|след) (?:договаряне|договорка|заявка|запитване|поръчка)|на място|обадете се|позвънете|on (?:request|demand|application)|(?:please )?(?:ask|call|contact us)|tba|tbd|poa)[.!]?$/

/** Whether a price cell says that the price is available on request ('по договаряне'). */
export const isPriceOnRequest = (text: string): boolean => ON_REQUEST.test(text.trim().toLowerCase())

const UNITS =
  'бройки|броя|брой|бр|килограма?|кг|грама?|гр|г|литра|литър|л|мл|метра|метър|м|см|кв\\.? ?м|куб\\.? ?м|[мm][23²³]|тона?|т|' +
  'опаковка|опак|оп|пакета?|пак|пк|кутия|кут|кашон|каса|стека?|палет|комплекта?|к-т|компл|чифта?|лист|ролка|' +
  'порция|чаша|бутилка|час|ч|ден|нощувка|месец|мес|година|год|човек|' +
  'pieces?|pcs?|each|ea|units?|items?|kilograms?|kg|grams?|gr|g|lit(?:re|er)s?|l|ml|met(?:re|er)s?|m|cm|sq ?m|' +
  'packs?|pkg|packets?|box|set|pair|roll|hours?|hrs?|h|days?|nights?|months?|mo|years?|person'

/** `/бр`, `за 1 кг`, `per kg`, `/100 г` at the end. */
export const UNIT_SUFFIX = new RegExp(
  ` ?(?:/|(?<![${LETTERS}])(?:за|per|на)(?= )) ?(?:\\d{1,4} ?)?(?:${UNITS})\\.?$`,
  'u',
)

const VAT_BG =
  '(?:с|без|вкл(?:ючен[оа]?)?|с вкл(?:ючен[оа]?)?)\\.? ?(?:включен[оа]? )?ддс(?: ?вкл(?:ючен[оа]?)?\\.?)?'
const VAT_EN = '(?:incl?|excl?|including|excluding|inc|ex|with|without|plus|no)\\.? ?(?:vat|tax)'

/** `с ДДС`, `(без ДДС)`, `+ ДДС`, `incl. VAT` at the end. */
export const VAT_SUFFIX = new RegExp(
  `[ ,]?(?:(?<![${LETTERS}])(?:${VAT_BG}|${VAT_EN})|\\+ ?(?:ддс|vat)|\\((?:${VAT_BG}|${VAT_EN}|\\+ ?ддс)\\))\\.?$`,
  'u',
)

export const PRICE_LABEL = /^(?:(?:ед\.? |единична |крайна )?цена|price)(?: ?: ?| )/u
