/** A version of the script that other sites put on their pages. */
export type EmbedRelease = {
  /** Its name in `/embed`, with a hash of its content. */
  readonly file: string
  /** As the attribute of a script has it (Subresource Integrity). */
  readonly integrity: string
  readonly bytes: number
  readonly compressedBytes: number
}

/** Every version, the newest last. `npm run embed` writes it; a deployed version is never removed. */
export const EMBED_RELEASES: readonly EmbedRelease[] = [
  {
    file: 'converter-9c2564679d17.js',
    integrity: 'sha384-o0vCg/dej4Udl3wUH78DediE1fR+cFLzjhYhDWUjO1Tscb9a27lmj+2uI2cryaVL',
    bytes: 15561,
    compressedBytes: 5563,
  },
]
