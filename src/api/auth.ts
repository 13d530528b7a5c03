import { z } from 'zod'
import { done, endpoint } from './endpoint.ts'

/** As typed: the server validates it and answers with a code for each rule. */
export const emailText = z.string().max(1024)
export const passwordText = z.string()

const credentials = z.object({ email: emailText, password: passwordText })

/** The current user, or `user: null, tokens: 0` when signed out. `tokens` is the balance. */
export const session = z.object({
  ok: z.literal(true),
  user: z.object({ email: z.string() }).nullable(),
  tokens: z.int().min(0),
})

export type Session = z.output<typeof session>

export const me = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  access: 'anyone',
  apiKeyScope: 'read',
  summary: 'Get the current user and the token balance',
  reply: session,
  errors: [],
})

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: 'anyone',
  summary: 'Create an account and sign in. Its 15 free tokens come at once, or when the address is confirmed',
  body: credentials,
  reply: session,
  errors: ['invalid_email', 'invalid_password', 'common_password', 'email_taken'],
})

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'anyone',
  summary: 'Sign in',
  body: credentials,
  reply: session,
  errors: ['invalid_credentials', 'second_factor_required'],
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'anyone',
  summary:
    'End the session on the server. On a shared computer the browser is told to remove everything that it keeps',
  body: z.object({
    isShared: z.boolean().optional().describe('whether other people use the computer'),
  }),
  reply: done,
  errors: [],
})

/** `pending`: they come when the address is confirmed. `refused`: the address has had them before. */
export const freeTokens = z
  .enum(['given', 'pending', 'refused'])
  .describe('whether the account has its free tokens')

/** The token of an emailed link; an unknown one counts as expired. */
const linkToken = z.string().max(256)

export const requestReset = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'anyone',
  summary:
    'Request an email with a link to set a new password. The response is the same whether the account exists or not',
  body: z.object({ email: emailText }),
  reply: done,
  errors: ['invalid_email'],
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'anyone',
  summary:
    'Set a new password with the token of an emailed link, which is valid once. Ends every session of the account',
  body: z.object({ token: linkToken, password: passwordText }),
  reply: done.extend({
    hasApp: z.boolean().describe('whether the account has an authenticator app, which stays'),
    passkeys: z.int().min(0).describe('passkeys of the account, which stay and still sign in'),
  }),
  errors: ['link_expired', 'invalid_password', 'common_password'],
})

export const checkReset = endpoint({
  method: 'POST',
  path: '/api/auth/reset-check',
  access: 'anyone',
  summary: 'Tell whether the token of an emailed link can still set a new password. Does not use it up',
  body: z.object({ token: linkToken }),
  reply: done,
  errors: ['link_expired'],
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  access: 'anyone',
  summary:
    'Confirm the email address with the token of an emailed link, and with the password where the request is not signed in to the account',
  body: z.object({
    token: linkToken,
    password: passwordText
      .optional()
      .describe(
        'needed where the answer is `password_required`: whoever set it must be the owner of the address',
      ),
  }),
  reply: done.extend({
    tokensAdded: z.int().min(0).describe('free tokens that have waited for this'),
    freeTokens,
  }),
  errors: ['link_expired', 'password_required', 'wrong_password'],
})
