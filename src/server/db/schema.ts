import type { Kysely, Transaction as KyselyTransaction } from 'kysely'

/**
 * The tables as queries see them. Times are milliseconds since 1970; ids are UUIDs of version 7, which sort by time.
 * What may change a table stands in one module each: accounts, sessions, ledger, jobs, throttle, terms.
 */
export type Schema = {
  account: {
    id: string
    /** Normalised: trimmed, lower case, ASCII. */
    email: string
    /** PHC text of Argon2id. */
    password_hash: string
    /** Tokens; always the sum of the account's entries, never below 0. Changed by the ledger alone. */
    balance: number
    created_at: number
  }
  session: {
    /** SHA-256 of the cookie's token, so that a read of the store signs nobody in. */
    token_hash: string
    account_id: string
    created_at: number
    last_used_at: number
  }
  /** Append-only. */
  token_entry: {
    reason: 'signup' | 'conversion' | 'admin'
    /** What the tokens were given or taken for; unique within the reason, so that nothing is booked twice. */
    ref: string
    account_id: string
    delta: number
    balance_after: number
    note: string | null
    at: number
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
}

export type Db = Kysely<Schema>

/** For functions that must be atomic with their caller. */
export type Transaction = KyselyTransaction<Schema>
