import type { State } from './state.ts'
import { randomBytes } from 'node:crypto'

/** Milliseconds since 1970, UTC. */
export type Clock = () => number

/** What every payment needs to know of its surroundings. */
export type World = {
  state: State
  clock: Clock
  /** Where the provider's own pages are. */
  origin: () => string
}

/** Stripe counts in seconds. */
export const secondsOf = ({ clock }: Pick<World, 'clock'>): number => Math.floor(clock() / 1000)

/** What Stripe puts before the random part, by kind of object. */
export type Prefix =
  | 'cs_test_'
  | 'li_'
  | 'price_'
  | 'prod_'
  | 'pi_'
  | 'pm_'
  | 'ch_'
  | 'py_'
  | 'txn_'
  | 're_'
  | 'du_'
  | 'evt_'
  | 'req_'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ01234567'

/** Checkout sessions have the longest ones, of 66 characters in all. */
const LENGTH: Partial<Record<Prefix, number>> = { cs_test_: 58, req_: 14 }

export const newId = (prefix: Prefix): string => prefix + randomText(LENGTH[prefix] ?? 24)

export const randomText = (length: number): string =>
  Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
