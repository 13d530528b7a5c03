import { CURRENCY_CODES, type Currency, EURO, NATIONAL, byCurrency } from '#money/currency.ts'
import { HUNDREDTHS, WORDS } from '#money/currency-words.ts'
import { BGN_EUR } from '#money/pair.ts'

/**
 * The letters of price lists, as the inside of a character class. `\p{L}` has 650 ranges: compiling the word
 * patterns with it took 50 ms, half the time of a small file. Exact for Latin, Greek, Cyrillic and
 * letter-like signs (Ω); other scripts are covered as whole blocks, signs and marks included.
 */
export const LETTERS =
  'A-Za-z\\u00aa\\u00b5\\u00ba\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02c1\\u02c6-\\u02d1\\u02e0-\\u02e4\\u02ec\\u02ee' +
  '\\u0370-\\u0374\\u0376\\u0377\\u037a-\\u037d\\u037f\\u0386\\u0388-\\u038a\\u038c\\u038e-\\u03a1\\u03a3-\\u03f5' +
  '\\u03f7-\\u0481\\u048a-\\u052f\\u0531-\\u1fff\\u2071\\u207f\\u2090-\\u209c\\u2102\\u2107\\u210a-\\u2113\\u2115\\u2119-\\u211d\\u2124\\u2126\\u2128\\u212a-\\u212d\\u212f-\\u2139\\u213c-\\u213f\\u2145-\\u2149\\u214e\\u2183\\u2184\\u2c00-\\u2dff\\u2e2f\\u3005-\\ud7fb\\uf900-\\ufdff\\ufe70-\\ufefc' +
  '\\uff21-\\uff3a\\uff41-\\uff5a\\uff66-\\uffdc'

/** The pattern as whole words: neither preceded nor followed by a letter. */
export const wholeWords = (pattern: string): RegExp =>
  new RegExp(`(?<![${LETTERS}])(?:${pattern})(?![${LETTERS}])`)

/** A currency word at either end of a text; a full stop is part of it (`лв.`), an adjacent letter excludes it. */
export const CURRENCY_EDGES = CURRENCY_CODES.map((currency) => ({
  currency,
  atStart: new RegExp(`^(?:${WORDS[currency].price})\\.?(?![${LETTERS}]) ?`),
  atEnd: new RegExp(` ?(?<![${LETTERS}])(?:${WORDS[currency].price})\\.?$`),
}))

export const CURRENCY_ANYWHERE = byCurrency((currency) => wholeWords(WORDS[currency].price))

/**
 * A number of whole units, which may have thousands separators, and one of hundredths, or hundredths alone: `1 234 лв. и 50 ст.`,
 * `50 стотинки`, `2 euro 5 cents`.
 */
const withHundredths = (whole: string, hundredths: string, alone: string): RegExp =>
  new RegExp(
    `^(?:(\\d[\\d ',.]{0,11}?) ?(?:${whole})\\.?(?:,| и| and| i)? ?(\\d{1,2}) ?(?:${hundredths})|(\\d{1,5}) ?(?:${alone}))\\.?$`,
  )

export const WITH_HUNDREDTHS = byCurrency((currency) => {
  const { named, short, letter, alone } = HUNDREDTHS[currency]
  return withHundredths(WORDS[currency].price, `${named}|${short}|${letter}`, `${named}|${alone}`)
})

/** A necessary part of such a price. */
export const HUNDREDTHS_WORD = new RegExp(
  `\\d ?(?:${Object.values(HUNDREDTHS)
    .flatMap(({ named, short, letter }) => [named, short, letter])
    .join('|')})`,
)

const WHOLE = byCurrency((currency) => {
  const { price, cell = price } = WORDS[currency]
  return new RegExp(`^(?:${price}|${cell})\\.?$`)
})

/** The currency that a whole text names (`лв.`, ` EUR `), or undefined. Takes text in any case. */
export function currencyOfWord(text: string): Currency | undefined {
  if (text.length > 24) return undefined
  const word = text.trim().toLowerCase()
  return CURRENCY_CODES.find((currency) => WHOLE[currency].test(word))
}

/** The currency of a numeric code (`975`, `978`), which is one only in a column of currencies. */
export const currencyOfNumber = (text: string): Currency | undefined =>
  CURRENCY_CODES.find((currency) => WORDS[currency].number === text.trim())

/** The currency that a cell of a column of currencies names. */
export const currencyOfCell = (text: string): Currency | undefined =>
  currencyOfWord(text) ?? currencyOfNumber(text)

const HUNDREDTHS_ALONE = byCurrency((currency) => {
  const { named, alone } = HUNDREDTHS[currency]
  return new RegExp(`^(?:в )?(?:${named}|${alone})\\.?$`)
})

/** The currency whose hundredths a whole text names (`ст.`, `стотинки`), or undefined. Takes text in any case. */
export function hundredthsOfWord(text: string): Currency | undefined {
  if (text.length > 24) return undefined
  const word = text.trim().toLowerCase()
  return CURRENCY_CODES.find((currency) => HUNDREDTHS_ALONE[currency].test(word))
}

const OTHER_CODES =
  'usd|gbp|chf|ron|try|tl|rsd|mkd|pln|zł|zl|huf|ft|czk|kč|kc|sek|nok|dkk|kr|rub|uah|cad|aud|nzd|jpy|cny|rmb|' +
  'hkd|ils|aed|sar|inr|krw|isk|bam|all|gel|kzt|dem|btc|dollars?|pounds?|lei|' +
  'долара?|щ\\.? ?д|паунда?|лири|лира|лей|леи|руб|рубл[аиея]|рубли|динара?|денара?|злоти|франка?|йени|юана?'

/** Currency signs except the euro's, and codes and names of other currencies found in Bulgarian price lists. */
export const OTHER_CURRENCY = new RegExp(
  `(?!€)\\p{Sc}|(?<![${LETTERS}])(?:${OTHER_CODES.split('|')
    .filter((word) => currencyOfWord(word) === undefined)
    .join('|')})(?![${LETTERS}])`,
  'u',
)

/** Texts in place of a price where there is none. */
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

/** `/бр`, `за 1 кг`, `per kg`, `/100 г` at the end of a text. */
export const UNIT_SUFFIX = new RegExp(
  ` ?(?:/|(?<![${LETTERS}])(?:за|per|на)(?= )) ?(?:\\d{1,4} ?)?(?:${UNITS})\\.?$`,
)

const VAT_BG =
  '(?:с|без|вкл(?:ючен[оа]?)?|с вкл(?:ючен[оа]?)?)\\.? ?(?:включен[оа]? )?ддс(?: ?вкл(?:ючен[оа]?)?\\.?)?'
const VAT_EN = '(?:incl?|excl?|including|excluding|inc|ex|with|without|plus|no)\\.? ?(?:vat|tax)'

/** `с ДДС`, `(без ДДС)`, `+ ДДС`, `incl. VAT` at the end of a text. */
export const VAT_SUFFIX = new RegExp(
  `[ ,]?(?:(?<![${LETTERS}])(?:${VAT_BG}|${VAT_EN})|\\+ ?(?:ддс|vat)|\\((?:${VAT_BG}|${VAT_EN}|\\+ ?ддс)\\))\\.?$`,
)

export const PRICE_LABEL = /^(?:(?:ед\.? |единична |крайна )?цена|price)(?: ?: ?| )/u

const EURO_WORD = `(?:${WORDS[EURO].rate})`
const NATIONAL_WORD = `(?:${WORDS[NATIONAL].rate})`
/** The rate with all decimals and with three. */
const RATE = [BGN_EUR.rateText, Number(BGN_EUR.rateText).toFixed(3)]
  .map((rate) => rate.replace('.', '[.,]'))
  .join('|')
/** `1 € = 1,95583 лв.`, `€1 = …`, `1.95583 лв. за 1 евро`, `1,95583` */
const EQUATION =
  `(?:1 ?${EURO_WORD}|${EURO_WORD} ?1(?!\\d))\\s*(?:=|-|–|:|е |is )?\\s*(?:${RATE})(?: ?${NATIONAL_WORD})?|` +
  `(?:${RATE})(?: ?${NATIONAL_WORD})?(?:\\s*(?:за|per|=|/)\\s*1? ?${EURO_WORD})?`
const RATE_WORDS =
  '(?:(?:по|при|at|by) )?(?:the )?(?:(?:официал|фиксиран|валут|обмен|централ)[а-я]* )*(?:курс[а-я]*|(?:(?:fixed|official|exchange|conversion) )*rate)' +
  `(?![${LETTERS}])(?: (?:на|of) (?:бнб|еврото|bnb))?`

const RATE_PATTERN = new RegExp(
  `[,;(]?\\s*(?<![${LETTERS}\\d])(?:${RATE_WORDS}(?:\\s*[:(-]?\\s*(?:${EQUATION}))?|(?:${EQUATION}))(?![${LETTERS}\\d])\\)?`,
  'gi',
)

/** A necessary part of each of them: the full pattern is compiled only where this one matches. */
const MAY_BE_RATE = new RegExp(`курс|rate|${BGN_EUR.rateText.slice(0, 4).replace('.', '[.,]')}`, 'i')

/** Removes statements of the rate, which name both currencies. */
export const withoutRate = (text: string): string =>
  (MAY_BE_RATE.test(text) ? text.replace(RATE_PATTERN, ' ') : text).trim()
