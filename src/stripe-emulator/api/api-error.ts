import type Stripe from 'stripe'

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

/** What Stripe says of itself in an error. */
type Details = { type?: ErrorType; code?: string; param?: string; doc_url?: string }

/** An answer of Stripe's that is no success. */
export class ApiError extends Error {
  readonly status: number
  readonly details: Details

  constructor(status: number, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.details = details
  }

  /** As it goes over the wire. */
  body() {
    const { type = 'invalid_request_error', code, param } = this.details
    return {
      error: {
        message: this.message,
        type,
        ...(code !== undefined && {
          code,
          doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`,
        }),
        ...(param !== undefined && { param }),
      },
    } satisfies { error: Partial<Stripe.StripeRawError> }
  }
}

export const invalid = (message: string, param?: string, code?: string): ApiError =>
  new ApiError(400, message, { ...(code !== undefined && { code }), ...(param !== undefined && { param }) })

export const unknownParam = (param: string): ApiError =>
  invalid(`Received unknown parameter: ${param}`, param, 'parameter_unknown')

export const missingParam = (param: string): ApiError =>
  invalid(`Missing required param: ${param}.`, param, 'parameter_missing')

export const noSuch = (what: string, id: string, param: string): ApiError =>
  new ApiError(404, `No such ${what}: '${id}'`, { code: 'resource_missing', param })
