import type { Kysely, Transaction as KyselyTransaction } from 'kysely'
import type { Lang } from '#i18n/language.ts'

/**
 * The tables as queries see them. Times are milliseconds since 1970; ids are UUIDs of version 7, which sort by time.
 * What may change a table stands in one module each: accounts, sessions, known devices, links, ledger, purchases, jobs,
 * throttle, terms, outbox, messages.
 */
export type Schema = {
  account: {
    id: string
    /** Normalised: trimmed, lower case, ASCII. Who somebody is. */
    email: string
    /** Where letters go: as it was typed, but for the case of its domain. */
    address: string
    /** When the person showed that letters reach them; null before. */
    verified_at: number | null
    /** PHC text of Argon2id. */
    password_hash: string
    /** Tokens; always the sum of the account's entries, never below 0. Changed by the ledger alone. */
    balance: number
    /** How many entries the ledger has of the account: the number of the last one. */
    entries: number
    created_at: number
  }
  session: {
    /** SHA-256 of the cookie's token, so that a read of the store signs nobody in. */
    token_hash: string
    account_id: string
    /** Browser and system, as the browser named them: `Chrome · Windows`. */
    device: string
    created_at: number
    last_used_at: number
  }
  /** Browsers in which the owner has signed in: guesses of others do not keep them out. */
  known_device: { token_hash: string; account_id: string; used_at: number }
  /** Links of letters that were sent, by the SHA-256 of their token. */
  email_link: { token_hash: string; account_id: string; purpose: 'reset' | 'verify'; expires_at: number }
  /** Append-only. */
  token_entry: {
    reason: 'signup' | 'conversion' | 'admin' | 'purchase' | 'refund' | 'dispute'
    /** What the tokens were given or taken for; unique within the reason, so that nothing is booked twice. */
    ref: string
    account_id: string
    /** The place of the entry among those of its account, from 1, without gaps. */
    seq: number
    /** Above 0 what was given, below 0 what was taken; 0 of a refund that found nothing left to take. */
    delta: number
    balance_after: number
    /** Tokens that were to be taken back, and were used already. */
    uncovered: number
    note: string | null
    purchase_id: string | null
    at: number
  }
  /** Orders of packs. Kept without their account when that is deleted, as documents of purchases must be. */
  purchase: {
    id: string
    account_id: string | null
    plan: string
    tokens: number
    price_cents: number
    /** Where the buyer came from, and comes back to. */
    site: string
    lang: Lang
    status: PurchaseStatus
    /** The payment provider's; null until it is there. */
    session_id: string | null
    created_at: number
    credited_at: number | null
    receipt_url: string | null
    /** What went back to the buyer, and what the buyer's bank has claimed back. */
    refunded_cents: number
    disputed_cents: number
    /** Tokens to be taken back for that, and how many of them were used already. */
    reversed_tokens: number
    uncovered_tokens: number
    /** What the operator has to look at. */
    problem: PurchaseProblem | null
    /** Grows with every change: whoever changes it knows that nobody did so meanwhile. */
    version: number
    /** When the provider is asked again, by itself; null when there is nothing more to expect. */
    look_at: number | null
  }
  job: {
    id: string
    account_id: string
    filename: string | null
    total_rows: number
    valid_rows: number
    invalid_rows: number
    empty_rows: number
    token_cost: number
    created_at: number
  }
  /** Rows of a job, a thousand to a chunk: JSON array, zstd. */
  job_chunk: { job_id: string; seq: number; rows: Uint8Array }
  /** Which job answered an Idempotency-Key. Outlives the job: a deleted job must not be charged again. */
  bulk_key: { account_id: string; key: string; body_hash: string; job_id: string; at: number }
  throttle: { key: string; hits: number; resets_at: number }
  terms_acceptance: { account_id: string; version: string; at: number }
  support_message: {
    id: string
    name: string
    email: string
    topic: string
    text: string
    lang: Lang
    at: number
    /** Null of a stranger, and of an account that was deleted since. */
    account_id: string | null
  }
  /** Letters that are not sent yet; a sent one leaves. */
  outbox: {
    id: string
    kind: EmailKind
    lang: Lang
    /** To whom; of `reset` what was typed, with or without an account. */
    email: string
    account_id: string | null
    message_id: string | null
    purchase_id: string | null
    created_at: number
    attempts: number
    /** When it is tried next, also while it is being sent; null when it was given up. */
    due_at: number | null
    /** Why the last attempt failed. */
    problem: string | null
  }
}

export type EmailKind = 'verify' | 'reset' | 'taken' | 'password' | 'deleted' | 'support' | 'purchase'

/**
 * `open`: can be paid. `processing`: the buyer has done their part, and the money is on its way. `credited`: paid, and the
 * tokens given. `expired`: ended without payment. `refused`: paid otherwise than ordered, and no tokens given.
 */
export type PurchaseStatus = 'open' | 'processing' | 'credited' | 'expired' | 'refused'

/** What is wrong with a payment: its amount, its currency, nobody to give tokens to; or the provider knows nothing of it. */
export type PurchaseProblem = 'amount' | 'currency' | 'account' | 'unknown'

export type Db = Kysely<Schema>

/** For functions that must be atomic with their caller. */
export type Transaction = KyselyTransaction<Schema>
