import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { me } from '#api/auth.ts'
import type { BulkReply } from '#api/conversions.ts'
import { Client } from './client.ts'
import { makeRows, pseudoRandom } from './reference.ts'

const PAUSE_AT_MOST_MS = 200

export type LoadOutcome = {
  requests: number
  /** Requests that failed, with what they got. */
  failures: string[]
  /** Replies of bulk conversions by their keys. */
  acknowledged: Map<string, BulkReply>
}

export type SteadyLoad = { requestsSoFar: () => number; stop: () => Promise<LoadOutcome> }

/** Users with keep-alive connections who read pages, convert and sign in, sequentially. */
export async function startSteadyLoad(origin: string, emails: string[]): Promise<SteadyLoad> {
  const outcome: LoadOutcome = { requests: 0, failures: [], acknowledged: new Map() }
  const stopping = new AbortController()
  const people = emails.map((email) => ({ email, client: new Client(origin) }))
  for (const { email, client } of people) await client.login(email)
  const ended = people.map((person, n) => keepAsking(person, n))

  async function keepAsking({ email, client }: { email: string; client: Client }, n: number): Promise<void> {
    const random = pseudoRandom(n + 1)
    while (!stopping.signal.aborted) {
      const [title, ask] = choose(client, email, random.next().value)
      outcome.requests++
      try {
        const { status, text } = await ask()
        if (status !== 200) outcome.failures.push(`${title}: ${status} ${text.slice(0, 200)}`)
      } catch (error) {
        outcome.failures.push(`${title}: ${describe(error)}`)
      }
      await delay(random.next().value * PAUSE_AT_MOST_MS)
    }
  }

  function choose(client: Client, email: string, chance: number): [string, () => Promise<Answered>] {
    if (chance < 0.4) return ['GET me', () => client.call(me)]
    if (chance < 0.6) return ['GET page', () => page(origin)]
    if (chance < 0.97) return ['POST bulk', () => bulk(client, chance)]
    return ['POST login', () => client.login(email)]
  }

  async function bulk(client: Client, chance: number): Promise<Answered> {
    const key = randomUUID()
    const answer = await client.bulk(makeRows(1 + Math.floor(chance * 40), chance), { key })
    if (answer.status === 200) outcome.acknowledged.set(key, answer.reply)
    return answer
  }

  return {
    requestsSoFar: () => outcome.requests,
    async stop() {
      stopping.abort()
      await Promise.all(ended)
      return outcome
    },
  }
}

type Answered = { status: number; text: string }

async function page(origin: string): Promise<Answered> {
  const response = await fetch(`${origin}/en/converter`)
  return { status: response.status, text: await response.text() }
}

const describe = (error: unknown): string =>
  error instanceof Error
    ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`
    : String(error)
