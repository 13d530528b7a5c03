import { BlockList, isIP } from 'node:net'

/** What Fastify means by these names. */
const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

export const PROXY_NAMES = Object.keys(NAMED)

/** Whether an address is of one of the reverse proxies that the operator trusts. */
export function trustedPeers(networks: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList()
  for (const network of networks.flatMap((name) => NAMED[name] ?? [name])) {
    const [address = '', bits] = network.split('/')
    const isFour = isIP(address) === 4
    list.addSubnet(address, Number(bits ?? (isFour ? 32 : 128)), isFour ? 'ipv4' : 'ipv6')
  }
  return (address = '') => {
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}
