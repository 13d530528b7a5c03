import type { State } from './store.ts'

/** UTC milliseconds since 1970. */
export type Clock = () => number

/** What every operation of the emulator works on. */
export type Context = {
  state: State
  clock: Clock
  /** Base address of the API and of the hosted pages. */
  origin: string
}

/** The current time in seconds, as Stripe's objects have it. */
export const secondsOf = ({ clock }: Pick<Context, 'clock'>): number => Math.floor(clock() / 1000)
