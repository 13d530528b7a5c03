import { isIPv6 } from 'node:net'
import { createHash } from 'node:crypto'
import type { Caller } from '../http/routes.ts'

/** Key of the network of an IP address: the IPv4 address itself, or the IPv6 /64, which providers assign per customer. */
export const networkKey = (ip: string): string => prefixKey(ip, { v4: 32, v6: 64 })

const GROUP_BITS = 16

/** The first bits of an IP address as text. `v4` must be whole bytes, `v6` at most 96. */
export function prefixKey(ip: string, { v4, v6 }: { v4: number; v6: number }): string {
  const groups = isIPv6(ip) ? groupsOf(ip) : []
  const bytes = isIPv6(ip) ? mappedBytes(groups) : ip.split('.')
  if (bytes !== undefined) return bytes.slice(0, v4 / 8).join('.')
  return groups
    .slice(0, Math.ceil(v6 / GROUP_BITS))
    .map((group, index) => {
      const cutBits = Math.max(0, GROUP_BITS * (index + 1) - v6)
      return ((group >> cutBits) << cutBits).toString(16)
    })
    .join(':')
}

/** The eight groups of an IPv6 address, of which the last two may be written as an IPv4 address. */
function groupsOf(ip: string): number[] {
  // Nothing before or after `::` is one of the groups of zero.
  const [head = [], tail] = ip.split('::').map((part) => part.split(':').flatMap(numbersOf))
  if (tail === undefined) return head
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}

function numbersOf(part: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number)
  return part.includes('.') ? [(a << 8) | b, (c << 8) | d] : [Number.parseInt(part, 16) || 0]
}

/** The bytes of an IPv4 address mapped into IPv6 (RFC 4291, 2.5.5.2). */
function mappedBytes(groups: readonly number[]): number[] | undefined {
  if (groups.slice(0, 5).some(Boolean) || groups[5] !== 0xffff) return undefined
  return groups.slice(6).flatMap((group) => [group >> 8, group & 0xff])
}

/** Truncated SHA-256 (132 bits): limits store no email addresses and no ids of deleted accounts. */
export const pseudonymousKey = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)

export const isLoopback = (ip: string): boolean => ip === '::1' || /^(?:::ffff:)?127\./.test(ip)

/**
 * Identifies what limits per account count. Requests with an API key are counted by key, so that a stolen or faulty key cannot use up
 * the limits of its owner, who has to be able to revoke it.
 */
export const limitedAs = ({ accountId, apiKey }: Caller): string => apiKey?.id ?? accountId
