import type { Kysely, Transaction as KyselyTransaction } from 'kysely'
import type { JobPart, JobSource } from '#api/conversions.ts'
import type { Lang } from '#i18n/language.ts'

/**
 * The tables as queries see them. Times are milliseconds since 1970, UTC; ids are UUIDs of version 7, which sort by time.
 * Each table is written by one module, except `account` (`auth/accounts.ts`, `tokens/ledger.ts`, `account/delete-account.ts`);
 * `backup/restore.ts` fills those of a backup. Deleting an account or a job deletes or changes rows by foreign keys.
 */
export type Schema = {
  account: {
    id: string
    /** Normalised: trimmed, lower case, ASCII. The key of the account. */
    email: string
    /** Where emails are sent: as typed, with the domain in lower case. */
    address: string
    /** When the address was confirmed; null before. */
    verified_at: number | null
    /** PHC string of Argon2id. */
    password_hash: string
    /** Tokens: the sum of the account's ledger entries, never below 0. Only the ledger changes it. */
    balance: number
    /** Number of ledger entries, which is the `seq` of the last one. */
    entries: number
    /** Null once they are given. `pending`: until the address is confirmed. `refused`: the address has had them before. */
    free_tokens: 'pending' | 'refused' | null
    created_at: number
  }
  /** The secret key that the database is used with: one row with its keyed hash, once a process has used one. */
  key_fingerprint: { id: number; fingerprint: string }
  /**
   * Mailboxes that have received free tokens, by a keyed hash; while the account exists `kept_until` is null. `confirmed` is 1
   * where an account had confirmed the address: else anybody can have received them.
   */
  free_token_grant: { address_hash: string; kept_until: number | null; confirmed: number }
  session: {
    /** SHA-256 of the cookie's token: the table alone does not let anyone sign in. */
    token_hash: string
    account_id: string
    /** Browser and system from the User-Agent: `Chrome · Windows`. */
    device: string
    created_at: number
    last_used_at: number
    /** When the user last proved who they are, with every factor that the account has; null where they have not. */
    confirmed_at: number | null
  }
  /** Browsers in which the user has signed in. They have a login limit of their own. */
  known_device: {
    token_hash: string
    account_id: string
    used_at: number
    /** 1 where a second factor was passed too: it is not asked again on this device. */
    passed_second_factor: number
  }
  /** One-time links sent by email, by the SHA-256 of their token. */
  email_link: { token_hash: string; account_id: string; purpose: 'reset' | 'verify'; expires_at: number }
  passkey: {
    /** Credential id, base64url. */
    id: string
    account_id: string
    /** COSE key, base64url. */
    public_key: string
    /** Signatures so far, by the authenticator; 0 where it does not count. */
    counter: number
    name: string
    created_at: number
    used_at: number | null
  }
  /** Authenticator apps: time-based codes (RFC 6238). */
  totp: {
    account_id: string
    /** Encrypted (`secret-key.ts`); null until a first code has confirmed it. */
    secret: string | null
    /** That of a set-up which is not confirmed yet. */
    pending_secret: string | null
    /** Time step of the last code that was accepted: each code is valid once. */
    last_step: number
    created_at: number
    /** Since a second factor was last passed: see `MAX_WRONG_CODES`. */
    wrong_codes: number
  }
  /** One-time codes in place of a second factor, by their SHA-256. */
  recovery_code: { code_hash: string; account_id: string }
  /** Keys with which programs use the API in place of a session. */
  api_key: {
    id: string
    account_id: string
    /** SHA-256 of the key, so that a copy of the table contains no usable key. */
    key_hash: string
    /** The first characters of the key, by which its owner knows it. */
    prefix: string
    name: string
    /** Of `API_KEY_SCOPES`, separated by spaces. */
    scopes: string
    requests_per_minute: number
    /** Most tokens of a day; null for no cap. */
    tokens_per_day: number | null
    /** The last day (UTC, since 1970) on which a capped key has spent tokens, and how many. */
    spent_day: number
    spent_tokens: number
    created_at: number
    last_used_at: number | null
    /** When its owner has revoked it; null while it is in use. */
    revoked_at: number | null
  }
  /** Challenges for passkeys, begun sign-ins and emailed codes, by their hash. Each is valid once. */
  auth_challenge: {
    hash: string
    purpose: 'passkey' | 'new-passkey' | 'second-factor' | 'device-code'
    account_id: string | null
    expires_at: number
  }
  /** Append-only, except for the position, which is set once. */
  token_entry: {
    /** `debt`: what a refund or dispute could not take, taken from a later pack. */
    reason: 'signup' | 'conversion' | 'admin' | 'purchase' | 'refund' | 'dispute' | 'debt'
    /** Id of the cause; unique per reason, so that nothing is posted twice. */
    ref: string
    account_id: string
    /** Number of the entry within its account, from 1, without gaps. */
    seq: number
    /** Tokens added (positive) or removed (negative); 0 for a reversal that found an empty balance. */
    delta: number
    balance_after: number
    /** Tokens that a reversal could not remove, because they were spent already. */
    uncovered: number
    note: string | null
    purchase_id: string | null
    at: number
    /** Hex SHA-256 of all fields above; null where an earlier version posted the entry. */
    digest: string | null
    /** Place in the chain; null until it is chained. */
    position: number | null
  }
  /**
   * The hash chain over all entries (`tokens/chain.ts`), from position 1 without gaps. A link of a deleted account stays:
   * it contains hashes only, none of which identifies the account.
   */
  ledger_link: {
    position: number
    /** Part of a hash of the account's id. */
    account_tag: string
    /** That of the entry. */
    digest: string
    /** Hex SHA-256 of the hash before, the tag, the digest and `late`. */
    hash: string
    /** 1 when the entry had no digest until it was chained: an earlier version posted it. */
    late: number
    /** When the entry was chained. */
    at: number
  }
  /** Purchases of token packs. Accounting law: they stay, without account, when the account is deleted. */
  purchase: {
    id: string
    account_id: string | null
    plan: string
    tokens: number
    price_cents: number
    /** Origin of the site to return to after payment. */
    site: string
    lang: Lang
    status: PurchaseStatus
    /** Checkout session of the payment provider; null until it is created. */
    session_id: string | null
    created_at: number
    credited_at: number | null
    /** When it was paid, by the provider; null before, and in purchases of earlier versions. */
    paid_at: number | null
    receipt_url: string | null
    /** Refunds to the buyer, and chargebacks of the buyer's bank. */
    refunded_cents: number
    disputed_cents: number
    /** Of the disputed: what was decided against us. The rest is in open disputes. */
    lost_cents: number
    /** Tokens to be removed for these, and how many of them were spent already: the debt, which a later pack pays. */
    reversed_tokens: number
    uncovered_tokens: number
    /** What needs the operator's attention. */
    problem: PurchaseProblem | null
    /** Optimistic lock: incremented by every update. */
    version: number
    /** Next check at the payment provider; null when no change is expected. */
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
    /** Sums of the amounts, in minor units; null where an earlier version stored the job. */
    total_national: number | null
    total_euro: number | null
    /** What the rows were converted for; null where it was not sent, and where an earlier version stored the job. */
    source: JobSource | null
    /** Which part of a file the rows are; null for a whole one, and where an earlier version stored the job. */
    part: JobPart | null
  }
  /** Rows of a job, 1000 per chunk: a JSON array compressed with zstd. */
  job_chunk: { job_id: string; seq: number; rows: Uint8Array }
  /** Job of each Idempotency-Key; a call without one has `job:` and the id of the job. Outlives the job: repeating the call of a deleted job must not charge again. */
  bulk_key: { account_id: string; key: string; body_hash: string; job_id: string; at: number }
  /** Files that programs have sent, to be converted or checked in the background. */
  file_conversion: {
    id: string
    account_id: string
    /** The key of the request, which may have been revoked or deleted since; null for one of a session. */
    api_key_id: string | null
    kind: 'convert' | 'check'
    state: 'waiting' | 'running' | 'done' | 'failed'
    filename: string
    /** Language of the request: that of the notice of its completion. */
    lang: Lang
    /** Of the body, which is stored as it came. */
    content_type: string
    /** The query of the request, as JSON. */
    choices: string
    idempotency_key: string | null
    request_hash: string
    rows: number
    /** Bytes of its chunks; 0 once they are deleted. */
    stored_bytes: number
    /** Since it was stored or last given back. */
    attempts: number
    /** When it is taken next, also while it is being converted (the end of the lease); null when it is completed. */
    due_at: number | null
    /** 1 from just before it is charged: it cannot be cancelled any more. */
    charging: number
    job_id: string | null
    /** Tokens that were charged. */
    tokens: number
    result_name: string | null
    result_type: string | null
    result_bytes: number
    /** Codes of warnings, as JSON. */
    warnings: string
    /** Why it failed, as JSON. */
    error: string | null
    /** Where its completion is announced; null afterwards. */
    webhook: string | null
    created_at: number
    completed_at: number | null
    /** When its chunks are deleted, or were; null until it is completed, unless its owner has deleted them before. */
    delete_at: number | null
  }
  /** Contents of those files, 256 kB per chunk. */
  file_chunk: { file_id: string; part: 'input' | 'result'; position: number; bytes: Uint8Array }
  /** Notices of completion to be sent. A row is deleted once its notice is accepted. */
  webhook_delivery: {
    id: string
    file_id: string
    /** The key that signs it. */
    api_key_id: string
    url: string
    created_at: number
    attempts: number
    /** Next attempt, also while one is under way; null when it has failed permanently. */
    due_at: number | null
    /** Why the last attempt failed. */
    problem: string | null
  }
  /** Security events, equal ones of an hour as one row. No addresses: accounts and networks are pseudonymous. */
  security_event: {
    /** Its beginning. */
    hour: number
    event: string
    outcome: 'success' | 'failure' | 'refusal'
    /** Error code of the response; empty for a success. */
    code: string
    /** Keyed hash of the account's id; empty where none is known. */
    account: string
    /** IPv4 /24 or IPv6 /48; empty for the command line. */
    network: string
    times: number
    first_at: number
    last_at: number
  }
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
    /** Null when sent signed out, and after the account is deleted. */
    account_id: string | null
  }
  /** Emails to be sent. A row is deleted once its email is sent. */
  outbox: {
    id: string
    kind: EmailKind
    lang: Lang
    /** Recipient. For `reset` the normalised address as requested, with or without an account. */
    email: string
    account_id: string | null
    message_id: string | null
    purchase_id: string | null
    /** Variable part of the email's text: the name of a device, or the change that is reported. */
    detail: string | null
    /** Number of the account's ledger entry that it is about. */
    entry_seq: number | null
    created_at: number
    attempts: number
    /** Next attempt, also while one is under way; null when it has failed permanently. */
    due_at: number | null
    /** Why the last attempt failed. */
    problem: string | null
  }
}

export type EmailKind =
  | 'verify'
  | 'reset'
  | 'taken'
  | 'password'
  | 'deleted'
  | 'support'
  | 'purchase'
  | 'new-device'
  | 'failed-sign-ins'
  | 'failed-codes'
  | 'second-factor'
  | 'device-code'
  /** An API key was created. */
  | 'api-key'
  /** Tokens were taken or given back. */
  | 'refund'
  | 'dispute'

/**
 * `open`: can be paid. `processing`: confirmed by the buyer, payment not complete. `credited`: paid, tokens granted.
 * `expired`: ended without payment. `refused`: the payment does not match the purchase, no tokens granted.
 */
export type PurchaseStatus = 'open' | 'processing' | 'credited' | 'expired' | 'refused'

/**
 * Wrong amount, wrong currency, a session that is not as ordered in another field, deleted account, or a checkout session
 * that the provider does not know.
 */
export type PurchaseProblem = 'amount' | 'currency' | 'session' | 'account' | 'unknown'

export type Db = Kysely<Schema>

/** Parameter of functions that must be atomic with their caller. */
export type Transaction = KyselyTransaction<Schema>
