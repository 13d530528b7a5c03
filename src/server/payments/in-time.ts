import { PaymentsUnavailableError } from './provider.ts'

/**
 * An answer, unless it takes longer. What is under way goes on, and does no harm: everything here may be done again.
 * @throws {PaymentsUnavailableError} when it takes longer
 */
export async function inTime<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const error = new PaymentsUnavailableError('The provider took too long.', {
    cause: undefined,
    isDeclined: false,
  })
  const timer = setTimeout(() => late.reject(error), limitMs)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
