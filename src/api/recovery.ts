import { z } from 'zod'
import { emailText, passwordText } from './auth.ts'
import { done, endpoint } from './endpoint.ts'

/** The secret of a mailed link; what is no token of ours is a link that has expired. */
const linkToken = z.string().max(256)

export const requestReset = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'anyone',
  summary:
    'Ask for a letter with a link to set a new password. Answered alike, whether there is an account or not',
  body: z.object({ email: emailText }),
  reply: done,
  refusals: ['invalid_email'],
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'anyone',
  summary: 'Set a new password with the token of a mailed link, once. Ends every session of the account',
  body: z.object({ token: linkToken, password: passwordText }),
  reply: done,
  refusals: ['link_expired', 'invalid_password', 'common_password'],
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  access: 'anyone',
  summary: 'Confirm that letters reach the person, with the token of a mailed link',
  body: z.object({ token: linkToken }),
  reply: done,
  refusals: ['link_expired'],
})
