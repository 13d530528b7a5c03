import { describe, expect, it } from 'vitest'
import { type Requester, makePasswordHasher } from './password-hash.ts'

describe('the password hasher', () => {
  const hasher = makePasswordHasher()
  const requester = (ip: string, account: string, isKnown = false): Requester => ({ ip, account, isKnown })
  const anyone = requester('127.0.0.1', 'anyone')

  it.each([
    ['equal', 'a good secret', 'a good secret', true],
    ['different', 'a good secret', 'a good secreT', false],
    ['longer than 72 bytes', `${'a'.repeat(72)}X`, `${'a'.repeat(72)}Y`, false],
    ['after a NUL', 'pass\u0000word1', 'pass', false],
    ['composed differently', 'caf\u00e9 secret', 'cafe\u0301 secret', true],
    ['й as one code point or two', 'мой таен ключ', 'мои\u0306 таен ключ', true],
    ['full-width digits', 'secret １２３', 'secret 123', false],
    ['a no-break space', 'two\u00a0words here', 'two words here', true],
    ['an ogham space', 'two\u1680words here', 'two words here', true],
    ['different case', 'парола и ключ', 'Парола и ключ', false],
    ['a trailing space', 'a good secret', 'a good secret ', false],
    ['look-alike letters', 'сосна и ко', 'cocна и ко', false],
  ])('AUTH-02 · compares the whole password: %s', async (_title, password, tried, matches) => {
    expect(await hasher.verify(tried, (await hasher.hash(password, anyone)) ?? '', anyone)).toBe(matches)
  })

  it('AUTH-02 · stores argon2id with 19 MiB, two passes and a salt of its own', async () => {
    const [first, second] = await Promise.all([
      hasher.hash('a good secret', anyone),
      hasher.hash('a good secret', anyone),
    ])
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(first).not.toBe(second)
  })

  it('AUTH-02 · without a stored hash works as long as with one, and returns false', async () => {
    const costly = makePasswordHasher(undefined, { memoryKib: 19_456, passes: 20 })
    const stored = await costly.hash('a good secret', anyone)
    const workOf = async (hash: string | undefined) => {
      const before = process.cpuUsage()
      expect(await costly.verify('another secret', hash, anyone)).toBe(false)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const work = await workOf(stored)
    expect(await workOf(undefined)).toBeGreaterThan(work / 2)
  })

  const [SALT, TAG] = ['c2FsdHNhbHRzYWx0c2FsdA', 'dGFndGFndGFndGFndGFn']
  it.each([
    '',
    'a good secret',
    `$argon2i$v=19$m=32,t=1,p=1$${SALT}$${TAG}`,
    `$argon2id$v=18$m=32,t=1,p=1$${SALT}$${TAG}`,
    `$argon2id$v=19$m=,t=1,p=1$${SALT}$${TAG}`,
    `$argon2id$v=19$m=32,t=,p=1$${SALT}$${TAG}`,
    `$argon2id$v=19$m=32,t=1,p=$${SALT}$${TAG}`,
    `$argon2id$v=19$m=32,t=1,p=1$$${TAG}`,
    `$argon2id$v=19$m=32,t=1,p=1$${SALT}$`,
    `$argon2id$v=19$m=32,t=1,p=1$${SALT}$${TAG}!`,
    `x$argon2id$v=19$m=32,t=1,p=1$${SALT}$${TAG}`,
  ])('AUTH-02 · compares with no other text than a hash of Argon2id: %j', async (stored) => {
    await expect(hasher.verify('a good secret', stored, anyone)).rejects.toThrow('not a PHC string')
  })

  it('AUTH-02 · hashes two at once while a hundred wait, 20 of one network or account, and 20 more of users', async () => {
    const cheap = makePasswordHasher(undefined, { memoryKib: 32, passes: 1 })
    let others = 0
    const countHashed = async (tasks: number, as: (other: string) => Requester) => {
      const hashes = Array.from({ length: tasks }, () => cheap.hash('x', as(`10.${others++}.0.1`)))
      return { waiting: cheap.waiting(), hashes }
    }
    const all = [
      await countHashed(30, () => requester('10.1.0.1', 'mine')),
      await countHashed(30, (ip) => requester(ip, 'of many networks')),
      await countHashed(100, (ip) => requester(ip, ip)),
      await countHashed(30, (ip) => requester(ip, ip, true)),
    ]
    expect(all.map(({ waiting }) => waiting)).toEqual([20, 40, 100, 120])
    const hashed = await Promise.all(all.flatMap(({ hashes }) => hashes))
    expect(hashed.filter((hash) => hash !== undefined)).toHaveLength(122)
  })

  it('AUTH-02 · rejects passwords when its queue is full', async () => {
    const small = makePasswordHasher({ width: 1, waiting: 2, ofKey: 2, reserved: 1 })
    let asked = 0
    const verify = (isKnown: boolean) => {
      asked++
      return small.verify('x', undefined, requester(`10.0.0.${asked}`, `account ${asked}`, isKnown))
    }
    const outcomes = await Promise.all([false, false, false, false, true, true].map(verify))
    expect(outcomes, 'one place is for those who are known').toEqual([
      false,
      false,
      false,
      undefined,
      false,
      undefined,
    ])
    expect(await verify(false)).toBe(false)
  })

  it('AUTH-02 · rejects too many passwords of one network or account, and hashes those of networks in turn', async () => {
    const small = makePasswordHasher({ width: 1, waiting: 10, ofKey: 2, reserved: 0 })
    const order: string[] = []
    const verify = async (ip: string, account: string) => {
      const outcome = await small.verify('x', undefined, requester(ip, account))
      if (outcome !== undefined) order.push(ip)
      return outcome
    }
    const outcomes = await Promise.all([
      verify('10.0.0.1', 'a'),
      verify('10.0.0.1', 'b'),
      verify('10.0.0.1', 'c'),
      verify('10.0.0.1', 'd'),
      verify('10.0.0.2', 'e'),
      verify('2001:db8::1', 'e'),
      verify('10.0.0.3', 'e'),
      verify('2001:db8::2', 'f'),
      verify('2001:db8::3', 'g'),
    ])
    expect(outcomes.map((outcome) => outcome === undefined)).toEqual([
      false,
      false,
      false,
      true,
      false,
      false,
      true,
      false,
      true,
    ])
    const ofSecond = ['10.0.0.2', '2001:db8::1']
    expect(order).toEqual(['10.0.0.1', '10.0.0.1', ...ofSecond, '10.0.0.1', '2001:db8::2'])
    expect(small.waiting()).toBe(0)
    expect(await verify('10.0.0.1', 'a')).toBe(false)
  })
})
