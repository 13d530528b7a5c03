import { createHash, subtle } from 'node:crypto'
import { ownedBytes } from './owned-bytes.ts'

/** SHA-256 of a request's bytes: tells a repeat from another request under the same key. */
export const hashOf = (body: Uint8Array): string => createHash('sha256').update(body).digest('base64url')

/** The same, by another thread: of 32 MB it takes longer than others are to wait. */
export const hashBeside = async (body: Uint8Array): Promise<string> =>
  Buffer.from(await subtle.digest('SHA-256', ownedBytes(body))).toString('base64url')
