import { plainRow } from './rows.ts'
import type { Deed } from './stage.ts'

type Told = Partial<Deed> & Pick<Deed, 'kind'>

const tell = (deeds: Told[]): Deed[] => deeds.map((deed) => ({ user: 0, browser: 0, n: 0, way: 6, ...deed }))

const rows = (count: number) => Array.from({ length: count }, (_, n) => plainRow(`${n + 1}.05`))

/** What a key is for, to its end; and what is too much. */
const keyed = tell([
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
  { kind: 'close' },
])

/** Money that comes, and goes back in every way. */
const paid = tell([
  { kind: 'signUp' },
  { kind: 'order' },
  { kind: 'comeBack' },
  { kind: 'decide' },
  { kind: 'comeBack' },
  { kind: 'comeBack' },
  { kind: 'comeBack', user: 1, way: 0 },
  { kind: 'giveMoneyBack', way: 0, n: 3 },
  { kind: 'message' },
  { kind: 'giveMoneyBack', way: 4, n: 5 },
  { kind: 'message' },
  { kind: 'giveMoneyBack', way: 6 },
  { kind: 'wait', n: 5 },
  { kind: 'order', n: 1 },
  { kind: 'wait', n: 4 },
  { kind: 'comeBack', n: 1 },
])

/** Links and sessions that a new password ends. */
const forgotten = tell([
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
  { kind: 'guess', browser: 2 },
  { kind: 'signOut' },
])

/** Included in every run, whatever is generated. */
export const STORIES: [Deed[]][] = [[keyed], [paid], [forgotten]]

/** What these alone are answered. */
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
