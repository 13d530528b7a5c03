/**
 * Prints the server's throughput and latency next to a server of the same framework that does no work
 * (`server-floor.ts`): `npm run bench:server`. Both run at once and are measured alternately; each server and
 * client is a process of its own; traffic to 127.0.0.1 only. Ends by printing whether the goals are reached.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { grantTokens } from '#server/tokens/ledger.ts'
import type { Order, Outcome } from './client-process.ts'
import type { LoopDelay } from './loop-delay.ts'
import { type BenchServer, type Listening, call, startListening, startServer } from './server.ts'
import { quantile } from './statistics.ts'

const ROUNDS = 5
const TOKENS = 1_000_000_000
const GOALS = { timesFloor: 2, loopMs: 20, besideMs: 50 }
const LARGE_ROWS = 50_000
const READ_EVERY_MS = 3
const BESIDE_MS = 6000

type Kind = Pick<Order, 'rows' | 'connections' | 'forMs' | 'atLeast'> & { title: string }

/** The large ones one after another: an account may have one under way. */
const KINDS: readonly Kind[] = [
  { title: 'session read', rows: 0, connections: 16, forMs: 1000 },
  { title: 'bulk of 100 rows', rows: 100, connections: 8, forMs: 1000 },
  { title: 'bulk of 10,000 rows', rows: 10_000, connections: 1, forMs: 0, atLeast: 20 },
  { title: 'bulk of 50,000 rows', rows: LARGE_ROWS, connections: 1, forMs: 0, atLeast: 6 },
]

type Side = { server: Listening; cookie: string; client: ChildProcess }
type Sides = { ours: Side; floor: Side }
type Results = { ours: Outcome[]; floor: Outcome[] }

const here = (file: string): string => join(import.meta.dirname, file)
const PRELOADED = here('loop-delay.ts')

const ours = await startServer(PRELOADED)
const floor = await startListening(here('server-floor.ts'), { preloaded: PRELOADED })
const clients = Array.from({ length: 3 }, startClient)
try {
  const [first, second, third] = clients
  if (first === undefined || second === undefined || third === undefined) throw new Error('No clients.')
  const cookie = await signUp(ours)
  await measure({
    ours: { server: ours, cookie, client: first },
    floor: { server: floor, cookie, client: second },
  })
  await measureBeside({ server: ours, cookie, client: first }, await signUp(ours), third)
} finally {
  for (const client of clients) client.kill()
  await floor.stop()
  await ours.stop()
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
    if (kind.rows === LARGE_ROWS)
      reportLoop(await loopDelay(sides.ours.server), await loopDelay(sides.floor.server))
  }
}

/** One after the other, so that only one server is under load at a time. */
async function round(
  sides: Sides,
  kind: Kind,
  isOursFirst = true,
): Promise<{ ours: Outcome; floor: Outcome }> {
  const { title: _, ...order } = kind
  const run = ({ server, cookie, client }: Side) => ask(client, { ...order, origin: server.origin, cookie })
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
}

function reportLoop(own: LoopDelay, least: LoopDelay): void {
  const ms = ({ p99Ms, maxMs }: LoopDelay) => `p99 ${p99Ms.toFixed(1)} ms, max ${maxMs.toFixed(1)} ms`
  print(`Event-loop delay meanwhile, without the 1 ms of its timer: ours ${ms(own)}; floor ${ms(least)}`)
  print(`  ${is(own.maxMs < GOALS.loopMs)} under ${GOALS.loopMs} ms`)
}

/** How large bulk requests affect other users. */
async function measureBeside(poster: Side, reader: string, client: ChildProcess): Promise<void> {
  const { origin } = poster.server
  const order = { origin, cookie: reader, rows: 0, connections: 1, pauseMs: READ_EVERY_MS }
  const idle = await ask(client, { ...order, forMs: BESIDE_MS / 2 })
  const posted = ask(poster.client, {
    origin,
    cookie: poster.cookie,
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
