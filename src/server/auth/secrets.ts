import { createHash, randomBytes } from 'node:crypto'

const SECRET = /^[A-Za-z0-9_-]{43}$/

/** 256 random bits as text, for a cookie or a link. It is nowhere stored: its hash is. */
export const makeSecret = (): string => randomBytes(32).toString('base64url')

/** The hash under which a secret is stored; undefined for texts that are none of ours. */
export const findSecretHash = (secret: string | undefined): string | undefined =>
  secret !== undefined && SECRET.test(secret) ? sha256(secret) : undefined

/** SHA-256 is enough for 256 random bits: there is nothing to guess. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')
