/** What people were told, as far as it decides what must be there afterwards. */

/** `unsure`: the answer was lost, so that it may have been done or not. */
export type Order = {
  /** Of this order alone: its job is found by it. */
  filename: string
  count: number
  seed: number
  key: string | undefined
  state: 'done' | 'refused' | 'unsure'
  jobId: string | undefined
  deletion: 'none' | 'done' | 'unsure'
}

export type Payment = {
  sessionId: string
  /** Whether a page was told that its tokens are there. */
  isConfirmed: boolean
}

export type Account = {
  email: string
  presence: 'there' | 'gone' | 'unsure'
  /** One of them is the password. */
  passwords: string[]
  granted: number
  orders: Order[]
  payments: Payment[]
  hasAcceptedTerms: boolean
  /** Until then a call whose answer was lost may still change the password, and end sessions. */
  shakenUntil: number
}

export const SIGNUP_TOKENS = 15
const SHAKEN_MS = 60_000

export const makeAccount = (email: string, password: string): Account => ({
  email,
  presence: 'unsure',
  passwords: [password],
  granted: 0,
  orders: [],
  payments: [],
  hasAcceptedTerms: false,
  shakenUntil: 0,
})

export const shake = (account: Account): void => void (account.shakenUntil = Date.now() + SHAKEN_MS)
export const isShaken = (account: Account): boolean => Date.now() < account.shakenUntil

type Tally = { done: number; refused: number; unsure: number }

export type Journal = {
  accounts: Account[]
  messages: { text: string; isSure: boolean }[]
  /** Sessions that were ended, by whose word. */
  endedSessions: { cookie: string; by: string }[]
  /** Sessions that nothing has ended. */
  liveSessions: { cookie: string; email: string }[]
  calls: Map<string, Tally>
  refusals: Map<string, number>
  faults: Map<string, number>
  /** What ought not to be, in words. */
  differences: string[]
  /** Requests that were answered as failed, to find them in the log. */
  failedRequests: Set<string>
  count: (kind: string, outcome: keyof Tally) => void
  countIn: (counts: Map<string, number>, name: string) => void
  differs: (what: string) => void
}

const MAX_DIFFERENCES = 200

export function makeJournal(): Journal {
  const calls = new Map<string, Tally>()
  const differences: string[] = []
  return {
    accounts: [],
    messages: [],
    endedSessions: [],
    liveSessions: [],
    calls,
    refusals: new Map(),
    faults: new Map(),
    differences,
    failedRequests: new Set(),
    count(kind, outcome) {
      const tally = calls.get(kind) ?? { done: 0, refused: 0, unsure: 0 }
      tally[outcome] += 1
      calls.set(kind, tally)
    },
    countIn: (counts, name) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    differs: (what) => void (differences.length < MAX_DIFFERENCES && differences.push(what)),
  }
}
