import type { CommonError } from '#api/endpoint.ts'
import type { ErrorParams } from '#api/error-messages.ts'
import type { ErrorCode } from '#api/errors.ts'

/**
 * An intended error response. Thrown by routes, hooks and the request checks that they call (`http/body.ts`,
 * `rate-limit/rate-limit.ts`, `conversions/admission.ts`); all other modules return results.
 */
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
