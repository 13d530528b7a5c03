import type { CommonError } from '#api/endpoint.ts'
import type { ErrorParams } from '#api/error-messages.ts'
import type { ErrorCode } from '#api/errors.ts'

/** A request that is declined on purpose. Thrown by handlers alone, through `refuse`; stores answer verdicts. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly params: ErrorParams

  constructor(code: ErrorCode, figures: ErrorParams = {}) {
    super(code)
    this.code = code
    this.params = figures
  }
}

/** Declines with a code that every endpoint may answer. */
export const throwApiError = (code: CommonError, figures?: ErrorParams): never => {
  throw new ApiError(code, figures)
}
