/** What tells a file from every other: how many bytes it has, and their SHA-256 in hexadecimal. */
export type FileFingerprint = {
  readonly bytes: number
  /** Null where the browser cannot work it out: on a page without a secure connection. */
  readonly sha256: string | null
}

/**
 * Never throws: the results are there, with or without it.
 * @param known the hash, where it was worked out before
 */
export async function proofOf(
  bytes: Uint8Array<ArrayBuffer>,
  known: string | null = null,
): Promise<FileFingerprint> {
  return { bytes: bytes.length, sha256: known ?? (await sha256Of(bytes)) }
}

/** SHA-256 in hexadecimal; null where the browser cannot work it out. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  try {
    // Missing on plain http.
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return null
  }
}
