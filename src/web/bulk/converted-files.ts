import { type ConvertedFile, recallAll, remember } from './device-memory.ts'

/** SHA-256 as text; undefined where the browser does not offer it, as on pages without encryption. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto }
  if (!subtle) return undefined
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const ownerHash = (email: string): Promise<string | undefined> =>
  sha256(new TextEncoder().encode(`levro ${email}`))

/** By what a file is known again; null where that cannot be told. */
export const hashOfFile = async (bytes: Uint8Array<ArrayBuffer> | undefined): Promise<string | null> =>
  (bytes && (await sha256(bytes))) ?? null

/** Remembers that this person has converted this file. */
export async function rememberConverted(
  file: string | null | undefined,
  email: string,
  at: string,
  prices: number,
): Promise<void> {
  const owner = email && (await ownerHash(email))
  if (!file || !owner) return
  await remember(
    'converted',
    { owner, file, at, prices },
    (earlier) => earlier.owner === owner && earlier.file === file,
  )
}

/** When this person has converted this very file on this device; undefined when never. */
export async function findConverted(file: string, email: string): Promise<ConvertedFile | undefined> {
  const [owner, all] = await Promise.all([ownerHash(email), recallAll('converted')])
  return all.find((one) => one.owner === owner && one.file === file)
}

/** Forgets what this person has converted: their account is gone. */
export async function forgetConverted(email: string): Promise<void> {
  const owner = await ownerHash(email)
  await remember('converted', undefined, (earlier) => earlier.owner === owner)
}
