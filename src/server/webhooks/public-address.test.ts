import { expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'

// The registries of IANA for special addresses (IPv4: RFC 6890; IPv6), each with the first and last address of its range.
const SPECIAL = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
  ['::', '::1'],
  ['::ffff:0:0', '::ffff:ffff:ffff'],
  ['64:ff9b::', '64:ff9b::ffff:ffff'],
  ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::', '100::ffff:ffff:ffff:ffff'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
]

it('OPEN-02 · no special address of IPv4 or IPv6 counts as public', () => {
  for (const address of SPECIAL.flat()) expect(isPublicAddress(address), address).toBe(false)
  // Those that name one of IPv4: mapped, also a public one; compatible; NAT64; 6to4; Teredo.
  for (const address of [
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::FFFF:7f00:1',
    '::127.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::808:808',
    '2002:7f00:1::',
    '2001:0:808:808::1',
  ])
    expect(isPublicAddress(address), address).toBe(false)
  // Metadata of clouds.
  for (const address of [
    '169.254.169.254',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    'fd00:ec2::254',
  ])
    expect(isPublicAddress(address), address).toBe(false)
})

it('OPEN-02 · other addresses are public, to the last before a special range', () => {
  for (const address of [
    '1.0.0.0',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '223.255.255.255',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2003::1',
    '2a00:1450:4017:800::200e',
  ])
    expect(isPublicAddress(address), address).toBe(true)
})

it('OPEN-02 · what is not an address is not public', () => {
  for (const text of [
    '',
    'localhost',
    'a.example',
    '127.1',
    '2130706433',
    '0x8.8.8.8',
    '8.8.8.8 ',
    'fe80::1%eth0',
    '2a00::1%1',
  ])
    expect(isPublicAddress(text), text).toBe(false)
})
