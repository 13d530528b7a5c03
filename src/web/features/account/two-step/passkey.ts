import type { Assertion, addPasskey, requestNewPasskey, requestPasskey } from '#api/second-factor.ts'
import type { NewCodes } from '#api/second-factor.ts'
import { ApiCallError, call } from '#engine/http/client.ts'
import { m } from '#i18n/messages/messages.js'
import { errorOf } from '../../../session/use-submit.ts'

// The server has made the options by the standard; the API describes them as JSON.
// oxlint-disable typescript/no-unsafe-type-assertion

/** Loaded when a passkey is asked for. */
const webauthn = () => import('@simplewebauthn/browser')

/** Passkeys belong to a host name: browsers have none for an address. */
const isAtAddress = (): boolean => /^[\d.]+$|:/.test(window.location.hostname)

class UnsupportedError extends Error {}

type RequestOptions = Parameters<
  Awaited<ReturnType<typeof webauthn>>['startAuthentication']
>[0]['optionsJSON']
type CreationOptions = Parameters<Awaited<ReturnType<typeof webauthn>>['startRegistration']>[0]['optionsJSON']

/** Asks for any passkey of this site. @throws what the browser throws, or {@link ApiCallError} */
export async function askForPasskey(): Promise<Assertion> {
  if (isAtAddress()) throw new UnsupportedError()
  const { startAuthentication } = await webauthn()
  const { options } = await call<typeof requestPasskey>('POST /api/auth/passkey/options', {})
  const { id, response } = await startAuthentication({ optionsJSON: options as unknown as RequestOptions })
  const { userHandle = '', ...signed } = response
  return { id, response: { ...signed, userHandle } }
}

/** Creates a passkey and adds it to the account. @throws as {@link askForPasskey} */
export async function createPasskey(): Promise<NewCodes> {
  if (isAtAddress()) throw new UnsupportedError()
  const { startRegistration } = await webauthn()
  const { options } = await call<typeof requestNewPasskey>('POST /api/account/passkeys/options', {})
  const { id, response } = await startRegistration({ optionsJSON: options as unknown as CreationOptions })
  const { clientDataJSON, attestationObject } = response
  return call<typeof addPasskey>('POST /api/account/passkeys', {
    body: { passkey: { id, response: { clientDataJSON, attestationObject } } },
  })
}

/** What to say when a passkey was not given or created. */
export function passkeyProblem(thrown: unknown): string {
  if (thrown instanceof ApiCallError || !(thrown instanceof Error))
    return errorOf(thrown, m.passkey_failed()).text
  if (thrown.name === 'NotAllowedError' || thrown.name === 'AbortError') return m.passkey_cancelled()
  if (thrown.name === 'InvalidStateError') return m.passkey_exists()
  if (thrown instanceof TypeError) return errorOf(thrown, m.passkey_failed()).text
  return m.passkey_unsupported()
}
