import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Env, EnvError } from './env.ts'

const FILE = 'secret.key'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** The uses of the key, each with a key of its own derived from it. */
type Use = 'totp' | 'device-code' | 'free-tokens' | 'security-log'

/** Keyed functions of values that the database alone must not reveal. */
export type SecretKey = {
  /** HMAC-SHA-256, base64url. */
  hash: (use: Use, text: string) => string
  /** Encrypts with AES-256-GCM. `owner` must be the same for {@link SecretKey.open}. */
  seal: (use: Use, text: string, owner: string) => string
  /** Undefined when it was encrypted with another key or for another owner, or altered. */
  open: (use: Use, sealed: string, owner: string) => string | undefined
}

/**
 * The key of SECRET_KEY, else that of the file `secret.key` in the data folder, which is created when it is missing. It is not
 * part of backups, so that a backup alone reveals nothing that it protects.
 */
export function loadSecretKey({ secretKey, dataDir }: Pick<Env, 'secretKey' | 'dataDir'>): SecretKey {
  const root = Buffer.from(secretKey ?? readKeyFile(dataDir), 'base64url')
  const keys = new Map<Use, Buffer>()
  const keyFor = (use: Use): Buffer => {
    const known = keys.get(use)
    if (known !== undefined) return known
    const key = Buffer.from(hkdfSync('sha256', root, '', `levro ${use}`, KEY_BYTES))
    keys.set(use, key)
    return key
  }
  return {
    hash: (use, text) => createHmac('sha256', keyFor(use)).update(text).digest('base64url'),
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

function readKeyFile(dataDir: string): string {
  const path = join(dataDir, FILE)
  const found = readIfThere(path)
  if (found !== undefined) return requireKey(found, path)
  mkdirSync(dataDir, { recursive: true })
  // Linked when it is complete: of several processes that start at once, all read the same one.
  const own = `${path}.${randomUUID()}`
  writeFileSync(own, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(own, path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(own)
  }
  return requireKey(readFileSync(path, 'utf8'), path)
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function requireKey(text: string, path: string): string {
  const key = text.trim()
  if (/^[A-Za-z0-9_-]{43,}$/.test(key)) return key
  throw new EnvError(
    `${path} is not a key. Restore it, or delete it: codes of authenticator apps then stop working.`,
  )
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
