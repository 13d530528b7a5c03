import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts'
import { pseudonymousKey, networkKey } from '../rate-limit/keys.ts'
import type { Limit } from '../rate-limit/rate-limit.ts'

const LOGIN_WINDOW_MS = 15 * MINUTE_MS

/**
 * Failed logins on unknown devices: per account and network, per account, and per network, which an office may share. No
 * lockout outlasts its window.
 */
export const unknownDeviceLimits = (email: string, ip: string): Limit[] => [
  { key: `login:${pseudonymousKey(email)}:${networkKey(ip)}`, limit: 10, windowMs: LOGIN_WINDOW_MS },
  { key: `login:${pseudonymousKey(email)}`, limit: 100, windowMs: LOGIN_WINDOW_MS },
  { key: `login:${networkKey(ip)}`, limit: 300, windowMs: LOGIN_WINDOW_MS },
]

/** Failed logins on a known device, independent of {@link unknownDeviceLimits}: an attacker cannot lock the user out. */
export const knownDeviceLimits = (deviceHash: string): Limit[] => [
  { key: `login:device:${deviceHash}`, limit: 10, windowMs: LOGIN_WINDOW_MS },
]

/**
 * Right passwords, which no other limit counts, though each takes a hash.
 * @param account the email of a sign-in, the account id in the settings, which are counted apart
 */
export const rightPasswordLimits = (account: string, ip: string): Limit[] => [
  { key: `login:right:${pseudonymousKey(account)}:${networkKey(ip)}`, limit: 60, windowMs: LOGIN_WINDOW_MS },
]

/** Registrations. Consumed before the lookup of the account. */
export const registerLimits = (email: string, ip: string): Limit[] => [
  { key: `register:${pseudonymousKey(email)}`, limit: 10, windowMs: HOUR_MS },
  { key: `register:${networkKey(ip)}`, limit: 300, windowMs: HOUR_MS },
]

/** Registrations of emails that have an account: limits how many accounts one network can discover. */
export const emailTakenLimits = (ip: string): Limit[] => [
  { key: `register:taken:${networkKey(ip)}`, limit: 100, windowMs: HOUR_MS },
]

/** Reset emails per address. The window is half a token's lifetime: while the limit is exceeded, a token is still valid. */
export const resetEmailLimits = (email: string): Limit[] => [
  { key: `reset:${pseudonymousKey(email)}`, limit: 3, windowMs: HOUR_MS / 2 },
]

/** Requests for reset emails, and uses of tokens, per network. */
export const recoveryLimits = (ip: string): Limit[] => [
  { key: `recovery:${networkKey(ip)}`, limit: 100, windowMs: HOUR_MS },
]

/** Openings of reset links. Apart from {@link recoveryLimits}: opening a link must not use up an attempt to set a password. */
export const resetCheckLimits = (ip: string): Limit[] => [
  { key: `recovery:check:${networkKey(ip)}`, limit: 300, windowMs: HOUR_MS },
]

/** Per address, not account id: deleting and registering again must not send more to an address that may be another person's. */
export const verificationEmailLimits = (email: string): Limit[] => [
  { key: `verify:${pseudonymousKey(email)}`, limit: 3, windowMs: HOUR_MS },
]

/** Password changes: each sends an email, perhaps to an unconfirmed address. */
export const passwordChangeLimits = (email: string): Limit[] => [
  { key: `change:${pseudonymousKey(email)}`, limit: 10, windowMs: HOUR_MS },
]

/** Emails to a user whose address was used in another registration. */
export const emailTakenNoticeLimits = (accountId: string): Limit[] => [
  { key: `notice:${pseudonymousKey(accountId)}`, limit: 1, windowMs: DAY_MS },
]

/** Wrong passwords in the settings, per session: a stolen session cannot lock the user out. */
export const passwordConfirmLimits = (tokenHash: string): Limit[] => [
  { key: `confirm:${tokenHash}`, limit: 10, windowMs: LOGIN_WINDOW_MS },
]

export const dataDownloadLimits = (accountId: string): Limit[] => [
  { key: `data:${pseudonymousKey(accountId)}`, limit: 20, windowMs: HOUR_MS },
]

/** Codes of an authenticator app, entered by those who know the password. */
export const secondFactorLimits = (accountId: string): Limit[] => [
  { key: `factor:${pseudonymousKey(accountId)}`, limit: 10, windowMs: LOGIN_WINDOW_MS },
]

/** Recovery codes, which cannot be guessed: per network, so that others cannot use up the owner's attempts. */
export const recoveryCodeLimits = (accountId: string, ip: string): Limit[] => [
  { key: `factor:${pseudonymousKey(accountId)}:${networkKey(ip)}`, limit: 10, windowMs: LOGIN_WINDOW_MS },
]

/** New passwords by an emailed link that allow a few codes again after too many wrong ones. */
export const codesAfterResetLimits = (accountId: string): Limit[] => [
  { key: `factor:reset:${pseudonymousKey(accountId)}`, limit: 1, windowMs: DAY_MS },
]

/** Wrong codes after a right password that the owner is told of; the next one exceeds it. */
export const failedCodesLimits = (accountId: string): Limit[] => [
  { key: `factor:failed:${pseudonymousKey(accountId)}`, limit: 4, windowMs: DAY_MS },
]

/** @param outcome of the last code: that codes are no longer accepted is told apart from a series of wrong ones */
export const failedCodesNoticeLimits = (accountId: string, outcome: 'wrong' | 'blocked'): Limit[] => [
  { key: `factor:notice:${outcome}:${pseudonymousKey(accountId)}`, limit: 1, windowMs: DAY_MS },
]

/** The same in the settings, per session: attempts to sign in elsewhere must not keep the user out of them. */
export const factorConfirmLimits = (tokenHash: string): Limit[] => [
  { key: `factor:confirm:${tokenHash}`, limit: 10, windowMs: LOGIN_WINDOW_MS },
]

/** Codes of the app in the settings, counted for all sessions together: with the password any number of sessions can be started. */
export const accountConfirmLimits = (accountId: string): Limit[] => [
  { key: `factor:confirm:${pseudonymousKey(accountId)}`, limit: 20, windowMs: LOGIN_WINDOW_MS },
  { key: `factor:confirm:day:${pseudonymousKey(accountId)}`, limit: 50, windowMs: DAY_MS },
]

/** Challenges for passkeys, each of which is a row, and failed sign-ins with them. */
export const passkeyLimits = (ip: string): Limit[] => [
  { key: `passkey:${networkKey(ip)}`, limit: 300, windowMs: LOGIN_WINDOW_MS },
]

/** New API keys: each sends an email. */
export const apiKeyChangeLimits = (accountId: string): Limit[] => [
  { key: `key:change:${pseudonymousKey(accountId)}`, limit: 20, windowMs: HOUR_MS },
]

/** Requests with API keys that are unknown or revoked. */
export const unknownApiKeyLimits = (ip: string): Limit[] => [
  { key: `key:unknown:${networkKey(ip)}`, limit: 60, windowMs: LOGIN_WINDOW_MS },
]

/** Requests of one API key. */
export const apiKeyRequestLimits = (apiKey: { id: string; requestsPerMinute: number }): Limit[] => [
  { key: `key:${apiKey.id}`, limit: apiKey.requestsPerMinute, windowMs: MINUTE_MS },
]

/** Emails with a code for a device. As for {@link resetEmailLimits}, a code is valid for twice the window. */
export const deviceCodeEmailLimits = (email: string): Limit[] => [
  { key: `device:${pseudonymousKey(email)}`, limit: 3, windowMs: HOUR_MS / 2 },
]

/**
 * Codes that make a device known. Per network only, so that others cannot use up the owner's attempts: an emailed code has 40
 * random bits.
 */
export const deviceCodeLimits = (email: string, ip: string): Limit[] => [
  { key: `device:${pseudonymousKey(email)}:${networkKey(ip)}`, limit: 10, windowMs: LOGIN_WINDOW_MS },
  { key: `device:${networkKey(ip)}`, limit: 100, windowMs: LOGIN_WINDOW_MS },
]

/** Codes of an authenticator app that are tried before the password: six digits can be guessed from many networks. */
export const deviceAppLimits = (accountId: string): Limit[] => [
  { key: `device:app:${pseudonymousKey(accountId)}`, limit: 50, windowMs: DAY_MS },
]

/**
 * Emails to an address that was never confirmed, which may be another person's. What anyone can cause, and what takes only the
 * password, is counted apart: it must not use up what tells the user of changes.
 */
export const unconfirmedEmailLimits = (email: string, cause: 'user' | 'password' | 'anyone'): Limit[] => [
  { key: `unconfirmed:${cause}:${pseudonymousKey(email)}`, limit: 10, windowMs: DAY_MS },
]

/** Failed sign-ins in a row that the owner is told of; the next one exceeds it. */
export const failedSeriesLimits = (email: string): Limit[] => [
  { key: `failed:${pseudonymousKey(email)}`, limit: 9, windowMs: HOUR_MS },
]

export const failedSeriesNoticeLimits = (email: string): Limit[] => [
  { key: `failed:notice:${pseudonymousKey(email)}`, limit: 1, windowMs: DAY_MS },
]

/**
 * Emails about sign-ins on new devices. Programs without cookies are a new one each time: they use up the emails about devices
 * of their name in their network, then those about their name, and leave those about others.
 * @param device browser and system; empty when unknown
 */
export function newDeviceNoticeLimits(accountId: string, device: string, ip: string): Limit[] {
  const key = `device:notice:${pseudonymousKey(accountId)}`
  const ofName = `${key}:${pseudonymousKey(device)}`
  return [
    { key: `${ofName}:${networkKey(ip)}`, limit: 3, windowMs: DAY_MS },
    { key: ofName, limit: 10, windowMs: DAY_MS },
    { key, limit: 30, windowMs: DAY_MS },
  ]
}

/** Changes of second factors: each sends an email. */
export const factorChangeLimits = (accountId: string): Limit[] => [
  { key: `factor:change:${pseudonymousKey(accountId)}`, limit: 20, windowMs: HOUR_MS },
]
