/**
 * Prints whether response times reveal which addresses have an account: login, forgot-password and register,
 * with existing and unknown addresses. Then how long others wait during many logins. `npm run
 * bench:enumeration`; traffic to 127.0.0.1 only.
 */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '#server/db/schema.ts'
import { type Answer, type BenchServer, call, startServer } from './server.ts'
import { mean, quantile, separation } from './statistics.ts'

const CALLS = 500
const WARM_UP = 40
const ACCOUNTS = 40
const LOAD_MS = 5000
const EVERY_MS = 3
const LOOK_EVERY_MS = 1
const PASSWORD = 'a long enough secret'
const WRONG = 'not that one secret'
/** Of two answers that are alike these differ all the same. */
const OWN_HEADERS = ['date', 'x-request-id']

const KINDS = ['known', 'unknown'] as const
type Kind = (typeof KINDS)[number]
type Times = Record<Kind, number[]>

type Trial = {
  title: string
  path: string
  bodyFor: (kind: Kind) => object
  /** Answers of both kinds must be the same, byte for byte. */
  isAlike: boolean
}

const [role, origin = '', ...emails] = process.argv.slice(2)
await (role === 'sign-in' ? signInForEver() : measure())

async function measure(): Promise<void> {
  const server = await startServer()
  const store = await server.openStore()
  /**
   * The state of the first call of an hour: no counts, no queued email. Otherwise the limits would answer,
   * and the email of one call would be measured in the next.
   */
  const calmDown = async () => {
    while ((await beingSent(store).executeTakeFirst()) !== undefined) await delay(LOOK_EVERY_MS)
    await store.deleteFrom('outbox').execute()
    await store.deleteFrom('throttle').execute()
  }
  try {
    const known = Array.from({ length: ACCOUNTS }, newAddress)
    for (const email of known)
      await call('POST', `${server.origin}/api/auth/register`, { body: { email, password: PASSWORD } })
    // As many, and asked for as often, so that only having an account differs: not being new to a cache.
    const addresses = { known, unknown: Array.from({ length: ACCOUNTS }, newAddress) }
    const anyOf = (kind: Kind) => addresses[kind][Math.floor(Math.random() * ACCOUNTS)]

    const trials: Trial[] = [
      {
        title: 'login with a wrong password',
        path: '/api/auth/login',
        bodyFor: (kind) => ({ email: anyOf(kind), password: WRONG }),
        isAlike: true,
      },
      {
        title: 'forgot-password',
        path: '/api/auth/forgot-password',
        bodyFor: (kind) => ({ email: anyOf(kind) }),
        isAlike: true,
      },
      {
        title: 'register (an address that is free is registered, and has to be a new one each time)',
        path: '/api/auth/register',
        bodyFor: (kind) => ({ email: kind === 'known' ? anyOf(kind) : newAddress(), password: PASSWORD }),
        isAlike: false,
      },
    ]
    for (const trial of trials) await runTrial(server, trial, calmDown)
    await calmDown()
    await measureLoad(server, known)
  } finally {
    await store.destroy()
    await server.stop()
  }
}

function beingSent(store: Db) {
  return store.selectFrom('outbox').select('id').where('attempts', '>', 0)
}

function newAddress(): string {
  return `person.${randomBytes(6).toString('hex')}@example.bg`
}

async function runTrial(
  server: BenchServer,
  { title, path, bodyFor, isAlike }: Trial,
  calmDown: () => Promise<void>,
): Promise<void> {
  const times: Times = { known: [], unknown: [] }
  /** A second call directly after it: deferred work of a request may delay the next one. */
  const behind: Times = { known: [], unknown: [] }
  const seen: Record<Kind, Set<string>> = { known: new Set(), unknown: new Set() }
  const order = [...inRandomOrder(WARM_UP), ...inRandomOrder(CALLS)]
  for (const [n, kind] of order.entries()) {
    const body = bodyFor(kind)
    await calmDown()
    const answer = await call('POST', server.origin + path, { body })
    const next = await call('GET', `${server.origin}/api/auth/me`)
    if (n < 2 * WARM_UP) continue
    times[kind].push(answer.ms)
    behind[kind].push(next.ms)
    seen[kind].add(essence(answer))
  }
  print(`\n${title}`)
  report(times)
  print(' a call right behind it')
  report(behind)
  if (!isAlike) return
  const all = new Set([...seen.known, ...seen.unknown])
  print(
    ` status, headers and body ${all.size === 1 ? 'are the same of both' : `DIFFER: ${[...all].join('\n')}`}`,
  )
}

/** `count` of each kind. */
function inRandomOrder(count: number): Kind[] {
  const keyed = KINDS.flatMap((kind) => Array.from({ length: count }, () => ({ kind, key: Math.random() })))
  return keyed.sort((a, b) => a.key - b.key).map(({ kind }) => kind)
}

/** Everything of an answer that two of the same kind have in common. */
function essence({ status, rawHeaders, text }: Answer): string {
  const headers = rawHeaders.flatMap((name, n) =>
    n % 2 === 0 && !OWN_HEADERS.includes(name.toLowerCase()) ? [`${name}: ${rawHeaders[n + 1]}`] : [],
  )
  return [status, ...headers, '', text].join('\n')
}

function report(times: Times): void {
  for (const kind of KINDS) {
    const [p50, p95] = [0.5, 0.95].map((q) => quantile(times[kind], q).toFixed(2))
    const average = mean(times[kind]).toFixed(2)
    print(
      `  ${kind.padEnd(8)} p50 ${p50} ms, p95 ${p95} ms, mean ${average} ms (${times[kind].length} calls)`,
    )
  }
  const { auc, low, high } = separation(times.known, times.unknown)
  const medians = quantile(times.known, 0.5) / quantile(times.unknown, 0.5) - 1
  const verdict = low <= 0.5 && high >= 0.5 ? 'not told apart' : 'TOLD APART'
  print(
    `  medians differ by ${(100 * medians).toFixed(1)} %; AUC ${auc.toFixed(3)}, 99 % ${low.toFixed(3)} to ${high.toFixed(3)}: ${verdict}`,
  )
}

async function measureLoad({ origin }: BenchServer, emails: string[]): Promise<void> {
  const page = await call('GET', `${origin}/`)
  const paths = page.status === 200 ? ['/api/auth/me', '/'] : ['/api/auth/me']
  await latencies(origin, paths, 500)
  const idle = await latencies(origin, paths, LOAD_MS)

  const child = fork(import.meta.filename, ['sign-in', origin, ...emails])
  const statuses: unknown[] = []
  child.on('message', (status) => statuses.push(status))
  await once(child, 'message')
  const before = statuses.length
  const busy = await latencies(origin, paths, LOAD_MS)
  const count = statuses.length - before
  child.kill()

  const failed = statuses.filter((status) => status !== 200).length
  print(`\nbeside ${ACCOUNTS} logins at once, ${count} in ${LOAD_MS / 1000} s, ${failed} of them failed`)
  for (const path of paths) {
    const [quiet = [], loaded = []] = [idle.get(path), busy.get(path)]
    for (const q of [0.5, 0.99]) {
      const [from, to] = [quantile(quiet, q), quantile(loaded, q)]
      print(
        ` GET ${path.padEnd(13)} p${100 * q}: ${from.toFixed(2)} ms idle, ${to.toFixed(2)} ms beside them, ${(to / from).toFixed(1)} times`,
      )
    }
  }
}

/** Times of each path, asked for in turn for so long. */
async function latencies(origin: string, paths: string[], forMs: number): Promise<Map<string, number[]>> {
  const times = new Map(paths.map((path): [string, number[]] => [path, []]))
  const until = performance.now() + forMs
  while (performance.now() < until) {
    for (const path of paths) {
      times.get(path)?.push((await call('GET', origin + path)).ms)
      await delay(EVERY_MS)
    }
  }
  return times
}

/** Every account signs in, again and again, until the measurer ends this process: one login of each at a time. */
async function signInForEver(): Promise<void> {
  await Promise.all(
    emails.map(async (email, n) => {
      // Each in a network of its own: the hashes of one that wait are few.
      const ip = `127.0.1.${n + 1}`
      for (;;) {
        const { status } = await call('POST', `${origin}/api/auth/login`, {
          ip,
          body: { email, password: PASSWORD },
        })
        process.send?.(status)
      }
    }),
  )
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
