import { plainRow } from './rows.ts'
import type { Command } from './system.ts'

type PartialCommand = Partial<Command> & Pick<Command, 'kind'>

const sequence = (commands: PartialCommand[]): Command[] =>
  commands.map((command) => ({ user: 0, browser: 0, n: 0, way: 6, ...command }))

const rows = (count: number) => Array.from({ length: count }, (_, n) => plainRow(`${n + 1}.05`))

/** Conversion keys: first use, repetition, conflict, and a deleted job; and an exceeded limit. */
const keyed = sequence([
  { kind: 'signUp' },
  { kind: 'convert', way: 5, rows: rows(3) },
  { kind: 'convert', way: 6, rows: [] },
  { kind: 'convert', way: 7, rows: rows(4) },
  { kind: 'openJob', way: 0 },
  { kind: 'removeJob', way: 0 },
  { kind: 'convert', way: 6, rows: [] },
  { kind: 'openJobs' },
  { kind: 'convert', way: 0, rows: rows(12) },
  { kind: 'convert', way: 0, rows: rows(1) },
  { kind: 'order' },
  { kind: 'removeAccount' },
])

/** A payment with partial refunds, a dispute and its end. */
const paid = sequence([
  { kind: 'signUp' },
  { kind: 'order' },
  { kind: 'finalizePurchase' },
  { kind: 'endCheckout' },
  { kind: 'finalizePurchase' },
  { kind: 'finalizePurchase' },
  { kind: 'finalizePurchase', user: 1, way: 0 },
  { kind: 'refund', way: 0, n: 3 },
  { kind: 'deliverEvent' },
  { kind: 'refund', way: 4, n: 5 },
  { kind: 'deliverEvent' },
  { kind: 'refund', way: 6 },
  { kind: 'wait', n: 5 },
  { kind: 'order', n: 1 },
  { kind: 'wait', n: 4 },
  { kind: 'finalizePurchase', n: 1 },
])

/** Links and sessions that a new password invalidates. */
const forgotten = sequence([
  { kind: 'signUp' },
  { kind: 'signIn', browser: 1, way: 0 },
  { kind: 'forgetPassword' },
  { kind: 'forgetPassword' },
  { kind: 'useLink', way: 4 },
  { kind: 'useLink', way: 8 },
  { kind: 'openJobs', browser: 1 },
  { kind: 'signIn', way: 0 },
  { kind: 'signIn', browser: 1, way: 0 },
  { kind: 'forgetPassword' },
  { kind: 'newPassword', n: 1 },
  { kind: 'useLink', way: 8 },
  { kind: 'openJobs', browser: 1 },
  { kind: 'guessPassword', browser: 2 },
  { kind: 'signOut' },
])

/** Run in addition to the generated sequences. */
export const SEQUENCES: [Command[]][] = [[keyed], [paid], [forgotten]]

/** Responses that only these sequences are sure to cause. */
export const ANSWERED = [
  '200',
  '202',
  'checkout_expired',
  'idempotency_conflict',
  'invalid_credentials',
  'job_deleted',
  'link_expired',
  'not_authenticated',
  'not_enough_tokens',
  'not_found',
  'too_many_requests',
]
