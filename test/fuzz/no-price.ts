import type { Dice } from './dice.ts'
import { type Hand, drawAmount, written } from './price-hand.ts'

/** Contents of a price cell that are not exactly one price in lev or euro. */
export function noPriceText(dice: Dice, hand: Hand): string {
  // A mark after whole amounts ('5,-') would make a price of a text with a dash after it.
  const bare = { ...hand, wholeTail: '' }
  const one = written(bare, drawAmount(dice, bare))
  const two = written(bare, drawAmount(dice, bare))
  const make = dice.pick(WRITINGS)
  return make(one, two, dice, hand)
}

type Writing = (one: string, two: string, dice: Dice, hand: Hand) => string

const constant =
  (...texts: readonly [string, ...string[]]): Writing =>
  (_one, _two, dice) =>
    dice.pick(texts)

const WRITINGS: readonly [Writing, ...Writing[]] = [
  constant('', '-', '—', 'n/a', 'няма', ' ', 'N/A', '--'),
  constant('0', '0 лв.', '-0', '00', '0 €'),
  (_one, _two, dice, { mark }) => dice.pick([`0${mark}00`, `0${mark}000`, `99999999${mark}00`]),
  constant('по договаряне', 'безплатно', 'лв.', '€', 'call', 'очаква се', '?', 'TBD', '***'),
  constant('12.05.2026', '2026-05-12', '12/05/26', '12.05.26 г.', '05/2026', '12-яну', 'яну.50'),
  constant('5901234123457', '10000000', '1e3', '1,2E+05', '0x10', '٣', '12⁵⁰', '½', '1 ½'),
  constant('#N/A', '#REF!', '#DIV/0!', '#####', 'TRUE', 'ИСТИНА', 'NaN', 'Infinity'),
  constant(
    '12 лв 150 ст',
    '12лв50',
    '12€50',
    '50 цента',
    '5 хил. лв.',
    '1,2 млн. лв.',
    '5к',
    '12 евро и 50 ст.',
    '12 лв. и 50 цента',
  ),
  constant('3 за 10', '2x5', '3 бр', '3 бр. 10,00', '5 кг', '10+1', '1/2', '2/5', '12:50', '12;50', '1,2,3'),
  constant('12.34.56', '1,23,456', '1.2345.678', '12 34', "1'23", '1 2 3', '1234 567', '01.234.567'),
  (one, two) => `${one}-${two}`,
  (one, two) => `${one} – ${two} лв.`,
  (one, two) => `${one} / ${two}`,
  (one, two) => `${one}\n${two}`,
  (one, two) => `${one} лв. ${two} лв.`,
  (one, two) => `${one}\t${two}`,
  (one) => `-${one}`,
  (one) => `−${one} лв.`,
  (one) => `(${one})`,
  (one) => `${one}-`,
  (one) => `- ${one} €`,
  (one) => `от ${one} лв.`,
  (one) => `до ${one}`,
  (one) => `~${one}`,
  (one) => `≈ ${one}`,
  (one) => `${one} %`,
  (one) => `${one}%`,
  (one) => `>${one}`,
  (one) => `=${one}+1`,
  (one) => `№ ${one}`,
  (one, _two, dice) => dice.pick(['$', '£', '₽', 'US$', 'CHF ', '₺']) + one,
  (one, _two, dice) =>
    `${one} ${dice.pick(['USD', 'usd', 'GBP', 'RON', 'щ.д.', 'долара', 'лей', '$', 'zł', 'RSD'])}`,
  (one, two) => `${one} лв. (${two} USD)`,
  (one) => `1\u202e${one}`,
  (one) => `${one}O`,
  (one) => `l${one}`,
  (_one, _two, dice) => `${dice.from(1, 999)}\n${dice.from(100, 999)}`,
]
