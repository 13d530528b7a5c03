import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts'
import { pseudonymousKey, networkKey } from '../rate-limit/keys.ts'
import type { Limit } from '../rate-limit/rate-limit.ts'

const LOGIN_WINDOW_MS = 15 * MINUTE_MS

/**
 * Failed logins from where the owner has not signed in before. Guessing from one place stops early; the account as a
 * whole has a higher limit, and no limit outlives its window. Offices share an address.
 */
export const unknownDeviceLimits = (email: string, ip: string): Limit[] => [
  { key: `login:${pseudonymousKey(email)}:${networkKey(ip)}`, limit: 10, windowMs: LOGIN_WINDOW_MS },
  { key: `login:${pseudonymousKey(email)}`, limit: 100, windowMs: LOGIN_WINDOW_MS },
  { key: `login:${networkKey(ip)}`, limit: 300, windowMs: LOGIN_WINDOW_MS },
]

/**
 * Failed logins on a device where the owner has signed in before: whatever strangers do, here there are ten tries, and
 * theirs are not used up by them.
 */
export const knownDeviceLimits = (deviceHash: string): Limit[] => [
  { key: `login:device:${deviceHash}`, limit: 10, windowMs: LOGIN_WINDOW_MS },
]

/** Registrations, whether or not the address has an account already: nobody looks before these are asked. */
export const registerLimits = (email: string, ip: string): Limit[] => [
  { key: `register:${pseudonymousKey(email)}`, limit: 10, windowMs: HOUR_MS },
  { key: `register:${networkKey(ip)}`, limit: 300, windowMs: HOUR_MS },
]

/** Registrations that found an account: as many of its members as one network may find out in an hour. */
export const emailTakenLimits = (ip: string): Limit[] => [
  { key: `register:taken:${networkKey(ip)}`, limit: 100, windowMs: HOUR_MS },
]

/**
 * Letters with a link to one address. The window is half as long as a link is good: whoever asks in vain has got one that
 * is good for half an hour still.
 */
export const resetEmailLimits = (email: string): Limit[] => [
  { key: `reset:${pseudonymousKey(email)}`, limit: 3, windowMs: HOUR_MS / 2 },
]

/** Requests for such letters, and tries of links, from one network. */
export const recoveryLimits = (ip: string): Limit[] => [
  { key: `recovery:${networkKey(ip)}`, limit: 100, windowMs: HOUR_MS },
]

/** By the address: an account that is deleted and made again has no further letters for a mailbox that may be a stranger's. */
export const verificationEmailLimits = (email: string): Limit[] => [
  { key: `verify:${pseudonymousKey(email)}`, limit: 3, windowMs: HOUR_MS },
]

/** Changes of the password. Each is told in a letter, to an address that nobody may have confirmed. */
export const passwordChangeLimits = (email: string): Limit[] => [
  { key: `change:${pseudonymousKey(email)}`, limit: 10, windowMs: HOUR_MS },
]

/** The owner is told that somebody tried to register with their address, but not more often than this. */
export const emailTakenNoticeLimits = (accountId: string): Limit[] => [
  { key: `notice:${pseudonymousKey(accountId)}`, limit: 1, windowMs: DAY_MS },
]

/** Wrong passwords typed into the settings, of one session: whoever found it open does not keep the owner out. */
export const passwordConfirmLimits = (tokenHash: string): Limit[] => [
  { key: `confirm:${tokenHash}`, limit: 10, windowMs: LOGIN_WINDOW_MS },
]

/** Whole downloads of the person's data. */
export const dataDownloadLimits = (accountId: string): Limit[] => [
  { key: `data:${pseudonymousKey(accountId)}`, limit: 20, windowMs: HOUR_MS },
]
