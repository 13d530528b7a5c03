import { randomBytes } from 'node:crypto'

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
