import { createHash, randomBytes } from 'node:crypto'

const SECRET = /^[A-Za-z0-9_-]{43}$/

/** 256 random bits in base64url, for a cookie or a link. Only its hash is stored. */
export const makeSecret = (): string => randomBytes(32).toString('base64url')

/** Hash of a secret; undefined for text that is not in the format of {@link makeSecret}. */
export const findSecretHash = (secret: string | undefined): string | undefined =>
  secret !== undefined && SECRET.test(secret) ? sha256(secret) : undefined

/** Base64url SHA-256. A slow hash is not needed: 256 random bits cannot be guessed. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')
