import { isIPv6 } from 'node:net'
import { createHash } from 'node:crypto'

/** Key of the network of an IP address: the IPv4 address itself, or the IPv6 /64, which providers assign per customer. */
export function networkKey(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip
  const [head = '', tail] = ip.split('::')
  const groups = head === '' ? [] : head.split(':')
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - tailGroups.length
  return [...groups, ...Array<string>(missing).fill('0'), ...tailGroups].slice(0, 4).join(':')
}

/** Truncated SHA-256 (132 bits): limits store no email addresses and no ids of deleted accounts. */
export const pseudonymousKey = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)
