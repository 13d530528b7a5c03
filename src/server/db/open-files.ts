import { statSync } from 'node:fs'
import { DatabaseFileLostError } from './errors.ts'

/** Of the database, its write-ahead log and the index of that. Without one of them, what is committed is lost. */
const SUFFIXES = ['', '-wal', '-shm']

export type OpenFiles = {
  /** Takes about 5 µs. @throws {DatabaseFileLostError} when a path no longer names the file that was opened */
  requireSame: () => void
}

/** Remembers the files of an open database, which exist once it has been read. */
export function rememberFiles(path: string): OpenFiles {
  const opened = SUFFIXES.map((suffix) => identityOf(path + suffix))
  return {
    requireSame() {
      for (const [n, suffix] of SUFFIXES.entries())
        if (identityOf(path + suffix) !== opened[n]) throw new DatabaseFileLostError(path + suffix)
    },
  }
}

/** Undefined for a file that is not there, or whose folder cannot be read. */
function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true })
    return `${dev}:${ino}`
  } catch {
    return undefined
  }
}
