import { useState } from 'react'
import { ApiCallError, hasStatus, apiErrorMessage } from '#engine/http/client.ts'
import { m } from '#i18n/messages/messages.js'
import { useSignedOut } from './sign-out.ts'

/** The message of an error, and its code where the server gave one. */
export type SubmitError = { text: string; code: string | undefined }

/** Whether the server rejected a new password because of its content. */
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
 * Submits a form, one request at a time, and keeps its error until the next attempt. Redirects to the login
 * when the session has ended.
 * @param failure the message when the server sends none
 * @param unreachable the message when there is no response
 */
export function useSubmit(failure: string, unreachable?: string) {
  const [error, setError] = useState<SubmitError>()
  const [isBusy, setBusy] = useState(false)
  const signedOut = useSignedOut()

  /** @returns whether it succeeded */
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
