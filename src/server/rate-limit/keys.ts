import { isIPv6 } from 'node:net'
import { createHash } from 'node:crypto'

/** Key of the network of an IP address: the IPv4 address itself, or the IPv6 /64, which providers assign per customer. */
export const networkKey = (ip: string): string =>
  isIPv6(ip) && !ip.startsWith('::ffff:') ? prefixKey(ip, { v4: 32, v6: 64 }) : ip

/** The first bits of an IP address as text. `v4` must be whole bytes, `v6` at most 64. */
export function prefixKey(ip: string, { v4, v6 }: { v4: number; v6: number }): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/, '')
  if (!isIPv6(address))
    return address
      .split('.')
      .slice(0, v4 / 8)
      .join('.')
  const groups = firstGroups(address).map((group) => Number.parseInt(group, 16))
  const bits = groups
    .map((group) => group.toString(2).padStart(16, '0'))
    .join('')
    .slice(0, v6)
  const kept = bits.match(/.{1,16}/g) ?? []
  return kept.map((group) => Number.parseInt(group.padEnd(16, '0'), 2).toString(16)).join(':')
}

/** The first four groups of an IPv6 address. */
function firstGroups(ip: string): string[] {
  const [head = '', tail] = ip.split('::')
  const groups = head === '' ? [] : head.split(':')
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - tailGroups.length
  return [...groups, ...Array<string>(missing).fill('0'), ...tailGroups].slice(0, 4)
}

/** Truncated SHA-256 (132 bits): limits store no email addresses and no ids of deleted accounts. */
export const pseudonymousKey = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)

export const isLoopback = (ip: string): boolean => ip === '::1' || /^(?:::ffff:)?127\./.test(ip)
