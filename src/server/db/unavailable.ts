const SQLITE_BUSY = 5

// Connection lost, too many connections, shutting down, gone, deadlock, statement timeout.
const POSTGRES_STATE = /^(?:08...|53...|57P0[1-3]|57014|3D000|40001|40P01)$/

const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])

/** Whether the database cannot answer for the moment, so that the same call may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && Number(error.errcode) % 256 === SQLITE_BUSY) return true
  if ('code' in error && typeof error.code === 'string')
    return POSTGRES_STATE.test(error.code) || NETWORK.has(error.code)
  return /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/.test(
    error.message,
  )
}
