import { LIMITS } from '#product/limits.ts'

const MAX_LOOKED_AT = 4096

// Control characters, line ends, and marks that turn the direction of text around.
const UNWANTED = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu

/** A file's name as it is kept and shown as text: without folders and control characters, bounded; null when none is left. */
export function cleanFileName(text: string): string | null {
  const name = text.slice(-MAX_LOOKED_AT).split(/[/\\]/).at(-1) ?? ''
  const tidy = name.toWellFormed().replace(UNWANTED, '').trim()
  return Array.from(tidy).slice(0, LIMITS.fileNameLength).join('').trim() || null
}
