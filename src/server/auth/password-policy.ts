import type { PasswordWeakness } from '#api/error-messages.ts'
import { LIMITS } from '#product/limits.ts'
import { isBreached } from './breached-passwords.ts'
import { isCommonWords, isOwnNames } from './common-words.ts'

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
 * Whether the whole text, in lower case, is a keyboard or alphabet sequence, a repetition of a few characters, one letter with
 * digits and signs (`aaaaaaa1`), two characters in any order, or a date.
 */
export const isPattern = (text: string): boolean =>
  SEQUENCES.some((sequence) => sequence.includes(text)) ||
  isRepeated(text) ||
  isOneLetter(text) ||
  new Set(text).size <= 2 ||
  DATE.test(text.replaceAll(/[ ./-]/g, ''))

/** From this number of letters on, all of them the same is no chance. */
const MIN_SAME_LETTERS = 4

function isOneLetter(text: string): boolean {
  const letters = Array.from(text.replace(/\P{L}/gu, ''))
  return letters.length >= MIN_SAME_LETTERS && new Set(letters).size === 1
}

/** The last repetition may be incomplete: `abcabcab`. */
function isRepeated(text: string): boolean {
  const sizes = Array.from({ length: MAX_REPEATED_LENGTH }, (_, n) => n + 1)
  return sizes.some((size) => {
    const times = Math.ceil(text.length / size)
    return times >= 2 && text.slice(0, size).repeat(times).slice(0, text.length) === text
  })
}

/** A password may begin with a shorter local part by chance. */
const MIN_LOCAL_LENGTH = 4

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

/** Checks a new password of the account with this normalised email; undefined when it is accepted. */
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

/** Why the password, in any case, is easy to guess with this normalised email; undefined where it is not. */
export async function findWeakness(password: string, email: string): Promise<PasswordWeakness | undefined> {
  const text = normalizePassword(password).toLowerCase()
  const names = ownNames(email)
  const forms = plainForms(text)
  if (isEmailBased(text, email) || forms.some((form) => isOwnNames(form, names))) return 'email'
  if (forms.some(isCommonWords)) return 'words'
  if (isPattern(text) || forms.some(isSimple)) return 'pattern'
  for (const form of forms)
    // The list holds no shorter ones.
    if (form.length >= LIMITS.passwordMin && (await isBreached(form))) return 'common'
  return undefined
}

/** Signs that are written for letters: those for Latin ones, with both readings of 1, and for Bulgarian ones. */
const LEET = [
  { '@': 'a', '4': 'a', '3': 'e', '0': 'o', '1': 'i', '!': 'i', $: 's', '5': 's', '7': 't' },
  { '@': 'a', '4': 'a', '3': 'e', '0': 'o', '1': 'l', '!': 'l', $: 's', '5': 's', '7': 't' },
  { '@': 'а', '4': 'ч', '3': 'з', '0': 'о', '6': 'ш' },
].map((letters) => new Map<string, string>(Object.entries(letters)))

/** Shorter parts of a password are simple by chance. */
const MIN_SIMPLE_LENGTH = 4

/** Whether a part of a password is a sequence, or a few characters that are repeated in full: `qwerty`, `abab`. */
const isSimple = (part: string): boolean =>
  part.length >= MIN_SIMPLE_LENGTH &&
  (SEQUENCES.some((sequence) => sequence.includes(part)) || /^(.{1,6})\1+$/u.test(part))

/**
 * What a guesser tries first, and adds digits and signs to: the text in NFKC without invisible characters, and that without
 * digits and signs at its ends, as it is and with letters for the signs that stand for them.
 */
function plainForms(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Cf}/gu, '')
  const withLetters = (/\p{L}/u.test(plain) ? LEET : []).flatMap((letters) =>
    [plain, withoutEnd(plain)].map((part) =>
      withoutEnds(Array.from(part, (sign) => letters.get(sign) ?? sign).join('')),
    ),
  )
  return [...new Set([text, plain, withoutEnds(plain), ...withLetters])]
}

const withoutEnd = (text: string): string => text.replace(/\P{L}+$/u, '')
const withoutEnds = (text: string): string => withoutEnd(text.replace(/^\P{L}+/u, ''))

/** Of the local part and the domain, without its last part: `ivan.petrov@roza.bg` has `ivan`, `petrov` and `roza`. */
const ownNames = (email: string): string[] =>
  email
    .slice(0, email.lastIndexOf('.'))
    .split(/\P{L}+/u)
    .filter((name) => name.length >= MIN_NAME_LENGTH)

/** Shorter ones are in other words by chance. */
const MIN_NAME_LENGTH = 3

/** Whether it is the email or its local part, followed by digits and symbols only. */
function isEmailBased(text: string, email: string): boolean {
  const plain = text.replace(/[^\p{L}\p{N}]/gu, '')
  const [local = ''] = email.split('@')
  return [email, local].some((name) => {
    const own = name.replace(/[^\p{L}\p{N}]/gu, '')
    return own.length >= MIN_LOCAL_LENGTH && plain.startsWith(own) && !/\p{L}/u.test(plain.slice(own.length))
  })
}
