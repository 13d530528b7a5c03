import type { Schema } from '../db/schema.ts'

/**
 * Whether a backup contains each table, in the order of insertion: referenced tables come first. Sessions, email tokens and
 * known devices that have expired or were ended must not come back with a restore; rate limits would be outdated. Contents of files
 * are kept for 24 hours, and backups for longer.
 */
const IS_BACKED_UP = {
  key_fingerprint: true,
  account: true,
  free_token_grant: true,
  session: false,
  known_device: false,
  email_link: false,
  passkey: true,
  totp: true,
  recovery_code: true,
  api_key: true,
  auth_challenge: false,
  purchase: true,
  token_entry: true,
  ledger_link: true,
  job: true,
  job_chunk: true,
  bulk_key: true,
  file_conversion: true,
  file_chunk: false,
  webhook_delivery: false,
  security_event: true,
  throttle: false,
  terms_acceptance: true,
  support_message: true,
  outbox: true,
} as const satisfies Record<keyof Schema, boolean>

export type Table = keyof Schema

const isTable = (name: string): name is Table => Object.hasOwn(IS_BACKED_UP, name)

/** All tables; referenced ones come first. */
export const TABLES: readonly Table[] = Object.keys(IS_BACKED_UP).filter(isTable)

export const BACKED_UP_TABLES: readonly Table[] = TABLES.filter((table) => IS_BACKED_UP[table])

export const isBackedUp = (name: string): name is Table => isTable(name) && IS_BACKED_UP[name]
