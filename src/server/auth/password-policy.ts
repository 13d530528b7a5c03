import type { PasswordWeakness } from '#api/error-messages.ts'
import { LIMITS } from '#product/limits.ts'
import { PRODUCT } from '#product/product.ts'

/** Digits, alphabets, rows of Latin and Bulgarian keyboards, and columns of the Latin one. */
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

/** Doubled, to find sequences that wrap around: `67890123`. */
const SEQUENCES = KEY_ROWS.flatMap((row) => [row.repeat(2), reversed(row.repeat(2))])

const MAX_REPEATED_LENGTH = 6

const DATE =
  /^(?:(?:0?[1-9]|[12]\d|3[01])(?:0?[1-9]|1[0-2])(?:19|20)\d\d|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))$/

/**
 * Whether the whole text, in lower case, is a keyboard or alphabet sequence, a repetition of a few characters, or a date. The
 * list of common passwords omits most of these, as it is made for an estimator that detects them itself.
 */
export const isPattern = (text: string): boolean =>
  SEQUENCES.some((sequence) => sequence.includes(text)) ||
  isRepeated(text) ||
  DATE.test(text.replaceAll(/[ ./-]/g, ''))

/** The last repetition may be incomplete: `abcabcab`. */
function isRepeated(text: string): boolean {
  const sizes = Array.from({ length: MAX_REPEATED_LENGTH }, (_, n) => n + 1)
  return sizes.some((size) => {
    const times = Math.ceil(text.length / size)
    return times >= 2 && text.slice(0, size).repeat(times).slice(0, text.length) === text
  })
}

/** Words of this site, and common ones in Bulgaria; easy to guess even with digits. Listed in `docs/security.md`. */
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

/** A password may begin with a shorter local part by chance. */
const MIN_LOCAL_LENGTH = 4

let commonPasswords: Promise<Set<string>> | undefined

/**
 * The password as it is hashed (RFC 8265, 4.2; NIST SP 800-63B-4): in NFC, with every kind of space as U+0020. Neither
 * truncated nor lower-cased.
 */
export const normalizePassword = (password: string): string =>
  password.replace(/\p{Zs}/gu, ' ').normalize('NFC')

type PasswordProblem = {
  code: 'invalid_password' | 'common_password'
  params?: { weakness: PasswordWeakness }
}

/** Checks a new password of the account with this email; undefined when it is accepted. */
export async function findPasswordProblem(
  password: string,
  email: string,
): Promise<PasswordProblem | undefined> {
  if (!isAllowedPassword(password)) return { code: 'invalid_password' }
  const weakness = await findWeakness(password, email)
  return weakness && { code: 'common_password', params: { weakness } }
}

/** Whether the length, in code points, is allowed and the text is well-formed UTF-16. */
export function isAllowedPassword(password: string): boolean {
  if (!password.isWellFormed()) return false
  const characters = Array.from(normalizePassword(password)).length
  return characters >= LIMITS.passwordMin && characters <= LIMITS.passwordMax
}

/** Why the password, in any case, is easy to guess; undefined where it is not. */
export async function findWeakness(password: string, email: string): Promise<PasswordWeakness | undefined> {
  const text = normalizePassword(password).toLowerCase()
  if (isEmailBased(text, email)) return 'email'
  if (isCommonWords(text)) return 'words'
  if (isPattern(text)) return 'pattern'
  commonPasswords ??= loadCommonPasswords()
  return (await commonPasswords).has(text) ? 'common' : undefined
}

/** Whether all letters form common words: `levro2026!`. */
const isCommonWords = (text: string): boolean => ONLY_COMMON_WORDS.test(text.replace(/[^\p{L}]/gu, ''))

/** Whether it is the email or its local part, followed by digits and symbols only. */
function isEmailBased(text: string, email: string): boolean {
  const plain = text.replace(/[^\p{L}\p{N}]/gu, '')
  const [local = ''] = email.split('@')
  return [email, local].some((name) => {
    const own = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
    return own.length >= MIN_LOCAL_LENGTH && plain.startsWith(own) && !/\p{L}/u.test(plain.slice(own.length))
  })
}

/** Loaded on first use: the list takes 400 kB, and most processes never need it. */
async function loadCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
