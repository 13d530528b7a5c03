import { CURRENCY_CODES, type Currency, NATIONAL, EURO } from '#money/currency.ts'
import type { PriceKind } from '../types.ts'
import {
  BOUND_WORDS,
  CONDITIONS,
  CONNECTIVES,
  COST_ALONE,
  COST_WORDS,
  CURRENCY_HEADERS,
  CURRENCY_WORDS,
  ELSE_WORDS,
  EQUIVALENT,
  FEE_TITLE,
  FEE_WORDS,
  GROSS_OR_NET,
  GROSS_WORDS,
  HUNDREDTHS,
  LETTER_OF_HUNDREDTHS,
  LINE_AMOUNT_WORDS,
  LIST_WORDS,
  MAKER_WORDS,
  MEASURE_WORDS,
  NET_WORDS,
  NEUTRAL_WORDS,
  NEVER_PRICE,
  NEW_WORDS,
  NOT_ALONE,
  NO_PROMOTION,
  OF_ONE,
  OLD_WORDS,
  OTHER_MONEY,
  OTHER_MONEY_OF_PRICE,
  OTHER_MONEY_SIGN,
  PACK_WORDS,
  PLACE_WORDS,
  PRICE_ALONE,
  PRICE_OR_ELSE,
  PRICE_WORD,
  PROMOTIONAL_WORDS,
  QUANTITY_BREAK,
  RANKS,
  REGULAR_WORDS,
  RETAIL_WORDS,
  SELLING_ADJECTIVE,
  SENTENCE_WORDS,
  SHORT_HUNDREDTHS,
  UNIT_TITLE,
  VAT_BOTH_WAYS,
  VAT_UNSAID,
  WEIGHT,
  WHOLESALE_WORDS,
  YEAR,
  wholeWords,
} from './header-words.ts'
import { NO_NAME, rankOfName, rankOfNames } from './name-titles.ts'
import {
  LONGEST_TITLE,
  headerWithoutCurrency,
  normalizeHeader,
  without,
  wordsBesideCurrency,
} from './header-text.ts'
import { withoutRate } from '../currency/currency-words.ts'

/**
 * The meaning of a title: how well it names a price or a name, whether it is that of a currency column, and
 * which currency it mentions.
 */
export type HeaderMeaning = {
  /** One of {@link RANKS}, 0 where it names no price. */
  readonly price: number
  readonly kind?: PriceKind
  /** It says two things that exclude each other ('Цена с/без ДДС'). */
  readonly isOpposed?: boolean
  /** It has unknown words, or could name a weight as well: another title may be the better one. */
  readonly isUnsure?: boolean
  readonly name: number
  readonly isCurrency: boolean
  readonly currency?: Currency
  /** It names both currencies, as in 'Цена (лв./€)'. */
  readonly isInBoth?: boolean
  /** A price in a currency that is not converted. */
  readonly isOtherMoney?: boolean
  /** Prices in stotinki or cents (`price_cents`): read only where the user chooses them, and divided by 100. */
  readonly isInHundredths?: true
  /**
   * What a price is if all amounts of its column are whole: by an abbreviation in hundredths ('Цена на едро ст.'), or in units
   * that only the user knows ('Цена лв. и ст.').
   */
  readonly whole?: 'hundredths' | 'unsure'
  /** It has the units of its prices, which differ (`price (stotinki, ?)`): none of them is sure. */
  readonly isUnitUnsure?: true
  /** The rank of the title without its word for other money, which may mean something else ('Цена KM'). */
  readonly besideMoney?: number
  /** Known to be no price: a date, a discount, a weight, a code. */
  readonly isElse?: boolean
}

/** Longer texts are sentences. */
const LONGEST_HEADER = 80

const NOTHING: HeaderMeaning = { price: 0, name: 0, isCurrency: false }

/** More than the first 20 rows have in the 512 columns that are searched; the cache is then cleared. */
const MOST_REMEMBERED = 20_000

/** The titles of the first rows are looked up repeatedly: for each header candidate and each delimiter. */
function remembered<T extends {}>(workOut: (title: string) => T): (title: string) => T {
  const known = new Map<string, T>()
  return (title) => {
    const found = known.get(title) ?? workOut(title)
    if (known.size === MOST_REMEMBERED) known.clear()
    known.set(title, found)
    return found
  }
}

const rememberedMeaning = remembered(workOutMeaning)

/** Computes the meaning of a title from the words of header-words.ts (docs/price-lists.md). Cached. */
export const meaningOfHeader = (title: string): HeaderMeaning =>
  title.length > LONGEST_TITLE ? NOTHING : rememberedMeaning(title)

/** What Microinvest's programs call the delivery price, beside `PriceOut1`. */
const PRICE_IN = /^\s*price_?in\s*$/i

/** What they call each of a product's wholesale prices, whose titles name no price otherwise. */
const PRICE_GROUP = /^\s*ценова\s+група\s*№?\s*\d{1,2}(?![\d.,])/iu

function workOutMeaning(title: string): HeaderMeaning {
  const meaning = meaningOfWords(title)
  return title.endsWith(`${UNSURE})`) ? { ...meaning, isUnitUnsure: true } : meaning
}

function meaningOfWords(title: string): HeaderMeaning {
  const header = normalizeHeader(title)
  if (header === '' || header.length > LONGEST_HEADER) return NOTHING
  const bgn = CURRENCY_WORDS[NATIONAL].test(header)
  const eur = CURRENCY_WORDS[EURO].test(header)
  // A rate names both currencies, whichever the prices are in.
  const besideRate = bgn && eur ? normalizeHeader(withoutRate(title)) : header
  // Slashes and brackets separate languages, alternatives and notes.
  const parts = title
    .split(/[/|()\n\r]/)
    .map(normalizeHeader)
    .filter((part) => part !== '')
  if (CURRENCY_HEADERS.has(header) || parts.every((part) => CURRENCY_HEADERS.has(part)))
    return { ...NOTHING, isCurrency: true }
  if (isWeight(header)) return { ...NOTHING, isElse: true }
  if (PRICE_IN.test(title)) return { ...NOTHING, price: RANKS.cost, kind: 'cost' }
  if (OTHER_MONEY.test(header)) return otherMoney(header)
  if (PRICE_WORD.test(header) && (OTHER_MONEY_OF_PRICE.test(header) || OTHER_MONEY_SIGN.test(title))) {
    const beside = without(normalizeHeader(title.replace(OTHER_MONEY_SIGN, ' ')), OTHER_MONEY_OF_PRICE)
    return { ...NOTHING, isOtherMoney: true, besideMoney: meaningOfHeader(beside).price }
  }
  const whole = wholeUnit(header, parts)
  const meaning = {
    ...(PRICE_GROUP.test(title)
      ? { price: RANKS.wholesale, kind: 'wholesale' as const }
      : priceMeaning(wordsBesideCurrency(header), parts.map(wordsBesideCurrency), bgn || eur)),
    name: Math.max(rankOfName(header), rankOfNames(parts)),
    isCurrency: false,
  }
  const isElse = meaning.price === 0 && isKnownElse(header)
  const known: HeaderMeaning = { ...meaning, ...(isElse && { isElse }), ...(whole && { whole }) }
  const [currency, ...others] = CURRENCY_CODES.filter(
    (one) =>
      CURRENCY_WORDS[one].test(besideRate) || (one === EURO && whole !== undefined && CENT.test(header)),
  )
  if (currency !== undefined && others.length === 0) return { ...known, currency }
  // With one of them alone, that is the currency.
  return bgn ? { ...known, isInBoth: true } : known
}

/** Whether whole prices under a title are in stotinki or cents. */
export const mayBeInHundredths = ({ isInHundredths, whole }: HeaderMeaning): boolean =>
  isInHundredths === true || whole === 'hundredths'

const isOtherUnit = (text: string): boolean =>
  meaningOfHeader(text).isOtherMoney !== undefined || SHORT_HUNDREDTHS.test(normalizeHeader(text))

/** The unit of the prices in a column, if a value beside them says that they are no whole lev or euro: `unit="stotinki"`. */
export const otherUnit = (texts: Iterable<string>): string | undefined => [...texts].find(isOtherUnit)

const MOST_UNITS = 3

/** After the units in a title. */
const UNSURE = ', ?'

/**
 * The title of prices with the units that stand beside them, if one of these is not whole lev or euro: `price (stotinki)`. Where
 * they differ, or some prices have none, it is not sure: `price (stotinki, ?)`.
 */
export function titleWithUnits(title: string, units: Iterable<string>, haveAll: boolean): string {
  const texts = [...new Set(Array.from(units, (text) => text.trim()))]
  if (otherUnit(texts) === undefined) return title
  const shown = texts.slice(0, MOST_UNITS).join(', ')
  return `${title} (${shown}${haveAll && texts.length === 1 ? '' : UNSURE})`
}

/** Whether a title names the unit of a price or of a product. */
export const isUnitTitle = (title: string): boolean => UNIT_TITLE.test(normalizeHeader(title))

/** A word for whole units: with one for hundredths in a title, the prices may be in either. */
const WHOLE_UNITS = wholeWords('лв|лева|лев|lv|leva|lev|евро|euro|euros|€')

function otherMoney(header: string): HeaderMeaning {
  const isOtherMoney = PRICE_WORD.test(header)
  const named = without(header, ...Object.values(HUNDREDTHS))
  const left = wordsBesideCurrency(named)
  const isPriced =
    left === '' || [PRICE_WORD, LINE_AMOUNT_WORDS, COST_ALONE].some((words) => words.test(header))
  const isInHundredths = named !== header && !WHOLE_UNITS.test(named) && !OTHER_MONEY.test(left)
  if (header.includes('?') || !isInHundredths || !isPriced || isAboutElse(qualifiersOf(left).rest))
    return { ...NOTHING, isOtherMoney }
  const [currency, ...others] = CURRENCY_CODES.filter(
    (one) => HUNDREDTHS[one].test(header) || CURRENCY_WORDS[one].test(header),
  )
  const isNamed = currency !== undefined && others.length === 0
  const besideMoney = meaningOfHeader(isOtherMoney && !PRICE_WORD.test(named) ? `цена ${named}` : named).price
  return { ...NOTHING, isOtherMoney, isInHundredths, besideMoney, ...(isNamed && { currency }) }
}

/** The word for hundredths of the euro in Bulgarian. */
const CENT = wholeWords('цента?')

/** The piece or pack that a price is of, after its unit: 'Цена в ст. за бр.' */
const PER_PIECE = / (?:за|на|per) (?:\d+ )?[a-zа-я]+$/

/** @see HeaderMeaning.whole */
function wholeUnit(header: string, parts: readonly string[]): HeaderMeaning['whole'] {
  if (!PRICE_WORD.test(header) && !LINE_AMOUNT_WORDS.test(header)) return undefined
  const ends = parts.map((part) =>
    without(
      part.replace(PER_PIECE, ''),
      GROSS_WORDS,
      NET_WORDS,
      PRICE_WORD,
      LINE_AMOUNT_WORDS,
      MEASURE_WORDS,
    ),
  )
  if (ends.some((end) => SHORT_HUNDREDTHS.test(end.replace(/ \?$/, ''))))
    return WHOLE_UNITS.test(header) || header.includes('?') ? 'unsure' : 'hundredths'
  return ends.some((end) => LETTER_OF_HUNDREDTHS.test(end)) ? 'unsure' : undefined
}

const isWeight = (header: string): boolean => WEIGHT.test(header) && !PRICE_WORD.test(header)

/** True for a percentage ('Намаление %') too, but not for a price changed by one ('Крайна -10%'). */
const isKnownElse = (header: string): boolean =>
  !FEE_TITLE.test(header) &&
  !PRICE_OR_ELSE.test(header) &&
  (isAboutElse(header) ||
    /(?<!\d ?)%/.test(header) ||
    NO_NAME.test(header) ||
    MEASURE_WORDS.test(header) ||
    ELSE_WORDS.test(header))

type PriceMeaning = Pick<HeaderMeaning, 'price' | 'kind' | 'isOpposed' | 'isUnsure'>

const NO_PRICE: PriceMeaning = { price: 0 }
const BARE_CURRENCY: PriceMeaning = { price: RANKS.bareCurrency, kind: 'bare-currency' }

/**
 * @param words the whole title,
 * @param parts the texts between its slashes and brackets; both without the currency
 */
function priceMeaning(words: string, parts: readonly string[], hasCurrency: boolean): PriceMeaning {
  if (words === '') return BARE_CURRENCY
  if (!/[a-zа-я]/.test(words) && !/\p{L}/u.test(words)) return NO_PRICE
  const said = qualifiersOf(words)
  if (SENTENCE_WORDS.test(said.rest)) return NO_PRICE
  const hasPrice = PRICE_WORD.test(said.rest)
  const divided = parts.map((part) => qualifiersOf(part).rest)
  const isDivided = divided.length > 1 && divided.every((part) => PRICE_WORD.test(part))
  const subjects = (isDivided ? divided : [said.rest]).filter((part) => !isAboutElse(part))
  if (subjects.length === 0) return NO_PRICE
  const isEquivalent = hasCurrency && EQUIVALENT.test(said.rest) && !hasPrice
  if (isEquivalent || (LINE_AMOUNT_WORDS.test(said.rest) && !OF_ONE.test(words)))
    return { price: RANKS.lineAmount, kind: 'line-amount' }
  const isBefore = NO_PROMOTION.test(words)
  const base =
    hasPrice || LINE_AMOUNT_WORDS.test(said.rest) ? baseOf(subjects) : baseWithoutWord(said, hasCurrency)
  if (base === undefined) return NO_PRICE
  const cap = said.caps[0] ?? (isBefore ? { price: RANKS.beforeDiscount, kind: 'list' as const } : undefined)
  const meaning = cap !== undefined && cap.price < base.price ? cap : base
  const isUnsure = (GROSS_OR_NET.test(words) && !hasCurrency) || hasUnknownWords(said.rest)
  return { ...meaning, ...(said.isOpposed && { isOpposed: true }), ...(isUnsure && { isUnsure }) }
}

const hasUnknownWords = (rest: string): boolean =>
  /\p{L}/u.test(without(withoutQualifiers(withoutPriceWords(rest)), NEUTRAL_WORDS))

type Capped = { readonly price: number; readonly kind: PriceKind }

type Qualifiers = {
  /** The other kinds of price that the title names, the lowest rank first. */
  readonly caps: readonly Capped[]
  readonly isOpposed: boolean
  readonly isGross: boolean
  /** The title without conditions, dates and VAT words. */
  readonly rest: string
}

const CAPS: readonly (readonly [Capped, RegExp])[] = [
  [{ price: RANKS.old, kind: 'old' }, OLD_WORDS],
  [{ price: RANKS.cost, kind: 'cost' }, COST_WORDS],
  [{ price: RANKS.promotional, kind: 'promotional' }, PROMOTIONAL_WORDS],
  [{ price: RANKS.wholesale, kind: 'wholesale' }, WHOLESALE_WORDS],
  [{ price: RANKS.wholesale, kind: 'wholesale' }, QUANTITY_BREAK],
]

function qualifiersOf(words: string): Qualifiers {
  const isBothWays = VAT_BOTH_WAYS.test(words)
  const core = without(words, VAT_BOTH_WAYS, NO_PROMOTION, CONDITIONS, YEAR)
  const isNet = isBothWays || NET_WORDS.test(core)
  const gross = without(core, NET_WORDS)
  const isGross = isBothWays || GROSS_WORDS.test(gross)
  const ungross = without(gross, GROSS_WORDS)
  const isUnsaid = isVatUnsaid(ungross)
  const taxless = isUnsaid ? without(ungross, VAT_UNSAID) : ungross
  // A price recommended by the manufacturer is no price for manufacturers.
  const rest = LIST_WORDS.test(taxless) ? without(taxless, MAKER_WORDS) : taxless
  const caps = CAPS.filter(([, pattern]) => pattern.test(rest)).map(([cap]) => cap)
  if (/\d ?%/.test(rest)) caps.push({ price: RANKS.promotional, kind: 'promotional' })
  if (caps.length === 0 && BOUND_WORDS.test(rest)) caps.push({ price: RANKS.beforeDiscount, kind: 'list' })
  if (isNet) caps.push({ price: RANKS.net, kind: 'net' })
  const says = (pattern: RegExp): boolean => pattern.test(rest)
  const isOpposed =
    (isNet && isGross) ||
    isUnsaid ||
    (says(WHOLESALE_WORDS) && says(RETAIL_WORDS)) ||
    (says(PROMOTIONAL_WORDS) && says(REGULAR_WORDS)) ||
    (says(OLD_WORDS) && says(NEW_WORDS)) ||
    (says(COST_WORDS) && says(PRICE_ALONE))
  return { caps, isOpposed, isGross, rest }
}

/** Whether a price title mentions VAT without 'with' or 'without' ('Цена/ДДС'), and has no unknown word. */
function isVatUnsaid(words: string): boolean {
  if (!VAT_UNSAID.test(words) || !PRICE_WORD.test(words)) return false
  const isBehind = words.search(PRICE_WORD) < words.search(VAT_UNSAID)
  return isBehind && withoutQualifiers(without(words, VAT_UNSAID, PRICE_WORD)) === ''
}

/** Whether a title with a price word is about something else: a date, a discount, a delivery. */
function isAboutElse(rest: string): boolean {
  const isPromotional = PROMOTIONAL_WORDS.test(rest) || /\d ?%/.test(rest)
  return (
    (rest.includes('%') && !isPromotional) || NEVER_PRICE.test(without(rest, PROMOTIONAL_WORDS, COST_WORDS))
  )
}

/** The best of the parts that have a price word. */
function baseOf(parts: readonly string[]): Capped {
  const ranks = parts.map(baseOfPart)
  return ranks.reduce((best, one) => (one.price > best.price ? one : best))
}

function baseOfPart(rest: string): Capped {
  if (MEASURE_WORDS.test(rest)) return { price: RANKS.measure, kind: 'measure' }
  if (LIST_WORDS.test(rest)) return { price: RANKS.list, kind: 'list' }
  return { price: PLACE_WORDS.test(rest) ? RANKS.place : RANKS.selling, kind: 'selling' }
}

/** 'Промо бр.' */
const COUNT_AT_END = /(?:^| )(?:бр|броя|брой|кол|pcs|qty)$/

/** Titles without a price word: an adjective alone ('Продажна', 'На едро'), VAT words, a currency. */
function baseWithoutWord({ rest, caps, isGross }: Qualifiers, hasCurrency: boolean): Capped | undefined {
  const left = withoutQualifiers(rest)
  const cost = { price: RANKS.cost, kind: 'cost' } as const
  if (COST_ALONE.test(rest)) return cost
  const isAlone = PRICE_ALONE.test(rest) || (hasCurrency && left !== rest)
  const bare = { price: RANKS.bareCurrency, kind: 'bare-currency' } as const
  if (left !== '')
    return hasCurrency && MEASURE_WORDS.test(rest) && without(left, MEASURE_WORDS) === ''
      ? { price: RANKS.measure, kind: 'measure' }
      : undefined
  if (rest === '') return isGross || hasCurrency || caps.length > 0 ? bare : undefined
  if (isAlone)
    return LIST_WORDS.test(rest)
      ? { price: RANKS.list, kind: 'list' }
      : { price: RANKS.selling, kind: 'selling' }
  const [cap] = caps
  const isElse = without(rest, NOT_ALONE) === '' || COUNT_AT_END.test(rest)
  return cap === undefined || cap.kind === 'cost' || isElse ? undefined : bare
}

/** Whether a title has a price word or an abbreviation of one. */
export const hasPriceWord = (title: string): boolean => PRICE_WORD.test(normalizeHeader(title))

/** Whether a title says that its numbers are money, which may be no price of the product: that of its delivery, the amount of a line. */
export function isOfMoney(title: string): boolean {
  const { price, currency, isOtherMoney = false } = meaningOfHeader(title)
  const isNamed = price > 0 || currency !== undefined || hasPriceWord(title)
  return !isOtherMoney && !title.includes('%') && (isNamed || FEE_WORDS.test(normalizeHeader(title)))
}

/** Called for each cell of every two of the first rows. */
const rememberedQualifier = remembered(workOutQualifier)

/** Whether a title only distinguishes prices: VAT, currency, retail or wholesale, a measure, a condition. */
export const isPriceQualifier = (title: string): boolean =>
  title.length <= LONGEST_TITLE && rememberedQualifier(title)

function workOutQualifier(title: string): boolean {
  const words = headerWithoutCurrency(title)
  if (isWeight(words)) return false
  const { rest } = qualifiersOf(words)
  const left = withoutQualifiers(withoutPriceWords(without(rest, OTHER_MONEY)))
  // A quantity is not a unit price.
  if (/^(?:бр|брой) /.test(rest)) return false
  return left === '' && (rest === '' || without(rest, CONNECTIVES) !== '') && /[\p{L}€]/u.test(title)
}

const withoutPriceWords = (words: string): string =>
  without(words, PRICE_WORD, REGULAR_WORDS, NEW_WORDS, MEASURE_WORDS, PACK_WORDS, PLACE_WORDS, QUANTITY_BREAK)

const withoutQualifiers = (words: string): string =>
  without(
    words,
    SELLING_ADJECTIVE,
    PRICE_ALONE,
    WHOLESALE_WORDS,
    PROMOTIONAL_WORDS,
    COST_WORDS,
    OLD_WORDS,
    LIST_WORDS,
    CONNECTIVES,
  )
