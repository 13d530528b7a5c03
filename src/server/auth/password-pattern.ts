/** Rows that fingers and habit go along: digits, alphabets, the keyboards used here, and the columns of the Latin one. */
const ROWS = [
  '0123456789',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзийклмнопрстуфхцчшщъьюя',
  'qwertyuiop',
  'asdfghjkl;',
  'zxcvbnm,./',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  'qazwsxedcrfvtgbyhnujmikolp',
  'явертъуиопшщ',
  'чявертъуиопшщ',
  'асдфгхйкл',
  'зьцжбнм',
  'уеишщксдзц',
  'ьяаожгтнвмч',
  'юйъэфхпрлб',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю',
]

const reversed = (text: string): string => Array.from(text).toReversed().join('')

/** Round the end as well: `67890123`. */
const SEQUENCES = ROWS.flatMap((row) => [row.repeat(2), reversed(row.repeat(2))])

const MAX_PIECE_LENGTH = 6

const DATE =
  /^(?:(?:0?[1-9]|[12]\d|3[01])(?:0?[1-9]|1[0-2])(?:19|20)\d\d|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))$/

/**
 * Whether the text, in lower case, follows one rule from end to end: a row, a few characters again and again, a date. The
 * list of used passwords was made for an estimator that finds such ones by itself, and has left most of them out.
 */
export const isPattern = (text: string): boolean =>
  SEQUENCES.some((sequence) => sequence.includes(text)) ||
  isRepeated(text) ||
  DATE.test(text.replaceAll(/[ ./-]/g, ''))

/** The last time may be cut short: `abcabcab`. */
function isRepeated(text: string): boolean {
  const sizes = Array.from({ length: MAX_PIECE_LENGTH }, (_, n) => n + 1)
  return sizes.some((size) => {
    const times = Math.ceil(text.length / size)
    return times >= 2 && text.slice(0, size).repeat(times).slice(0, text.length) === text
  })
}
