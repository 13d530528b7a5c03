/** Acknowledged facts that decide the expected final state. */

/** A bulk conversion that a user has requested. `unsure`: the response was lost, so it may be done or not. */
export type Order = {
  /** Unique, so that the job is found by it. */
  filename: string
  count: number
  seed: number
  key: string | undefined
  state: 'done' | 'refused' | 'unsure'
  jobId: string | undefined
  /** Balance in the responses; all must agree. */
  newBalance: number | undefined
  deletion: 'none' | 'done' | 'unsure'
}

export type Payment = {
  sessionId: string
  /** Whether a page received the credited tokens. */
  isConfirmed: boolean
  /** Credited tokens, as reported by responses. */
  additions: number[]
}

export type Account = {
  email: string
  presence: 'there' | 'gone' | 'unsure'
  /** Possible current passwords; one of them is valid. */
  passwords: string[]
  /** Passwords replaced by an acknowledged change. */
  replaced: string[]
  /** Number of acknowledged password changes and resets: each causes an email. */
  changes: number
  linksAsked: number
  /** The stored value; undefined before it was read. */
  id: string | undefined
  granted: number
  /** Every balance that was returned. */
  balances: Set<number>
  orders: Order[]
  payments: Payment[]
  /** UTC ms until which a request without a response may still change the password or end sessions. */
  uncertainUntil: number
}

export const SIGNUP_TOKENS = 15
const UNCERTAIN_MS = 60_000

export const makeAccount = (email: string, password: string): Account => ({
  email,
  presence: 'unsure',
  passwords: [password],
  replaced: [],
  changes: 0,
  linksAsked: 0,
  id: undefined,
  granted: 0,
  balances: new Set(),
  orders: [],
  payments: [],
  uncertainUntil: 0,
})

/** Records an acknowledged password change: all former passwords are invalid. */
export function replacePassword(account: Account, password: string): void {
  account.replaced.push(...account.passwords)
  account.passwords = [password]
  account.changes += 1
}

export const markUncertain = (account: Account): void =>
  void (account.uncertainUntil = Date.now() + UNCERTAIN_MS)
export const isUncertain = (account: Account): boolean => Date.now() < account.uncertainUntil

export type Component = 'process 0' | 'process 1' | 'database' | 'mail' | 'provider'
export type Outage = { what: Component; from: number; to: number }

type OutcomeCounts = { done: number; refused: number; unsure: number }

export type Journal = {
  accounts: Account[]
  messages: { text: string; isSure: boolean }[]
  /** Sessions that were ended, with the cause. */
  endedSessions: { cookie: string; by: string }[]
  /** Sessions that must be valid at the end. */
  liveSessions: { cookie: string; email: string }[]
  calls: Map<string, OutcomeCounts>
  errorCodes: Map<string, number>
  faults: Map<string, number>
  /** Injected outages. */
  outages: Outage[]
  /** Differences between acknowledged and actual state. */
  differences: string[]
  count: (kind: string, outcome: keyof OutcomeCounts) => void
  countIn: (counts: Map<string, number>, name: string) => void
  addDifference: (what: string) => void
  /** Whether the component was down at any time in the interval (UTC ms). */
  wasDown: (what: Component, from: number, to: number) => boolean
}

const MAX_DIFFERENCES = 200

export function makeJournal(): Journal {
  const calls = new Map<string, OutcomeCounts>()
  const differences: string[] = []
  const outages: Outage[] = []
  return {
    accounts: [],
    messages: [],
    endedSessions: [],
    liveSessions: [],
    calls,
    errorCodes: new Map(),
    faults: new Map(),
    outages,
    differences,
    count(kind, outcome) {
      const outcomeCounts = calls.get(kind) ?? { done: 0, refused: 0, unsure: 0 }
      outcomeCounts[outcome] += 1
      calls.set(kind, outcomeCounts)
    },
    countIn: (counts, name) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    addDifference: (what) => void (differences.length < MAX_DIFFERENCES && differences.push(what)),
    wasDown: (what, from, to) =>
      outages.some((outage) => outage.what === what && outage.from <= to && outage.to >= from),
  }
}
