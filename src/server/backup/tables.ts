import type { Schema } from '../db/schema.ts'

/**
 * What a backup has of each table, in the order in which rows can be inserted: what others belong to comes first.
 * What ends by itself soon, or was ended by somebody on purpose, must not come back with a restore: sessions, links, and
 * devices that an owner has forgotten. Counts of attempts are those of another day.
 */
const IS_BACKED_UP = {
  account: true,
  session: false,
  known_device: false,
  email_link: false,
  purchase: true,
  token_entry: true,
  job: true,
  job_chunk: true,
  bulk_key: true,
  throttle: false,
  terms_acceptance: true,
  support_message: true,
  outbox: true,
} as const satisfies Record<keyof Schema, boolean>

export type Table = keyof Schema

const isTable = (name: string): name is Table => Object.hasOwn(IS_BACKED_UP, name)

/** Every table of ours; what belongs to another comes after it. */
export const TABLES: readonly Table[] = Object.keys(IS_BACKED_UP).filter(isTable)

export const BACKED_UP_TABLES: readonly Table[] = TABLES.filter((table) => IS_BACKED_UP[table])

export const isBackedUp = (name: string): name is Table => isTable(name) && IS_BACKED_UP[name]
