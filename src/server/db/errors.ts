/** SQLite result code: the file is locked by another process. */
const SQLITE_BUSY = 5
/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_FULL, SQLITE_CANTOPEN, SQLITE_NOTADB. */
const SQLITE_STORAGE = new Set([8, 10, 11, 13, 14, 26])
/** Without SQLITE_CORRUPT and SQLITE_NOTADB, which need attention. */
const SQLITE_UNAVAILABLE = new Set([SQLITE_BUSY, 8, 10, 13, 14])

/** SQLSTATE: read-only transaction, disk full, system error, data or index corrupted. */
const POSTGRES_STORAGE = /^(?:25006|53100|58...|XX00[12])$/

/** The files of the SQLite database were deleted or replaced while it is open. Ends with a restart, on the right files. */
export class DatabaseFileLostError extends Error {
  constructor(path: string) {
    super(
      `${path} is no longer the file that was opened: nothing is written until the server is restarted on the right one.`,
    )
  }
}

/** Whether a write failed for the disk below the database, which reads may not notice. */
export function isStorageFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseFileLostError) return true
  if ('errcode' in error) return SQLITE_STORAGE.has(Number(error.errcode) % 256)
  return 'code' in error && POSTGRES_STORAGE.test(String(error.code))
}

/**
 * SQLSTATE: connection exception, insufficient resources, shutdown, query cancelled (statement timeout), system error,
 * database missing, serialization failure, deadlock, idle or transaction timeout, read-only transaction (a standby server).
 */
const POSTGRES_UNAVAILABLE = /^(?:08...|53...|57P0[1-5]|57014|58...|3D000|40001|40P01|25P0[34]|25006)$/

/** System errors on connecting to PostgreSQL. */
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

/** Whether the failure is temporary, so that the same call may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseFileLostError) return true
  if ('errcode' in error) return SQLITE_UNAVAILABLE.has(Number(error.errcode) % 256)
  if ('code' in error && typeof error.code === 'string')
    return POSTGRES_UNAVAILABLE.test(error.code) || NETWORK_ERRORS.has(error.code) || isMissingSocket(error)
  return CONNECTION_LOST.test(error.message)
}

/** Whether a statement timed out or was aborted for a deadlock. The database works; the statement needs attention. */
export const isStatementTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:57014|40001|40P01)$/.test(String(error.code))

/** Whether a transaction was undone because of another one that ran at the same time: a serialization failure or a deadlock. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')

/** Whether another process holds the write lock of the SQLite file. */
export const isDatabaseLocked = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === SQLITE_BUSY

/** A local PostgreSQL server removes its Unix socket when it stops. */
const isMissingSocket = (error: Error): boolean =>
  'code' in error && error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'

const SQLITE_CONSTRAINT_FOREIGNKEY = 787
const POSTGRES_FOREIGN_KEY_VIOLATION = '23503'

/** Whether a referenced row does not exist any more. */
export function isForeignKeyViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error) return error.errcode === SQLITE_CONSTRAINT_FOREIGNKEY
  return 'code' in error && error.code === POSTGRES_FOREIGN_KEY_VIOLATION
}
