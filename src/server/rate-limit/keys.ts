import { isIPv6 } from 'node:net'
import { createHash } from 'node:crypto'

/** Key of the network of an IP address: the IPv4 address itself, or the IPv6 /64, which providers assign per customer. */
export const networkKey = (ip: string): string => prefixKey(ip, { v4: 32, v6: 64 })

const GROUP_BITS = 16

/** The first bits of an IP address as text. `v4` must be whole bytes, `v6` at most 96. */
export function prefixKey(ip: string, { v4, v6 }: { v4: number; v6: number }): string {
  const address = ip.replace(/^::ffff:(?=\d{1,3}\.)/, '')
  if (!isIPv6(address))
    return address
      .split('.')
      .slice(0, v4 / 8)
      .join('.')
  return groupsOf(address)
    .slice(0, Math.ceil(v6 / GROUP_BITS))
    .map((group, index) => {
      const cutBits = Math.max(0, GROUP_BITS * (index + 1) - v6)
      return ((group >> cutBits) << cutBits).toString(16)
    })
    .join(':')
}

/** The groups of an IPv6 address. An IPv4 address at its end, in place of the last two, is one. */
function groupsOf(ip: string): number[] {
  // Nothing before or after `::` is one of the groups of zero.
  const [head = [], tail] = ip
    .split('::')
    .map((part) => part.split(':').map((group) => Number.parseInt(group, 16) || 0))
  if (tail === undefined) return head
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}

/** Truncated SHA-256 (132 bits): limits store no email addresses and no ids of deleted accounts. */
export const pseudonymousKey = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)

export const isLoopback = (ip: string): boolean => ip === '::1' || /^(?:::ffff:)?127\./.test(ip)
