import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { pseudoRandom } from '../reference.ts'
import { openConnection } from './connection.ts'
import { type Operation, WrongAnswerError, makeSimulatedUser } from './person.ts'
import type { LoadUser } from './users.ts'

export type Load = {
  users: LoadUser[]
  /** Origins of the server processes; each user stays at one. */
  origins: string[]
  seconds: number
  /** Mean time between two actions; uniform from half to one and a half of it. */
  thinkMs: number
  pages: string[]
  assets: string[]
}

export type Outcome = {
  /** Milliseconds of each call, by operation. */
  times: Partial<Record<Operation, number[]>>
  errors: string[]
  /** Number of failures, by operation. */
  failed: Partial<Record<Operation, number>>
  /** Number of failures, by error code or other reason. */
  codes: Record<string, number>
  /** Actions of the user with the fewest. */
  fewest: number
  /** With the balances that the ledger must have. */
  users: LoadUser[]
  /** Event loop delay of this process in milliseconds: the resolution of all times. */
  ownLag: { p50: number; p95: number; p99: number; max: number }
}

/** Minimum of actions of every user, however short the run. */
const MIN_ACTIONS = 2

/** All users at once, each at its own pace, sequentially over its own connection. */
export async function runLoad({ users, origins, seconds, thinkMs, pages, assets }: Load): Promise<Outcome> {
  const times: Outcome['times'] = {}
  const errors: string[] = []
  const failed: Outcome['failed'] = {}
  const codes: Outcome['codes'] = {}
  let fewest = Infinity
  const lag = monitorEventLoopDelay({ resolution: 10 })
  lag.enable()
  const until = performance.now() + seconds * 1000

  await Promise.all(
    users.map(async (user, n) => {
      const numbers = pseudoRandom(Math.imul(n + 1, 0x9e3779b1) >>> 0)
      const random = () => numbers.next().value
      // Users are not all of one network, which has limits of its own.
      const address = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`
      const connection = openConnection(origins[n % origins.length] ?? '', address)
      let current: Operation = 'me'
      const act = makeSimulatedUser({
        place: n,
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
      // Staggered starts, and every user acts at least once.
      let pause = random() * thinkMs
      let done = 0
      while (done < MIN_ACTIONS || performance.now() + pause < until) {
        await delay(pause)
        pause = (0.5 + random()) * thinkMs
        try {
          await act()
          done += 1
        } catch (error) {
          errors.push(`${user.email}: ${String(error)}`)
          failed[current] = (failed[current] ?? 0) + 1
          const code = codeOf(error)
          codes[code] = (codes[code] ?? 0) + 1
          // The expected state of this user may be wrong from here on.
          break
        }
      }
      fewest = Math.min(fewest, done)
      connection.close()
    }),
  )
  lag.disable()
  const inMs = (nanoseconds: number) => nanoseconds / 1e6
  const ownLag = {
    p50: inMs(lag.percentile(50)),
    p95: inMs(lag.percentile(95)),
    p99: inMs(lag.percentile(99)),
    max: inMs(lag.max),
  }
  return { times, errors, failed, codes, fewest, users, ownLag }
}

function codeOf(error: unknown): string {
  if (error instanceof WrongAnswerError) return error.code
  return error instanceof Error && 'code' in error ? String(error.code) : 'not as the contract has it'
}
