import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { HOUR_MS, MINUTE_MS } from '../clock.ts'
import type { Limit } from '../throttling/throttle.ts'

const LOGIN_WINDOW_MS = 15 * MINUTE_MS

/**
 * Failed logins. Guessing from one place stops early; the account as a whole has a higher limit, so that a stranger's
 * guesses do not keep the owner out, and no limit outlives its window. Offices share an address.
 */
export const loginLimits = (email: string, ip: string): Limit[] => [
  { key: `login:${digest(email)}:${network(ip)}`, limit: 10, windowMs: LOGIN_WINDOW_MS },
  { key: `login:${digest(email)}`, limit: 100, windowMs: LOGIN_WINDOW_MS },
  { key: `login:${network(ip)}`, limit: 300, windowMs: LOGIN_WINDOW_MS },
]

export const registerLimits = (ip: string): Limit[] => [
  { key: `register:${network(ip)}`, limit: 300, windowMs: HOUR_MS },
]

/** Addresses of people who are perhaps no customers are not kept. */
const digest = (email: string): string => createHash('sha256').update(email).digest('base64url').slice(0, 22)

/** One IPv6 customer has a whole /64. */
function network(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip
  const [head = '', tail] = ip.split('::')
  const groups = head === '' ? [] : head.split(':')
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - tailGroups.length
  return [...groups, ...Array<string>(missing).fill('0'), ...tailGroups].slice(0, 4).join(':')
}
