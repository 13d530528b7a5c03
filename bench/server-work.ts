/**
 * Prints the server's throughput and latency next to a server of the same framework that does no work
 * but store (`server-floor.ts`): `npm run bench:server`, or `npm run bench:server -- postgres`. Both run at once and are measured
 * alternately; each server and client is a process of its own; traffic to 127.0.0.1 only. PostgreSQL is one of the benchmark's own,
 * whose commits wait for the disk. Ends by printing whether the goals are reached.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { grantTokens } from '#server/tokens/ledger.ts'
import type { Order, Outcome } from './client-process.ts'
import type { LoopDelay } from './loop-delay.ts'
import { type BenchServer, type Listening, call, startListening, startServer } from './server.ts'
import { quantile } from './statistics.ts'
import { startPostgres } from '../test/own-postgres.ts'

const ROUNDS = 5
const TOKENS = 1_000_000_000
const GOALS = { timesFloor: 2, loopMs: 20, besideMs: 50, smallMs: 50 }
const USERS = 8
const SMALL_ROWS = 100
const LARGE_ROWS = 50_000
const READ_EVERY_MS = 3
const BESIDE_MS = 6000

type Kind = Pick<Order, 'rows' | 'connections' | 'forMs' | 'atLeast'> & { title: string }

/** The large ones one after another: an account may have one under way. */
const KINDS: readonly Kind[] = [
  { title: 'session read', rows: 0, connections: 16, forMs: 1000 },
  { title: 'bulk of 100 rows', rows: SMALL_ROWS, connections: 16, forMs: 1000 },
  { title: 'bulk of 10,000 rows', rows: 10_000, connections: 1, forMs: 0, atLeast: 20 },
  { title: 'bulk of 50,000 rows', rows: LARGE_ROWS, connections: 1, forMs: 0, atLeast: 6 },
]

type Side = { server: Listening; cookies: readonly string[]; client: ChildProcess }
type Sides = { ours: Side; floor: Side }
type Results = { ours: Outcome[]; floor: Outcome[] }

const here = (file: string): string => join(import.meta.dirname, file)
const PRELOADED = here('loop-delay.ts')

const database = process.argv[2] === 'postgres' ? await startPostgres({ isDurable: true }) : undefined
const folder = mkdtempSync(join(tmpdir(), 'levro-floor-'))
const ours = await startServer({ preloaded: PRELOADED, databaseUrl: database?.url })
const floor = await startListening(here('server-floor.ts'), {
  settings: { DATA_DIR: folder, ...(database !== undefined && { DATABASE_URL: database.url }) },
  preloaded: PRELOADED,
})
const clients = Array.from({ length: 3 }, startClient)
try {
  const [first, second, third] = clients
  if (first === undefined || second === undefined || third === undefined) throw new Error('No clients.')
  const cookies = await Promise.all(Array.from({ length: USERS }, () => signUp(ours)))
  await measure({
    ours: { server: ours, cookies, client: first },
    floor: { server: floor, cookies, client: second },
  })
  await measureBeside({ server: ours, cookies: cookies.slice(1), client: first }, cookies.slice(0, 1), third)
} finally {
  for (const client of clients) client.kill()
  await floor.stop()
  await ours.stop()
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(sides: Sides): Promise<void> {
  for (const kind of KINDS) await round(sides, { ...kind, forMs: kind.forMs / 2, atLeast: 3 })
  row(['call', 'ours/s', 'floor/s', 'floor:ours', 'ours p50', 'p99 ms', 'floor p50', 'p99 ms', 'ours rows/s'])
  for (const kind of KINDS) {
    await loopDelay(sides.ours.server)
    await loopDelay(sides.floor.server)
    const results: Results = { ours: [], floor: [] }
    for (let n = 0; n < ROUNDS; n++) {
      const { ours: own, floor: least } = await round(sides, kind, n % 2 === 0)
      results.ours.push(own)
      results.floor.push(least)
    }
    report(kind, results)
    if (kind.rows > 0) reportLoop(await loopDelay(sides.ours.server), await loopDelay(sides.floor.server))
  }
}

/** One after the other, so that only one server is under load at a time. */
async function round(
  sides: Sides,
  kind: Kind,
  isOursFirst = true,
): Promise<{ ours: Outcome; floor: Outcome }> {
  const { title: _, ...order } = kind
  const run = ({ server, cookies, client }: Side) => ask(client, { ...order, origin: server.origin, cookies })
  const early = isOursFirst ? await run(sides.ours) : undefined
  const least = await run(sides.floor)
  return { ours: early ?? (await run(sides.ours)), floor: least }
}

/** A server that dies ends the measurement. */
function startClient(): ChildProcess {
  return fork(here('client-process.ts')).once('exit', (code) => {
    if (code !== null) throw new Error(`A client has ended with ${code}.`)
  })
}

async function ask(client: ChildProcess, order: Order): Promise<Outcome> {
  client.send(order)
  const [answer] = await once(client, 'message')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own process answers an order with its outcome
  const outcome = answer as Outcome
  if (outcome.failed > 0) throw new Error(`${outcome.failed} of ${outcome.times.length} calls failed.`)
  return outcome
}

/** Since it was asked before. */
async function loopDelay({ child }: Listening): Promise<LoopDelay> {
  child.send('tell')
  const [delay] = await once(child, 'message')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of `loop-delay.ts`
  return delay as LoopDelay
}

function perSecond(outcomes: Outcome[]): number {
  return quantile(
    outcomes.map(({ times, ms }) => (times.length / ms) * 1000),
    0.5,
  )
}

/** Of calls a second the median of the rounds; times over all calls. Of few calls p99 is the longest. */
function report({ title, rows }: Kind, { ours: own, floor: least }: Results): void {
  const ratios = own.map((outcome, n) => perSecond(least.slice(n, n + 1)) / perSecond([outcome]))
  const ratio = quantile(ratios, 0.5)
  const times = [own, least].flatMap((outcomes) => {
    const all = outcomes.flatMap((outcome) => outcome.times)
    return [quantile(all, 0.5), quantile(all, 0.99)].map((ms) => ms.toFixed(1))
  })
  row([
    title,
    perSecond(own).toFixed(1),
    perSecond(least).toFixed(1),
    ratio.toFixed(2),
    ...times,
    rows === 0 ? '' : Math.round(perSecond(own) * rows).toLocaleString('en'),
  ])
  const [ownBytes, leastBytes] = [own, least].map((outcomes) => outcomes[0]?.bytes ?? 0)
  if (rows === 0) return
  const low = Math.min(...ratios).toFixed(2)
  const high = Math.max(...ratios).toFixed(2)
  print(
    `  ${is(ratio <= GOALS.timesFloor)} within ${GOALS.timesFloor}× of the floor (rounds ${low} to ${high}; ${ownBytes} and ${leastBytes} bytes answered)`,
  )
  if (rows !== SMALL_ROWS) return
  const p99 = quantile(
    own.flatMap((outcome) => outcome.times),
    0.99,
  )
  print(`  p99 ${is(p99 <= GOALS.smallMs)} at most ${GOALS.smallMs} ms`)
}

function reportLoop(own: LoopDelay, least: LoopDelay): void {
  const ms = ({ p99Ms, p999Ms, maxMs }: LoopDelay) =>
    `p99 ${p99Ms.toFixed(1)} ms, p99.9 ${p999Ms.toFixed(1)} ms, max ${maxMs.toFixed(1)} ms`
  print(`  Event-loop delay meanwhile, without the 1 ms of its timer: ours ${ms(own)}; floor ${ms(least)}`)
  print(`  p99.9 ${is(own.p999Ms <= GOALS.loopMs)} at most ${GOALS.loopMs} ms`)
}

/** How large bulk requests affect other users. */
async function measureBeside(poster: Side, reader: readonly string[], client: ChildProcess): Promise<void> {
  const { origin } = poster.server
  const order = { origin, cookies: reader, rows: 0, connections: 1, pauseMs: READ_EVERY_MS }
  const idle = await ask(client, { ...order, forMs: BESIDE_MS / 2 })
  const posted = ask(poster.client, {
    origin,
    cookies: poster.cookies,
    rows: LARGE_ROWS,
    connections: 1,
    forMs: BESIDE_MS,
  })
  const busy = await ask(client, { ...order, forMs: BESIDE_MS })
  const bulks = (await posted).times.length
  for (const [title, { times }] of [
    ['while nobody else calls', idle],
    [`beside ${bulks} bulks of ${LARGE_ROWS} rows`, busy],
  ] as const) {
    const [p50, p99, max] = [0.5, 0.99, 1].map((q) => quantile(times, q).toFixed(1))
    print(`Session reads ${title}: p50 ${p50} ms, p99 ${p99} ms, max ${max} ms (${times.length} calls)`)
  }
  print(`  p99 ${is(quantile(busy.times, 0.99) < GOALS.besideMs)} under ${GOALS.besideMs} ms`)
}

async function signUp({ origin, openStore }: BenchServer): Promise<string> {
  const email = `bench-${Math.random().toString(36).slice(2)}@example.bg`
  const password = 'a long enough secret'
  const answer = await call('POST', `${origin}/api/auth/register`, { body: { email, password } })
  const db = await openStore()
  await grantTokens(db, { email, tokens: TOKENS, note: 'bench', at: Date.now() })
  await db.destroy()
  return answer.cookie
}

function is(isReached: boolean): string {
  return isReached ? 'IS' : 'IS NOT'
}

function row(cells: string[]): void {
  print(cells.map((cell, n) => (n === 0 ? cell.padEnd(20) : cell.padStart(12))).join(''))
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
