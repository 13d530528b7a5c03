/** Of SQLite: the file is locked by another process. */
const SQLITE_BUSY = 5
/** And: reading or writing failed, the disk is full, the file cannot be opened. */
const SQLITE_UNAVAILABLE = new Set([SQLITE_BUSY, 10, 13, 14])

/**
 * Connection lost, too many connections or disk full, shutting down, gone, deadlock, statement timeout, reading or writing
 * failed, idle for too long in a transaction, only for reading as one that stands by for another is.
 */
const POSTGRES_UNAVAILABLE = /^(?:08...|53...|57P0[1-5]|57014|58...|3D000|40001|40P01|25P0[34]|25006)$/

/** Of the system, when it reaches for the server. */
const NETWORK_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
])

const CONNECTION_LOST =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/

/** Whether the database cannot answer for the moment, so that the same call may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error) return SQLITE_UNAVAILABLE.has(Number(error.errcode) % 256)
  if ('code' in error && typeof error.code === 'string')
    return POSTGRES_UNAVAILABLE.test(error.code) || NETWORK_ERRORS.has(error.code) || isMissingSocket(error)
  return CONNECTION_LOST.test(error.message)
}

/**
 * Whether one statement took too long, or waited for others that waited for it: the database is there, and the
 * statement needs a look.
 */
export const isStatementTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:57014|40001|40P01)$/.test(String(error.code))

/** Whether another process writes to the file at this moment. */
export const isDatabaseLocked = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === SQLITE_BUSY

/** A server on this machine takes the file of its socket with it when it stops. */
const isMissingSocket = (error: Error): boolean =>
  'code' in error && error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'

const SQLITE_CONSTRAINT_FOREIGNKEY = 787
const POSTGRES_FOREIGN_KEY_VIOLATION = '23503'

/** Whether something could not be written because what it belongs to is gone. */
export function isForeignKeyViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error) return error.errcode === SQLITE_CONSTRAINT_FOREIGNKEY
  return 'code' in error && error.code === POSTGRES_FOREIGN_KEY_VIOLATION
}
