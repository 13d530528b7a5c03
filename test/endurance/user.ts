import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Endpoint, ReplyOf } from '#api/endpoint.ts'
import { Client } from '../server/client.ts'
import { pseudoRandom } from '../server/reference.ts'
import { type Input, type Outcome, send } from './outcome.ts'
import { type Account, type Journal, isUncertain, makeAccount, markUncertain } from './journal.ts'
import type { Site } from './site.ts'

/** Share of requests that the user aborts. */
const CUT_SHARE = 0.04
const CUT_WITHIN_MS = 80
const UP_WITHIN_MS = 60_000

/** A simulated user with a client, and everything that responses have acknowledged. */
export class SimulatedUser {
  readonly site: Site
  readonly journal: Journal
  readonly client = new Client('')
  account: Account
  /** The last password that was accepted. */
  password: string
  signedIn: 'yes' | 'no' | 'unsure' = 'no'
  /** Whether no pending request can end the session. */
  isSessionSure = false
  readonly #random: Generator<number, never>

  constructor(site: Site, journal: Journal, seed: number) {
    this.site = site
    this.journal = journal
    this.#random = pseudoRandom(seed)
    // Consecutive seeds start with similar values.
    for (let n = 0; n < 5; n++) this.#random.next()
    this.password = this.newPassword()
    this.account = makeAccount(newEmail(), this.password)
  }

  below = (end: number): number => Math.floor(this.#random.next().value * end)
  chance = (share: number): boolean => this.#random.next().value < share
  pick = <T>(values: readonly T[]): T | undefined => values[this.below(values.length)]

  newPassword = (): string => `${randomUUID()} is long enough`

  /** Switches to a new account: the former one is deleted, or its existence is unknown. */
  startNewAccount(): void {
    this.password = this.newPassword()
    this.account = makeAccount(newEmail(), this.password)
    this.client.cookie = undefined
    this.client.device = undefined
    this.signedIn = 'no'
  }

  /** Sends a request from a random address to a running process. Retries while no process accepts connections. */
  async call<E extends Endpoint>(kind: string, endpoint: E, input: Input = {}): Promise<Outcome<ReplyOf<E>>> {
    const { client, journal } = this
    const headers = {
      ...input.headers,
      'x-forwarded-for': `10.${this.below(250)}.${this.below(250)}.${this.below(250)}`,
    }
    const isCut = this.chance(CUT_SHARE)
    const cutAfterMs = this.below(CUT_WITHIN_MS)
    const until = Date.now() + UP_WITHIN_MS
    for (;;) {
      client.origin = await this.#findOrigin()
      const cut = isCut ? AbortSignal.timeout(cutAfterMs) : undefined
      const outcome = await send({ client, journal, kind, cut }, endpoint, { ...input, headers })
      if (outcome === undefined) {
        if (Date.now() > until)
          throw new Error(`No process has accepted connections for ${UP_WITHIN_MS / 1000} s.`)
        continue
      }
      if (outcome.is === 'refused' && outcome.code === 'not_authenticated') this.#noteSignedOut(kind)
      return outcome
    }
  }

  async #findOrigin(): Promise<string> {
    const until = Date.now() + UP_WITHIN_MS
    for (;;) {
      this.site.signal.throwIfAborted()
      const supervised = this.pick(this.site.processes.filter(({ isUp }) => isUp))
      if (supervised !== undefined) return supervised.origin
      if (Date.now() > until) throw new Error(`No server has listened for ${UP_WITHIN_MS / 1000} s.`)
      await delay(50)
    }
  }

  #noteSignedOut(kind: string): void {
    if (this.signedIn === 'yes' && this.isSessionSure)
      this.journal.addDifference(`${kind}: the session of ${this.account.email} has ended without a cause`)
    this.signedIn = 'no'
  }

  /** Records a new session, and the end of the former one. */
  noteSignedIn(former: string | undefined): void {
    this.noteEndedSession(former, 'a new sign-in')
    this.signedIn = 'yes'
    this.isSessionSure = !isUncertain(this.account)
  }

  noteEndedSession(cookie: string | undefined, by: string): void {
    if (cookie !== undefined && cookie !== this.client.cookie)
      this.journal.endedSessions.push({ cookie, by: `${by} of ${this.account.email}` })
  }

  /** Records a lost response to a request that may change the session. */
  noteUnsure(): void {
    this.signedIn = 'unsure'
    markUncertain(this.account)
  }
}

const newEmail = (): string => `${randomUUID()}@example.bg`
