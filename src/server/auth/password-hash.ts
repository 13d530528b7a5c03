import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { makeBoundedQueue } from '../bounded-queue.ts'
import { networkKey } from '../rate-limit/keys.ts'
import { normalizePassword } from './password-policy.ts'

/** What a new hash costs. */
export type HashCost = { memoryKib: number; passes: number }

/** OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes, one lane. */
const COST: HashCost = { memoryKib: 19_456, passes: 2 }
const PARALLELISM = 1
const TAG_BYTES = 32
const SALT_BYTES = 16

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const derive = promisify(argon2)

/** Who waits for a hash: many of one network or account must not keep others waiting. */
export type Requester = {
  ip: string
  /** Any text of which accounts, or devices of one, have their own; also where there is no account. */
  account: string
  /** Has proved to have an account: by a known device, a session or an emailed link. */
  isKnown: boolean
}

export type PasswordHasher = {
  /** PHC string of the password's hash; undefined when the queue is full, or full for the requester. */
  hash: (password: string, requester: Requester) => Promise<string | undefined>
  /**
   * Compares with a stored hash; undefined as for `hash`. Without a stored hash it takes as long and returns false, so that
   * timing does not reveal which accounts exist.
   */
  verify: (password: string, stored: string | undefined, requester: Requester) => Promise<boolean | undefined>
  /** Whether so many hashes of a network wait that another is rejected: to be asked before the database is. */
  isFullFor: (ip: string) => boolean
  /** Number of queued tasks. */
  waiting: () => number
}

const SIZE = { width: 2, waiting: 100, ofKey: 20, reserved: 20 }

/** Bounded: each hash takes 30 ms of a core and a thread of libuv's pool, which file reads need too. */
export function makePasswordHasher(size = SIZE, cost = COST): PasswordHasher {
  const queue = makeBoundedQueue(size)
  const dummyHash = encode(randomBytes(SALT_BYTES), randomBytes(TAG_BYTES), cost)
  return {
    isFullFor: (ip) => queue.isFullFor(networkOf(ip)),
    waiting: queue.waiting,
    hash: (password, requester) =>
      queue.run(async () => {
        const salt = randomBytes(SALT_BYTES)
        const costs = [cost.memoryKib, cost.passes, PARALLELISM] as const
        return encode(salt, await deriveTag(password, salt, costs, TAG_BYTES), cost)
      }, placeOf(requester)),
    verify: (password, stored, requester) =>
      queue.run(() => matches(password, stored ?? dummyHash), placeOf(requester)),
  }
}

const networkOf = (ip: string): string => `network:${networkKey(ip)}`

const placeOf = ({ ip, account, isKnown }: Requester) => ({
  keys: [networkOf(ip), `account:${account}`],
  isPreferred: isKnown,
})

async function matches(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(stored) ?? []
  const expected = Buffer.from(tag, 'base64')
  if (expected.length === 0) throw new Error('A stored password hash is not a PHC string of Argon2id.')
  const costs = [Number(memory), Number(passes), Number(parallelism)] as const
  const actual = await deriveTag(password, Buffer.from(salt, 'base64'), costs, expected.length)
  // UTF-8 encodes a lone surrogate as U+FFFD: it must not equal a password that contains U+FFFD.
  return timingSafeEqual(actual, expected) && password.isWellFormed()
}

/** Hashes the whole password, without truncation, also after a NUL. */
function deriveTag(
  password: string,
  salt: Buffer,
  [memory, passes, parallelism]: readonly [number, number, number],
  tagLength: number,
): Promise<Buffer> {
  const message = Buffer.from(normalizePassword(password))
  return derive('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength })
}

const encode = (salt: Buffer, tag: Buffer, { memoryKib, passes }: HashCost): string =>
  `$argon2id$v=19$m=${memoryKib},t=${passes},p=${PARALLELISM}$${unpadded(salt)}$${unpadded(tag)}`

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
