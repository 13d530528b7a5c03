import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Env, EnvError } from './env.ts'

const FILE = 'secret.key'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** The uses of the key, each with a key of its own derived from it. */
type Use = 'totp' | 'device-code' | 'free-tokens' | 'security-log' | 'fingerprint' | 'webhook'

/** Keyed functions of values that the database alone must not reveal. */
export type SecretKey = {
  /** Tells it from other keys, and reveals nothing of it. */
  fingerprint: string
  /** HMAC-SHA-256, base64url. */
  hash: (use: Use, text: string) => string
  /** Encrypts with AES-256-GCM. `owner` must be the same for {@link SecretKey.open}. */
  seal: (use: Use, text: string, owner: string) => string
  /** Undefined when it was encrypted with another key or for another owner, or altered. */
  open: (use: Use, sealed: string, owner: string) => string | undefined
}

type KeyEnv = Pick<Env, 'secretKey' | 'dataDir'>

/** Where the key of these settings is: SECRET_KEY, or the path of the file. */
export const secretKeyPlace = ({ secretKey, dataDir }: KeyEnv): string =>
  secretKey === undefined ? join(dataDir, FILE) : 'SECRET_KEY'

/**
 * The key of SECRET_KEY, else that of the file `secret.key` in the data folder, which is created when it is missing. It is not
 * part of backups, so that a backup alone reveals nothing that it protects.
 * @throws {EnvError} when the file is not a key
 */
export const loadSecretKey = (env: KeyEnv): SecretKey =>
  makeSecretKey(env.secretKey ?? readKeyFile(env.dataDir) ?? createKeyFile(env.dataDir))

/** Like {@link loadSecretKey}; undefined when there is none. */
export function findSecretKey({ secretKey, dataDir }: KeyEnv): SecretKey | undefined {
  const text = secretKey ?? readKeyFile(dataDir)
  return text === undefined ? undefined : makeSecretKey(text)
}

/** `onUnopened` is called for the first secret that the key does not open. */
export function reportingUnopened(key: SecretKey, onUnopened: (use: Use) => void): SecretKey {
  let isReported = false
  return {
    ...key,
    open(use, sealed, owner) {
      const text = key.open(use, sealed, owner)
      if (text === undefined && !isReported) {
        isReported = true
        onUnopened(use)
      }
      return text
    },
  }
}

function makeSecretKey(text: string): SecretKey {
  const root = Buffer.from(text, 'base64url')
  const keys = new Map<Use, Buffer>()
  const keyFor = (use: Use): Buffer => {
    const known = keys.get(use)
    if (known !== undefined) return known
    const key = Buffer.from(hkdfSync('sha256', root, '', `levro ${use}`, KEY_BYTES))
    keys.set(use, key)
    return key
  }
  const hash: SecretKey['hash'] = (use, text) =>
    createHmac('sha256', keyFor(use)).update(text).digest('base64url')
  return {
    fingerprint: hash('fingerprint', ''),
    hash,
    seal(use, text, owner) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyFor(use), iv).setAAD(Buffer.from(owner))
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
    },
    open(use, sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64url')
      const [iv, tag, encrypted] = [
        bytes.subarray(0, IV_BYTES),
        bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
        bytes.subarray(IV_BYTES + TAG_BYTES),
      ]
      try {
        const decipher = createDecipheriv('aes-256-gcm', keyFor(use), iv).setAAD(Buffer.from(owner))
        decipher.setAuthTag(tag)
        return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}

/** Undefined when there is no file. */
function readKeyFile(dataDir: string): string | undefined {
  const path = join(dataDir, FILE)
  const text = readIfThere(path)?.trim()
  if (text === undefined || /^[A-Za-z0-9_-]{43,}$/.test(text)) return text
  throw new EnvError(
    `${path} is not a secret key: put back the one that was there, or delete it and go on with a new one ("levro admin accept-key --yes").`,
  )
}

/** @returns the key in the file, which may be that of another process */
function createKeyFile(dataDir: string): string {
  const path = join(dataDir, FILE)
  mkdirSync(dataDir, { recursive: true })
  // Linked when it is complete: of several processes that start at once, all read the same one.
  const own = `${path}.${randomUUID()}`
  const key = randomBytes(KEY_BYTES).toString('base64url')
  writeFileSync(own, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(own, path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(own)
  }
  syncFolder(dataDir)
  return readKeyFile(dataDir) ?? key
}

/** A power failure must not take the key from a database that was used with it. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
