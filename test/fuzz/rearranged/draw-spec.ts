import type { Delimiter, Encoding } from '#table/text-source.ts'
import type { Dice } from '../dice.ts'
import { type Hand, drawHand } from '../price-hand.ts'
import { signPatterns } from './cells.ts'
import {
  CURRENCY_TAILS,
  type Language,
  SELLING_TITLES,
  type Title,
  sellingTitle,
  withTail,
} from './price-titles.ts'
import { NO_PRICES, RIVAL_TITLES, type RivalKind, UNLISTED_TITLES, rivalTitle } from './rival-titles.ts'
import {
  type HeaderGroup,
  type ListSpec,
  type Mention,
  type Money,
  NOISES,
  type OtherColumn,
  PLAIN,
  type PriceColumn,
  type TotalRows,
} from './spec.ts'
import {
  BOTH_CURRENCIES,
  GROUPS,
  GROUP_TOTAL_WORDS,
  LINES_ABOVE,
  LINES_BELOW,
  LOOKALIKES,
  MENTIONS,
  NAME_TITLES,
  RIVAL_GROUPS,
  STATEMENTS,
  TOPS,
  TOTAL_WORDS,
} from './surroundings.ts'

/** A list with the traits of real ones, each about as often as it makes trouble. */
export function drawSpec(dice: Dice): ListSpec {
  const language = dice.weighted<Language>([
    [3, 'bg'],
    [1, 'en'],
  ])
  const format = dice.weighted<ListSpec['format']>([
    [60, 'csv'],
    [19, 'xlsx'],
    [10, 'xls'],
    [7, 'html'],
    [2, 'xlsm'],
    [2, 'xlsb'],
  ])
  const base: ListSpec = {
    ...PLAIN,
    seed: dice.from(1, 1_000_000),
    language,
    names: dice.chance(18) ? 'en' : language,
    format,
    ...(format === 'csv' && drawDialect(dice, language)),
    nameTitle: dice.pick(NAME_TITLES[language]),
    noise: dice.chance(35) ? dice.pick(NOISES) : 'none',
    hand: listHand(dice),
    isText: dice.chance(25),
    isShuffled: dice.chance(35),
    hasCounter: dice.chance(15),
    blankLeft: dice.chance(6) ? dice.from(1, 2) : 0,
    itemCount: dice.chance(5) ? dice.from(15, 40) : dice.from(3, 11),
    isLow: dice.chance(40),
    head: dice.chance(2) ? (language === 'bg' ? 'Цена: ' : 'Price: ') : '',
    tail: language === 'bg' && dice.chance(4) ? dice.pick(['/бр.', '/бр', ' за бр.']) : '',
  }
  const priced = withPrices(dice, base)
  return withSpecials(dice, withBody(dice, withLines(dice, priced)))
}

function drawDialect(dice: Dice, language: Language) {
  const encoding = dice.weighted<Encoding>([
    [45, 'utf-8'],
    [30, language === 'bg' ? 'windows-1251' : 'windows-1252'],
    [6, 'utf-16le'],
    [2, 'utf-16be'],
    [8, language === 'en' ? 'utf-8' : dice.pick(['ibm866', 'mik', 'x-mac-cyrillic', 'koi8-r', 'iso-8859-5'])],
  ])
  return {
    encoding,
    isBom: encoding.startsWith('utf-') && dice.chance(50),
    delimiter: dice.weighted<Delimiter>([
      [10, ';'],
      [6, ','],
      [4, '\t'],
      [1, '|'],
    ]),
    lineEnd: dice.weighted([
      [6, '\n'],
      [6, '\r\n'],
      [1, '\r'],
    ]),
    hasSepLine: dice.chance(3),
    quotes: dice.weighted<ListSpec['quotes']>([
      [72, 'needed'],
      [24, 'all'],
      [4, 'all, with a space before'],
    ]),
  }
}

function listHand(dice: Dice): Hand {
  const hand = drawHand(dice)
  const decimals = dice.weighted<Hand['decimals']>([
    [80, 'two'],
    [9, 'shortest'],
    [9, 'whole'],
    [1, 'three'],
  ])
  return { ...hand, decimals, isWide: false, dropsZero: false, wholeTail: '' }
}

function withPrices(dice: Dice, spec: ListSpec): ListSpec {
  const { language } = spec
  const what = dice.weighted<'selling' | 'group' | 'none'>([
    [88, 'selling'],
    [9, 'group'],
    [3, 'none'],
  ])
  if (what === 'group') {
    const group = dice.pick(GROUPS[language])
    const currency = group.parts.find(({ kind }) => kind === 'selling')?.currency
    const money = currency === undefined ? drawMoney(dice, spec, false) : { ...PLAIN.money, currency }
    const top = dice.chance(15) ? dice.pick(TOPS[language]) : undefined
    const rivalGroup =
      currency === undefined && dice.chance(25) ? sameParts(dice, language, group) : undefined
    const hand = currency === undefined ? spec.hand : inCents(spec.hand)
    const repeatsGroup = dice.chance(20)
    return withOthers(dice, {
      ...spec,
      hand,
      selling: undefined,
      group,
      rivalGroup,
      repeatsGroup,
      top,
      money,
    })
  }
  const selling = what === 'none' ? undefined : drawSelling(dice, language)
  const money =
    selling?.currency === undefined
      ? drawMoney(dice, spec, true)
      : { ...PLAIN.money, currency: selling.currency }
  const rivals = drawRivals(dice, { ...spec, selling, money })
  const isExact = money.where === 'both' || rivals.some(({ isPair }) => isPair === true)
  const hand = isExact ? inCents(spec.hand) : spec.hand
  return withOthers(dice, { ...spec, hand, selling, money, rivals, isSplit: dice.chance(6) })
}

/** The same price in two currencies has the cents of both. */
const inCents = (hand: Hand): Hand => ({ ...hand, decimals: 'two' })

/** A group of another price with the titles of the first below it: 'с ДДС' occurs twice. */
function sameParts(dice: Dice, language: Language, { parts }: HeaderGroup): HeaderGroup {
  const { above, kind } = dice.pick(RIVAL_GROUPS[language])
  return { above, parts: parts.map(({ text }) => ({ kind, text })) }
}

function drawSelling(dice: Dice, language: Language): Title {
  const kind = dice.weighted<keyof typeof SELLING_TITLES>([
    [76, 'selling'],
    [8, 'place'],
    [5, 'list'],
    [7, 'measure'],
    [4, 'bare'],
  ])
  return sellingTitle(kind, dice.pick<string>(SELLING_TITLES[kind][language]))
}

function drawMoney(dice: Dice, { format, isText, language }: ListSpec, canBeInTitle: boolean): Money {
  const isBook = format !== 'csv' && format !== 'html'
  const where = dice.weighted<Money['where']>([
    [30, 'none'],
    [2, canBeInTitle ? 'both' : 'none'],
    [25, canBeInTitle ? 'title' : 'none'],
    [12, 'cells'],
    [10, 'column'],
    [7, 'above'],
    [3, 'below'],
    [2, isBook ? 'sheet' : 'none'],
    [2, 'file'],
    [8, isBook && !isText ? 'format' : 'none'],
  ])
  if (where === 'none' || where === 'both') return { ...PLAIN.money, where }
  const currency = dice.pick(['BGN', 'EUR'])
  const canMix = where === 'cells' || where === 'column' || where === 'format'
  const opposite = currency === 'BGN' ? 'EUR' : 'BGN'
  const isConflict = (where === 'title' || where === 'above') && dice.chance(3)
  const conflictIn = isConflict ? conflictPlace(dice, where, isBook, isBook && !isText) : undefined
  return {
    where,
    currency,
    text:
      where === 'cells'
        ? dice.pick(signPatterns(currency) as [string, ...string[]])
        : where === 'title'
          ? dice.pick<string>(CURRENCY_TAILS[currency])
          : where === 'above' || where === 'below'
            ? dice.pick<string>(STATEMENTS[currency][language])
            : '',
    ...(canMix && dice.chance(25) && { isMixed: true }),
    ...(conflictIn !== undefined && {
      conflict: dice.pick<string>(STATEMENTS[opposite][language]),
      conflictIn,
    }),
  }
}

function conflictPlace(
  dice: Dice,
  where: Money['where'],
  isBook: boolean,
  hasNumbers: boolean,
): Money['conflictIn'] {
  if (where === 'title' && hasNumbers && dice.chance(40)) return 'format'
  return dice.weighted<Money['conflictIn'] & string>([
    [6, 'above'],
    [1, 'file'],
    [1, isBook ? 'sheet' : 'file'],
  ])
}

const RIVAL_KINDS = ['net', 'wholesale', 'promo', 'cost', 'old', 'amount', 'foreign'] as const

function drawRivals(dice: Dice, spec: ListSpec): PriceColumn[] {
  const { language, selling, money } = spec
  const count = dice.weighted([
    [40, 1],
    [25, 0],
    [22, 2],
    [10, 3],
  ])
  const kinds = dice.shuffled<RivalKind>(RIVAL_KINDS).slice(0, count)
  const rivals = kinds.map((kind): PriceColumn => ({ is: 'price', title: drawRival(dice, kind, language) }))
  if (selling === undefined) return selling === undefined && dice.chance(40) ? [] : rivals
  const canPair =
    (money.where === 'none' || money.where === 'title') && money.isMixed !== true && selling.kind !== 'bare'
  if (canPair && money.conflict === undefined && dice.chance(12)) rivals.push(pairOf(dice, spec))
  else if (selling.kind === 'selling' && dice.chance(4))
    rivals.push({
      is: 'price',
      title: sellingTitle('measure', dice.pick<string>(SELLING_TITLES.measure[language])),
    })
  else if (selling.kind !== 'bare' && dice.chance(1)) {
    const kind = dice.pick(['list', 'place', 'selling'])
    const other = dice.pick<string>(SELLING_TITLES[kind][language])
    if (other !== selling.text) rivals.push({ is: 'price', title: sellingTitle(kind, other) })
  }
  return rivals
}

function drawRival(dice: Dice, kind: RivalKind, language: Language): Title {
  if (kind !== 'net' && kind !== 'foreign' && dice.chance(6))
    return { ...rivalTitle(kind, dice.pick<string>(UNLISTED_TITLES[kind][language])), isUnlisted: true }
  return rivalTitle(kind, dice.pick<string>(RIVAL_TITLES[kind][language]))
}

/** The selling price again in the other currency. */
function pairOf(dice: Dice, { selling, money, language }: ListSpec): PriceColumn {
  const currency = money.currency === 'BGN' ? 'EUR' : 'BGN'
  const text = dice.chance(70) ? selling!.text : dice.pick<string>(SELLING_TITLES.selling[language])
  return {
    is: 'price',
    isPair: true,
    title: { kind: 'selling', text: withTail(text, dice.pick<string>(CURRENCY_TAILS[currency])), currency },
  }
}

function withOthers(dice: Dice, spec: ListSpec): ListSpec {
  const count = dice.weighted([
    [3, 0],
    [4, 1],
    [3, 2],
    [1, 4],
  ])
  const others = dice
    .shuffled(NO_PRICES)
    .slice(0, count)
    .map(({ content, titles }): OtherColumn => ({
      is: 'other',
      content,
      title: dice.pick<string>(titles[spec.language]),
    }))
  const hasAmount = spec.rivals.some(({ title }) => title.kind === 'amount')
  const hasCount = others.some(({ content }) => content === 'count')
  const quantity: OtherColumn = {
    is: 'other',
    content: 'count',
    title: spec.language === 'bg' ? 'К-во' : 'Qty',
  }
  return { ...spec, others: hasAmount && !hasCount && dice.chance(85) ? [quantity, ...others] : others }
}

function withLines(dice: Dice, spec: ListSpec): ListSpec {
  const { language } = spec
  const count = dice.weighted([
    [11, 0],
    [4, 1],
    [5, dice.from(2, 5)],
  ])
  const above = dice.times(count, () => (dice.chance(8) ? '' : dice.pick<string>(LINES_ABOVE[language])))
  const isBoth = spec.money.conflict === undefined && dice.chance(7)
  return {
    ...spec,
    mention: dice.chance(4) ? drawMention(dice, spec) : undefined,
    above: isBoth ? [...above, dice.pick<string>(BOTH_CURRENCIES[language])] : above,
    below: dice.chance(12) ? [dice.pick<string>(LINES_BELOW[language])] : [],
  }
}

function drawMention(dice: Dice, { language, money }: ListSpec): Mention {
  // Where nothing else names a currency, this would be a hint of it.
  const currency = money.where === 'none' ? 'BGN' : dice.pick(['BGN', 'EUR'])
  const sign = currency === 'EUR' ? '€' : language === 'bg' ? 'лв.' : 'BGN'
  return { currency, text: dice.pick(MENTIONS[language]).replace('#', sign) }
}

function withBody(dice: Dice, spec: ListSpec): ListSpec {
  const sections = dice.weighted([
    [80, 0],
    [15, 2],
    [5, 3],
  ])
  const { language, money } = spec
  const hasTotal = money.isMixed !== true && dice.chance(11)
  return {
    ...spec,
    sections,
    sectionPlace: dice.chance(40) ? 'first' : 'name',
    blankRows: sections > 0 && dice.chance(40),
    repeatsHeader: sections > 0 && dice.chance(20),
    total: hasTotal ? drawTotal(dice, spec, sections > 0) : undefined,
    lookalike: !hasTotal && dice.chance(3) ? dice.pick(LOOKALIKES[language]) : undefined,
    isSumByChance: dice.chance(2),
  }
}

function drawTotal(dice: Dice, { language, rivals }: ListSpec, hasSections: boolean): TotalRows {
  const where = hasSections ? dice.pick(['groups', 'groups and end', 'end']) : 'end'
  const isSum = !dice.chance(8)
  return {
    word: dice.pick(where === 'groups' ? GROUP_TOTAL_WORDS[language] : TOTAL_WORDS[language]),
    where,
    isSum,
    place: isSum && dice.chance(20) ? dice.pick(['first', 'before']) : 'name',
    namesGroup: dice.chance(40),
    isOfAmounts: rivals.some(({ title }) => title.kind === 'amount') && dice.chance(50),
  }
}

function withSpecials(dice: Dice, spec: ListSpec): ListSpec {
  const isSimple = spec.group === undefined && spec.total === undefined && spec.selling !== undefined
  const special = dice.weighted<'none' | 'layout' | 'variants' | 'oddity' | 'unpriced'>([
    [86, 'none'],
    [4, isSimple && spec.sections === 0 ? 'layout' : 'none'],
    [3, isSimple && spec.sections === 0 ? 'variants' : 'none'],
    [6, spec.format === 'csv' ? 'oddity' : 'none'],
    [1, isSimple ? 'unpriced' : 'none'],
  ])
  switch (special) {
    case 'none':
      return spec
    case 'layout':
      return {
        ...spec,
        lookalike: undefined,
        isShuffled: false,
        layout: dice.pick(['side by side', 'side by side, other titles', 'side by side, close']),
      }
    case 'variants':
      return { ...spec, lookalike: undefined, variants: dice.pick(['shopify', 'merged']) }
    case 'unpriced':
      return { ...spec, unpriced: dice.pick(['dollars', 'percent', 'dates', 'words']) }
    case 'oddity': {
      const oddity = dice.pick([
        'over-long row',
        'short row',
        'unquoted decimal comma',
        'last row cut',
        'one byte too many',
        'one byte too few',
        'starts one byte off',
        'first title lost',
      ])
      // A statement below is cut off with the last row.
      if (oddity === 'last row cut' && spec.money.where === 'below') return spec
      if (oddity === 'unquoted decimal comma')
        return {
          ...spec,
          oddity,
          delimiter: ',',
          quotes: 'needed',
          hand: { ...spec.hand, mark: ',', group: ' ' },
        }
      const isOutOfStep =
        oddity === 'starts one byte off' || (oddity.startsWith('one byte') && dice.chance(50))
      return { ...spec, oddity, ...(isOutOfStep && { encoding: dice.pick(['utf-16le', 'utf-16be']) }) }
    }
  }
}
