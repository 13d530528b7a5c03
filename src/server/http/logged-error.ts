/** An error in the log. What else a database puts on its errors holds the values of the statement. */
export type LoggedError = { type: string; message: string; stack: string; [further: string]: unknown }

const MAX_CAUSES = 4

export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: String(error).slice(0, 200), stack: '' }
  const { message, stack = '', cause } = error
  return {
    type: error.constructor.name,
    message,
    ...('code' in error && { code: String(error.code) }),
    stack,
    ...(cause !== undefined && depth < MAX_CAUSES && { cause: loggedError(cause, depth + 1) }),
  }
}
