import { BlockList, isIP } from 'node:net'

/** Not reachable by everyone (IANA IPv4 Special-Purpose Address Registry, RFC 6890), or not one machine (multicast, RFC 5771). */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Reaches the host of a virtual machine in Azure, although the registry has it as an ordinary address.
  '168.63.129.16/32',
]

/** The only range of ordinary IPv6 addresses (RFC 4291, 2.4). Outside it are loopback, mapped, NAT64, local and multicast addresses. */
const GLOBAL_IPV6 = '2000::/3'

/** Exceptions in it: IANA IPv6 Special-Purpose Address Registry; protocols, Teredo, 6to4, documentation, AS112. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

const ipv4 = listOf('ipv4', SPECIAL_IPV4)
const ipv6 = listOf('ipv6', SPECIAL_IPV6)
const global = listOf('ipv6', [GLOBAL_IPV6])

function listOf(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  // A zone (`%eth0`) belongs to local addresses.
  if (address.includes('%')) return false
  switch (isIP(address)) {
    case 4:
      return !ipv4.check(address, 'ipv4')
    case 6:
      return global.check(address, 'ipv6') && !ipv6.check(address, 'ipv6')
    default:
      return false
  }
}
