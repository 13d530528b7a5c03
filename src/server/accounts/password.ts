import { LIMITS } from '#domain/limits.ts'

/** Entries of the list (most used first) that are refused; further down stand words that a careful person may choose. */
const REFUSED_ENTRIES = 10_000

let refused: Promise<Set<string>> | undefined

/** Whether a new password has an allowed length, in characters, and is text that UTF-8 can carry. */
export function isAllowedPassword(password: string): boolean {
  if (!password.isWellFormed()) return false
  const characters = Array.from(password).length
  return characters >= LIMITS.passwordMin && characters <= LIMITS.passwordMax
}

/** Whether the password, in any case, is among the most used ones. */
export async function isCommonPassword(password: string): Promise<boolean> {
  refused ??= loadRefused()
  return (await refused).has(password.toLowerCase())
}

/** Loaded at the first registration: the list takes 400 kB that most processes never need. */
async function loadRefused(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].slice(0, REFUSED_ENTRIES))
}
