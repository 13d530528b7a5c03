/** Identifies the content of a file: its size in bytes, and its SHA-256 in hexadecimal. */
export type FileFingerprint = {
  readonly bytes: number
  /** Null in an insecure context, where browsers have no `crypto.subtle`. */
  readonly sha256: string | null
}

/**
 * Never throws.
 * @param known the hash, where it was computed before
 */
export async function fingerprintFile(
  bytes: Uint8Array<ArrayBuffer>,
  known: string | null = null,
): Promise<FileFingerprint> {
  return { bytes: bytes.length, sha256: known ?? (await sha256Hex(bytes)) }
}

/** SHA-256 in hexadecimal; null in an insecure context. Never throws. */
export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  try {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return null
  }
}
