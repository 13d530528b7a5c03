import { z } from 'zod'
import { storedApiKey } from './api-keys.ts'
import { fileState } from './stored-files.ts'
import { freeTokens, passwordText, session } from './auth.ts'
import { jobSource } from './conversions.ts'
import { purchase } from './payments.ts'
import { factors } from './second-factor.ts'
import { done, endpoint, time } from './endpoint.ts'

export const accountFacts = z.object({
  email: z.string(),
  createdAt: time,
  isVerified: z.boolean().describe('whether the email address is confirmed'),
  freeTokens,
})

/** With the numbers of what the lists of the account hold. */
export const countedAccount = accountFacts.extend({
  conversions: z.int().min(0).describe('saved conversions'),
  purchases: z.int().min(0).describe('purchases that are paid or being processed'),
  tokensOwed: z
    .int()
    .min(0)
    .describe('tokens of refunded or disputed purchases that were already used: the next pack pays them'),
  isDisputed: z
    .boolean()
    .describe('whether a payment is disputed: nothing can be bought until that is decided'),
})

export type CountedAccount = z.output<typeof countedAccount>

export const getAccount = endpoint({
  method: 'GET',
  path: '/api/account',
  access: 'user',
  summary: 'Get the account',
  reply: countedAccount,
  errors: [],
})

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/account',
  access: 'user',
  summary:
    'Delete the account at once and permanently, with everything in it except purchases, which are kept as documents',
  reply: done,
  errors: ['confirmation_required'],
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/account/password',
  access: 'user',
  summary: 'Change the password. Ends every other session',
  body: z.object({ currentPassword: passwordText, newPassword: passwordText }),
  reply: session,
  errors: ['wrong_password', 'invalid_password', 'common_password', 'confirmation_required'],
})

export const requestVerification = endpoint({
  method: 'POST',
  path: '/api/account/verification',
  access: 'user',
  summary: 'Request another email with the link that confirms the address',
  reply: done,
  errors: [],
})

/** A session of the account: its device and when it was last used (within a minute). */
export const accountSession = z.object({
  id: z.string(),
  device: z.string().describe('browser and system as the browser reported them; empty if it reported none'),
  createdAt: time,
  lastUsedAt: time,
  isCurrent: z.boolean(),
})

export type AccountSession = z.output<typeof accountSession>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/account/sessions',
  access: 'user',
  summary: 'List the active sessions, the last used first',
  reply: z.object({ sessions: z.array(accountSession) }),
  errors: [],
})

export const endSession = endpoint({
  method: 'POST',
  path: '/api/account/sessions/:id/end',
  access: 'user',
  summary: 'End another session of the account. Requires the password',
  params: z.object({ id: z.string().max(64) }),
  body: z.object({ password: passwordText }),
  reply: done,
  errors: ['wrong_password'],
})

export const endAllSessions = endpoint({
  method: 'POST',
  path: '/api/account/sessions/end',
  access: 'user',
  summary: 'End every session of the account, including this one. Requires the password',
  body: z.object({ password: passwordText }),
  reply: done,
  errors: ['wrong_password'],
})

/** A ledger entry as its owner sees it. */
export const tokenEntry = z.object({
  seq: z.int().min(1).describe('sequence number within the account, from 1, without gaps'),
  at: time,
  reason: z.enum(['signup', 'conversion', 'admin', 'purchase', 'refund', 'dispute', 'debt']),
  delta: z.int(),
  balanceAfter: z.int().min(0),
  note: z.string().nullable().describe('reason of a grant'),
  jobId: z.string().nullable().describe('job of a conversion, unless it was deleted'),
  filename: z.string().nullable().describe('file of a conversion, unless its job was deleted'),
  source: jobSource.nullable().describe('what the job of a conversion was sent for, where it was said'),
  plan: z.string().nullable().describe('pack of a purchase, of its reversal, or whose debt was paid'),
  uncovered: z
    .int()
    .min(0)
    .describe('tokens of a reversal that could not be deducted, because they were already used'),
})

export type TokenEntry = z.output<typeof tokenEntry>

export const listEntries = endpoint({
  method: 'GET',
  path: '/api/account/tokens',
  access: 'user',
  summary:
    'List the token history, newest first, up to 20 entries. For the next ones, set `before` to the `seq` of the last one',
  params: z.object({
    before: z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .optional(),
  }),
  reply: z.object({ entries: z.array(tokenEntry), total: z.int() }),
  errors: [],
})

/** Equal security events of one hour. */
export const securityEvent = z.object({
  event: z.string(),
  outcome: z.enum(['success', 'failure', 'refusal']),
  code: z.string().describe('error code; empty for a success'),
  network: z.string().describe('shortened address of the client'),
  times: z.int().min(1),
  firstAt: time,
  lastAt: time,
})

export type SecurityEvent = z.output<typeof securityEvent>

/** All personal data; `jobs` with their rows come last. */
export const downloadData = endpoint({
  method: 'GET',
  path: '/api/account/data',
  access: 'user',
  summary: 'Get all data stored about the user, as one JSON file',
  reply: z.object({
    exportedAt: time,
    account: accountFacts.extend({ tokens: z.int() }),
    sessions: z.array(accountSession),
    knownDevices: z.array(z.object({ usedAt: time })),
    secondFactors: factors,
    apiKeys: z.array(storedApiKey),
    securityEvents: z.array(securityEvent),
    waitingLetters: z.array(z.object({ kind: z.string(), at: time })),
    acceptedTerms: z.array(z.object({ version: z.string(), at: time })),
    messages: z.array(z.object({ at: time, name: z.string(), topic: z.string(), text: z.string() })),
    purchases: z.array(purchase),
    tokens: z.array(tokenEntry),
    files: z.array(fileState.extend({ webhook: z.string().nullable() })),
    jobs: z.array(z.object({ job: z.unknown(), rows: z.array(z.unknown()) })),
  }),
  errors: ['confirmation_required'],
})
