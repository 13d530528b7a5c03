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
    file: 'converter-89b040e1e73e.js',
    integrity: 'sha384-zC3CgetLKi07AkWWVymRrQ2tMEJo776fSO2A0l5lHmaTxsSoyhcTxsZswQpKC2a9',
    bytes: 15561,
    compressedBytes: 5563,
  },
  {
    file: 'converter-adb619f98416.js',
    integrity: 'sha384-IZVnqDaqSim4vEAqZLImQsD+YRprFE3gIq0NK/qFiu5lW6lzbl5WZS4r8TIEBZ7f',
    bytes: 15013,
    compressedBytes: 5553,
  },
]
