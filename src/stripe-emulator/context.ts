import type { State } from './state.ts'

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
