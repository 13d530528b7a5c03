const SQLITE_FOREIGN_KEY = 787
const POSTGRES_FOREIGN_KEY = '23503'

/** Whether something could not be written because what it belongs to is gone. */
export function isOrphaned(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error) return error.errcode === SQLITE_FOREIGN_KEY
  return 'code' in error && error.code === POSTGRES_FOREIGN_KEY
}
