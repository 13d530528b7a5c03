import type { ErrorCode } from '#api/errors.ts'
import { LIMITS } from '#product/limits.ts'
import { PRODUCT } from '#product/product.ts'

/** Rows that fingers and habit go along: digits, alphabets, the keyboards used here, and the columns of the Latin one. */
const KEY_ROWS = [
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
const SEQUENCES = KEY_ROWS.flatMap((row) => [row.repeat(2), reversed(row.repeat(2))])

const MAX_REPEATED_LENGTH = 6

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
  const sizes = Array.from({ length: MAX_REPEATED_LENGTH }, (_, n) => n + 1)
  return sizes.some((size) => {
    const times = Math.ceil(text.length / size)
    return times >= 2 && text.slice(0, size).repeat(times).slice(0, text.length) === text
  })
}

/**
 * Words of this very site, and those that people here choose first: no secret whatever digits follow them.
 * `docs/security.md` lists them.
 */
const COMMON_WORDS = [
  PRODUCT.name.en,
  PRODUCT.name.bg,
  PRODUCT.slug,
  'лев',
  'лева',
  'левове',
  'lev',
  'leva',
  'евро',
  'euro',
  'превалутиране',
  'конвертор',
  'converter',
  'жетон',
  'жетони',
  'token',
  'tokens',
  'парола',
  'parola',
  'password',
  'българия',
  'bulgaria',
  'софия',
  'sofia',
  'пловдив',
  'plovdiv',
  'варна',
  'varna',
  'бургас',
  'burgas',
  'левски',
  'levski',
  'цска',
  'cska',
].map((word) => word.toLowerCase())

const ONLY_COMMON_WORDS = new RegExp(`^(?:${COMMON_WORDS.join('|')})+$`)

/** A shorter part of an address says nothing about a password that begins with it. */
const MIN_LOCAL_LENGTH = 4

let commonPasswords: Promise<Set<string>> | undefined

/**
 * The password as it is compared (RFC 8265, 4.2, as NIST SP 800-63B-4 has it too): the same letters are the same, however
 * a keyboard composes them (NFC), and so are the many kinds of space. Nothing is cut off and no case is changed.
 */
export const normalizePassword = (password: string): string =>
  password.replace(/\p{Zs}/gu, ' ').normalize('NFC')

/** What speaks against a new password of the owner of an address; undefined when nothing does. */
export async function findPasswordProblem(
  password: string,
  email: string,
): Promise<Extract<ErrorCode, 'invalid_password' | 'common_password'> | undefined> {
  if (!isAllowedPassword(password)) return 'invalid_password'
  return (await isGuessable(password, email)) ? 'common_password' : undefined
}

/** Whether a new password has an allowed length, in characters, and is text that UTF-8 can carry. */
export function isAllowedPassword(password: string): boolean {
  if (!password.isWellFormed()) return false
  const characters = Array.from(normalizePassword(password)).length
  return characters >= LIMITS.passwordMin && characters <= LIMITS.passwordMax
}

/**
 * Whether the password, in any case, is among the most used that became known, a word of this site, the person's own
 * address, or a mere pattern.
 */
export async function isGuessable(password: string, email: string): Promise<boolean> {
  const text = normalizePassword(password).toLowerCase()
  if (isCommonWords(text) || isEmailBased(text, email) || isPattern(text)) return true
  commonPasswords ??= loadCommonPasswords()
  return (await commonPasswords).has(text)
}

/** Nothing but such words, one or several, with digits and signs around it: `levro2026!`. */
function isCommonWords(text: string): boolean {
  return ONLY_COMMON_WORDS.test(text.replace(/[^\p{L}]/gu, ''))
}

/** The address, or the part before its sign, with nothing but digits and signs behind it. */
function isEmailBased(text: string, email: string): boolean {
  const plain = text.replace(/[^\p{L}\p{N}]/gu, '')
  const [local = ''] = email.split('@')
  return [email, local].some((name) => {
    const own = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
    return own.length >= MIN_LOCAL_LENGTH && plain.startsWith(own) && !/\p{L}/u.test(plain.slice(own.length))
  })
}

/** Loaded at the first registration: the list takes 400 kB that most processes never need. */
async function loadCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
