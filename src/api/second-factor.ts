import { z } from 'zod'
import { emailText, passwordText, session } from './auth.ts'
import { done, endpoint, time } from './endpoint.ts'

const base64url = z.string().regex(/^[A-Za-z0-9_-]{1,16384}$/)

/** A code of an authenticator app, a recovery code or an emailed code, as typed. */
const codeText = z.string().max(64)

/** What `navigator.credentials.get` returns, in the JSON form of WebAuthn Level 3 (`toJSON`). */
export const assertion = z.object({
  id: base64url.max(1400),
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url,
  }),
})

export type Assertion = z.output<typeof assertion>

/** What `navigator.credentials.create` returns, in the same form. */
export const attestation = z.object({
  id: base64url.max(1400),
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
  }),
})

export type Attestation = z.output<typeof attestation>

/** For `parseRequestOptionsFromJSON` or `parseCreationOptionsFromJSON` of the browser. */
const options = z.object({
  options: z.record(z.string(), z.unknown()).describe('the options of WebAuthn, as JSON'),
})

export const completeSignIn = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor',
  access: 'anyone',
  summary:
    'Complete a sign-in that was answered with `second_factor_required`, by a code of the authenticator app or a recovery code',
  body: z.object({
    ticket: z.string().max(256).describe('of that answer, valid for ten minutes'),
    code: codeText,
  }),
  reply: session,
  errors: ['wrong_code', 'app_codes_blocked', 'sign_in_expired'],
})

export const requestPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/options',
  access: 'anyone',
  summary: 'Get the options with which a browser asks for a passkey',
  reply: options,
  errors: [],
})

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey',
  access: 'anyone',
  summary: 'Sign in with a passkey alone',
  body: z.object({ passkey: assertion }),
  reply: session,
  errors: ['passkey_rejected'],
})

export const requestDeviceCode = endpoint({
  method: 'POST',
  path: '/api/auth/device-code',
  access: 'anyone',
  summary:
    'Request an email with a code that makes this device a known one. The response is the same whether the account exists or not',
  body: z.object({ email: emailText }),
  reply: done,
  errors: ['invalid_email'],
})

export const recogniseDevice = endpoint({
  method: 'POST',
  path: '/api/auth/device',
  access: 'anyone',
  summary:
    'Make this device a known one, by an emailed code, a code of the authenticator app or a recovery code: failed sign-ins elsewhere no longer delay its own. Signs no one in',
  body: z.object({ email: emailText, code: codeText }),
  reply: done,
  errors: ['invalid_email', 'wrong_code'],
})

export const passkeyFacts = z.object({
  id: z.string(),
  name: z.string().describe('browser and system in which it was created'),
  createdAt: time,
  usedAt: time.nullable(),
})

export type PasskeyFacts = z.output<typeof passkeyFacts>

export const factors = z.object({
  app: z.object({ createdAt: time }).nullable().describe('the authenticator app; null where none is set up'),
  passkeys: z.array(passkeyFacts),
  recoveryCodes: z.int().min(0).describe('unused recovery codes'),
})

export type Factors = z.output<typeof factors>

export const listFactors = endpoint({
  method: 'GET',
  path: '/api/account/factors',
  access: 'user',
  summary: 'List the second factors of the account',
  reply: factors,
  errors: [],
})

export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/api/account/confirm',
  access: 'user',
  summary:
    'Confirm who is signed in, for 15 minutes: by the password, with a code where the account has a second factor, or by a passkey alone',
  body: z
    .object({
      password: passwordText.optional(),
      code: codeText.optional().describe('of the authenticator app, or a recovery code'),
      passkey: assertion.optional().describe('in place of both'),
    })
    .refine(({ password, passkey }) => password !== undefined || passkey !== undefined),
  reply: done,
  errors: ['wrong_password', 'wrong_code', 'app_codes_blocked', 'passkey_rejected', 'code_required'],
})

/** New recovery codes are shown once; null where the account has some already. */
const newCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() })

export type NewCodes = z.output<typeof newCodes>

export const requestNewPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys/options',
  access: 'user',
  summary:
    'Get the options with which a browser creates a passkey. Requires a confirmed identity and a confirmed email',
  reply: options,
  errors: ['confirmation_required', 'email_unconfirmed', 'too_many_passkeys'],
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys',
  access: 'user',
  summary: 'Add a passkey. Requires a confirmed identity and a confirmed email',
  body: z.object({ passkey: attestation }),
  reply: newCodes,
  errors: ['confirmation_required', 'email_unconfirmed', 'passkey_rejected'],
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/account/passkeys/:id',
  access: 'user',
  summary: 'Remove a passkey. Requires a confirmed identity',
  params: z.object({ id: base64url.max(1400) }),
  reply: done,
  errors: ['confirmation_required'],
})

export const startApp = endpoint({
  method: 'POST',
  path: '/api/account/app/start',
  access: 'user',
  summary: 'Start the set-up of an authenticator app. Requires a confirmed identity and a confirmed email',
  reply: z.object({
    secret: z.string().describe('base 32'),
    uri: z.string().describe('the `otpauth:` address to show as a QR code'),
  }),
  errors: ['confirmation_required', 'email_unconfirmed'],
})

export const confirmApp = endpoint({
  method: 'POST',
  path: '/api/account/app/confirm',
  access: 'user',
  summary: 'Complete the set-up of an authenticator app with a first code',
  body: z.object({ code: codeText }),
  reply: newCodes,
  errors: ['confirmation_required', 'email_unconfirmed', 'wrong_code'],
})

export const removeApp = endpoint({
  method: 'DELETE',
  path: '/api/account/app',
  access: 'user',
  summary: 'Remove the authenticator app. Requires a confirmed identity',
  reply: done,
  errors: ['confirmation_required'],
})

export const replaceRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/account/recovery-codes',
  access: 'user',
  summary: 'Replace the recovery codes. Requires a confirmed identity, a confirmed email and a second factor',
  reply: newCodes,
  errors: ['confirmation_required', 'email_unconfirmed'],
})
