import { isIPv6 } from 'node:net'
import { createHash } from 'node:crypto'

/** What is counted as one network: an IPv4 address, or the /64 that an IPv6 customer has. */
export function networkKey(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip
  const [head = '', tail] = ip.split('::')
  const groups = head === '' ? [] : head.split(':')
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - tailGroups.length
  return [...groups, ...Array<string>(missing).fill('0'), ...tailGroups].slice(0, 4).join(':')
}

/** Addresses of people who are perhaps no customers are not kept, nor are accounts that were deleted named. */
export const pseudonymousKey = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)
