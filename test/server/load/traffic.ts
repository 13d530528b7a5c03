import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { pseudoRandom } from '../reference.ts'
import { openConnection } from './connection.ts'
import { type Operation, makePerson } from './person.ts'
import type { LoadUser } from './users.ts'

export type Load = {
  users: LoadUser[]
  /** Of the processes that serve; each person stays at one. */
  origins: string[]
  seconds: number
  /** Between two doings of a person: from half of it to one and a half. */
  thinkMs: number
  pages: string[]
  assets: string[]
}

export type Outcome = {
  /** Milliseconds of each call, by operation. */
  times: Partial<Record<Operation, number[]>>
  errors: string[]
  /** How many of these each operation has. */
  failed: Partial<Record<Operation, number>>
  /** As they must be in the ledger. */
  users: LoadUser[]
  /** How late this process itself was, in milliseconds: no time can be told more exactly. */
  ownLag: { p50: number; p99: number; max: number }
}

/** Everybody at once, each at their own pace, one call after another over a connection of their own. */
export async function runLoad({ users, origins, seconds, thinkMs, pages, assets }: Load): Promise<Outcome> {
  const times: Outcome['times'] = {}
  const errors: string[] = []
  const failed: Outcome['failed'] = {}
  const lag = monitorEventLoopDelay({ resolution: 10 })
  lag.enable()
  const until = performance.now() + seconds * 1000

  await Promise.all(
    users.map(async (user, n) => {
      const numbers = pseudoRandom(Math.imul(n + 1, 0x9e3779b1) >>> 0)
      const random = () => numbers.next().value
      const connection = openConnection(origins[n % origins.length] ?? '')
      let current: Operation = 'me'
      const act = makePerson({
        user,
        connection,
        random,
        pages,
        assets,
        async timed(operation, call) {
          current = operation
          const answer = await call
          ;(times[operation] ??= []).push(answer.ms)
          return answer
        },
      })
      // Nobody begins at the same moment.
      for (
        let pause = random() * thinkMs;
        performance.now() + pause < until;
        pause = (0.5 + random()) * thinkMs
      ) {
        await delay(pause)
        try {
          await act()
        } catch (error) {
          errors.push(`${user.email}: ${String(error)}`)
          failed[current] = (failed[current] ?? 0) + 1
          // What is known of this person may be wrong from here on.
          break
        }
      }
      connection.close()
    }),
  )
  lag.disable()
  const inMs = (nanoseconds: number) => nanoseconds / 1e6
  const ownLag = { p50: inMs(lag.percentile(50)), p99: inMs(lag.percentile(99)), max: inMs(lag.max) }
  return { times, errors, failed, users, ownLag }
}
