import type { CommonError } from '#api/endpoint.ts'
import type { ErrorParams } from '#api/error-messages.ts'
import type { ErrorCode } from '#api/errors.ts'

/** An intended error response. Thrown by routes and hooks only; modules below them return results. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly params: ErrorParams

  constructor(code: ErrorCode, params: ErrorParams = {}) {
    super(code)
    this.code = code
    this.params = params
  }
}

/** Rejects with a code that every endpoint may return; an endpoint's own codes go through `RouteContext.reject`. */
export const throwApiError = (code: CommonError, params?: ErrorParams): never => {
  throw new ApiError(code, params)
}
