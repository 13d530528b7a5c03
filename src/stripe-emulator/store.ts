import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionParams } from './api/session-params.ts'
import type { Charge, Dispute, Event, LineItem, PaymentIntent, Session } from './objects.ts'

/** A checkout session with everything that belongs to its payment. */
export type Checkout = {
  session: Session
  item: LineItem
  params: SessionParams
  /** Attempts so far: a form that was sent twice names the same attempt. */
  attempts: number
  intent?: PaymentIntent
  /** Of the latest attempt. */
  charge?: Charge
  /** `created` is in seconds, `amount` in cents. */
  refunds: { created: number; amount: number }[]
  disputes: Dispute[]
  /** How a delayed payment ends, and when by itself (ms). */
  settlement?: { at: number; how: 'paid' | 'failed' }
  eventIds: string[]
}

/** An event to be sent; `dueAt` is in milliseconds. */
export type Delivery = { eventId: string; attempts: number; dueAt: number; problem?: string }

/** The response to a request with an idempotency key; `at` is in milliseconds. */
export type StoredResponse = { fingerprint: string; body: object; at: number }

/** Everything that the emulator stores, by id; responses by idempotency key. */
export type State = {
  checkouts: Map<string, Checkout>
  events: Map<string, Event>
  deliveries: Map<string, Delivery>
  responses: Map<string, StoredResponse>
}

export const emptyState = (): State => ({
  checkouts: new Map(),
  events: new Map(),
  deliveries: new Map(),
  responses: new Map(),
})

/** `save` writes the state of this moment; it blocks for some milliseconds. */
export type Store = { state: State; save: () => void }

const VERSION = 2

/** Opens the state of a folder; without a folder the state ends with the process. */
export function openStore(dataDir: string | undefined): Store {
  if (dataDir === undefined) return { state: emptyState(), save: () => {} }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'test-payments.json')
  const state = readState(path, join(dataDir, 'test-payments.damaged.json'))
  return { state, save: () => writeState(path, state) }
}

/** A file that cannot be read, or of another version, is kept under the second name. */
function readState(path: string, damagedPath: string): State {
  try {
    const stored = JSON.parse(readFileSync(path, 'utf8')) as { version: number } & Record<keyof State, []>
    if (stored.version !== VERSION) throw new Error(`Version ${stored.version} is not read.`)
    const names = Object.keys(emptyState()) as (keyof State)[]
    return Object.fromEntries(names.map((name) => [name, new Map(stored[name])])) as State
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') renameSync(path, damagedPath)
    return emptyState()
  }
}

/** Writes to a second file and renames it, so that the file is complete at any time. */
function writeState(path: string, state: State): void {
  const asEntries = (_key: string, value: unknown) => (value instanceof Map ? [...value] : value)
  writeFileSync(`${path}.new`, JSON.stringify({ version: VERSION, ...state }, asEntries), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}
