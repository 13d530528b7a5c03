import { describe, expect, it } from 'vitest'
import { isLoopback, networkKey, prefixKey, pseudonymousKey } from './keys.ts'

describe('the network of an address', () => {
  it.each([
    // RFC 4291, 2.2: the groups that `::` stands for, wherever they are.
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:db8:1::5:6', '2001:db8:1:0'],
    ['2001:db8::2:3:4:5:6', '2001:db8:0:2'],
    ['2001::b:c:d:e:f', '2001:0:0:b'],
    ['::3:4:5:6:7:8', '0:0:3:4'],
    ['2001:db8::', '2001:db8:0:0'],
    ['::', '0:0:0:0'],
    ['::1', '0:0:0:0'],
    ['2001:0DB8:00a0:0002::1', '2001:db8:a0:2'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0'],
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:0:cb00:7107', '0:0:0:0'],
    ['', ''],
  ])('API-03 · %s counts as %s', (ip, network) => {
    expect(networkKey(ip)).toBe(network)
  })

  it('API-03 · is the same for all addresses of an IPv6 /64 and for no other, and each IPv4 address is one', () => {
    const network = networkKey('2001:db8:1:2::1')
    expect(networkKey('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(network)
    expect(networkKey('2001:db8:1:3::1')).not.toBe(network)
    expect(networkKey('203.0.113.7')).not.toBe(networkKey('203.0.113.8'))
  })

  it.each([
    ['203.0.113.77', { v4: 8, v6: 64 }, '203'],
    ['203.0.113.77', { v4: 16, v6: 64 }, '203.0'],
    ['203.0.113.77', { v4: 24, v6: 64 }, '203.0.113'],
    ['::ffff:203.0.113.77', { v4: 24, v6: 64 }, '203.0.113'],
    // Ones in every bit show where the prefix ends.
    ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', { v4: 24, v6: 1 }, '8000'],
    ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', { v4: 24, v6: 16 }, 'ffff'],
    ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', { v4: 24, v6: 29 }, 'ffff:fff8'],
    ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', { v4: 24, v6: 48 }, 'ffff:ffff:ffff'],
    ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', { v4: 24, v6: 49 }, 'ffff:ffff:ffff:8000'],
    ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', { v4: 24, v6: 63 }, 'ffff:ffff:ffff:fffe'],
    ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', { v4: 24, v6: 80 }, 'ffff:ffff:ffff:ffff:ffff'],
    ['2001:db8:1234:56ff::1', { v4: 24, v6: 56 }, '2001:db8:1234:5600'],
    ['2001:db8::ff:0:1', { v4: 24, v6: 56 }, '2001:db8:0:0'],
  ])('AUTH-01 · of %s by %j is %s', (ip, bits, network) => {
    expect(prefixKey(ip, bits)).toBe(network)
  })
})

it.each([
  ['127.0.0.1', true],
  ['127.255.255.254', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['1.127.0.1', false],
  ['12.7.0.1', false],
  ['128.0.0.1', false],
  ['::ffff:10.127.0.1', false],
  ['::2', false],
  ['::', false],
  ['2001:db8::1', false],
  ['', false],
])('AUTH-01 · whether %j is this machine: %s', (ip, expected) => {
  expect(isLoopback(ip)).toBe(expected)
})

it('AUTH-10 · a pseudonym is 132 bits of the SHA-256 of a text', () => {
  // The digest of 'abc' in FIPS 180-2, ba7816bf 8f01cfea 414140de 5dae2223 …, in base64url (RFC 4648, 5).
  expect(pseudonymousKey('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7')
})
