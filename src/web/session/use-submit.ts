import { useState } from 'react'
import { ApiCallError, hasStatus, apiErrorMessage } from '#engine/http/client.ts'
import { m } from '#i18n/messages/messages.js'
import { useSignedOut } from './sign-out.ts'

/** What went wrong, in words, and the refusal's code where the server gave one. */
export type SubmitError = { text: string; code: string | undefined }

/** Whether a new password was refused for what it is. */
export const isNewPasswordError = (error: SubmitError | undefined): boolean =>
  error?.code === 'invalid_password' || error?.code === 'common_password'

export const errorOf = (
  thrown: unknown,
  failure: string,
  unreachable: string = m.network_error(),
): SubmitError =>
  thrown instanceof ApiCallError
    ? { text: apiErrorMessage(thrown, failure), code: thrown.code }
    : { text: unreachable, code: undefined }

/**
 * Runs what a form sends, one at a time, and keeps what went wrong until the next attempt. Whoever is signed out by then
 * is led to the login.
 * @param failure what is said when the server gives no sentence of its own
 * @param unreachable what is said when there is no answer at all
 */
export function useSubmit(failure: string, unreachable?: string) {
  const [error, setError] = useState<SubmitError>()
  const [isBusy, setBusy] = useState(false)
  const signedOut = useSignedOut()

  /** @returns whether it was done */
  async function attempt(run: () => Promise<void>): Promise<boolean> {
    if (isBusy) return false
    setBusy(true)
    setError(undefined)
    try {
      await run()
      return true
    } catch (thrown) {
      if (hasStatus(thrown, 401)) signedOut()
      else setError(errorOf(thrown, failure, unreachable))
      return false
    } finally {
      setBusy(false)
    }
  }

  return { error, isBusy, attempt, clearError: () => setError(undefined) }
}
