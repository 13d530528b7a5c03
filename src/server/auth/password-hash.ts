import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { normalizePassword } from './password-policy.ts'

/** Runs at most `width` tasks at once and keeps at most `waiting` more; the next one is turned away. */
export type BoundedQueue = {
  /** The task's result, or undefined when there is no room. */
  run: <T>(task: () => Promise<T>) => Promise<T | undefined>
  /** How many are kept. */
  waiting: () => number
}

export function makeBoundedQueue({ width, waiting }: { width: number; waiting: number }): BoundedQueue {
  let running = 0
  const queue: (() => void)[] = []

  return {
    waiting: () => queue.length,
    async run(task) {
      if (running >= width) {
        if (queue.length >= waiting) return undefined
        // Whoever ends hands over its place, so that `running` stays.
        await new Promise<void>((resolve) => queue.push(resolve))
      } else {
        running++
      }
      try {
        return await task()
      } finally {
        const next = queue.shift()
        if (next === undefined) running--
        else next()
      }
    },
  }
}

// Argon2id with 19 MiB and two passes: OWASP Password Storage Cheat Sheet.
const MEMORY_KIB = 19_456
const PASSES = 2
const PARALLELISM = 1
const TAG_BYTES = 32
const SALT_BYTES = 16

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const derive = promisify(argon2)

export type PasswordHasher = {
  /** PHC text of the password's hash; undefined when too many wait. */
  hash: (password: string) => Promise<string | undefined>
  /**
   * Compares with a stored hash; undefined when too many wait. Without a stored one it takes as long and answers false:
   * nobody learns who has an account.
   */
  verify: (password: string, stored: string | undefined) => Promise<boolean | undefined>
  /** How many wait. */
  waiting: () => number
}

/** Hashing is bounded: each takes 30 ms of a core and a thread that file reads need too. */
export function makePasswordHasher({ width = 2, waiting = 100 } = {}): PasswordHasher {
  const queue = makeBoundedQueue({ width, waiting })
  const stand = encode(randomBytes(SALT_BYTES), randomBytes(TAG_BYTES))
  return {
    waiting: queue.waiting,
    hash: (password) =>
      queue.run(async () => {
        const salt = randomBytes(SALT_BYTES)
        return encode(salt, await deriveTag(password, salt, [MEMORY_KIB, PASSES, PARALLELISM], TAG_BYTES))
      }),
    verify: (password, stored) => queue.run(() => matches(password, stored ?? stand)),
  }
}

async function matches(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(stored) ?? []
  const expected = Buffer.from(tag, 'base64')
  if (expected.length === 0) throw new Error('A stored password hash is not readable.')
  const costs = [Number(memory), Number(passes), Number(parallelism)] as const
  const actual = await deriveTag(password, Buffer.from(salt, 'base64'), costs, expected.length)
  // Half a surrogate pair becomes U+FFFD in UTF-8: it is not the password that has one.
  return timingSafeEqual(actual, expected) && password.isWellFormed()
}

/** The whole password counts, NUL and all. */
function deriveTag(
  password: string,
  salt: Buffer,
  [memory, passes, parallelism]: readonly [number, number, number],
  tagLength: number,
): Promise<Buffer> {
  const message = Buffer.from(normalizePassword(password), 'utf8')
  return derive('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength })
}

const encode = (salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${unpadded(salt)}$${unpadded(tag)}`

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
