/**
 * Many signed-in users at once on the real server: `node bench/load.ts --users 1000 --minutes 10 --database
 * sqlite|postgres --processes 1|2`. Server and users are separate processes; traffic to 127.0.0.1 only. Every
 * response is checked, and every balance at the end; exit code 1 if any is wrong. Accounts are created in the
 * database by the server's code.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { auditLedger } from '#server/tokens/audit.ts'
import { OPERATIONS } from '#test/server/load/person.ts'
import { siteAddresses } from '#test/server/load/site.ts'
import type { Load, Outcome } from '#test/server/load/traffic.ts'
import { makeUsers, wrongBalances } from '#test/server/load/users.ts'
import { type Sample, slope, takeSample } from './load-samples.ts'
import { startServers } from './load-servers.ts'
import { loadSettings } from './load-settings.ts'
import { quantile } from './statistics.ts'

const SAMPLE_EVERY_MS = 30_000
const SHOWN_ERRORS = 20
/** Fewer points give no slope. */
const FEWEST_SAMPLES = 6

const settings = loadSettings()
const running = await startServers(settings)
try {
  const users = await running.withStore((db) => makeUsers(db, settings.users))
  const site = siteAddresses()
  if (site.pages.length === 0) throw new Error('There are no built pages: `npm run build` makes them.')
  const load: Load = {
    users,
    origins: running.servers.map(({ origin }) => origin),
    seconds: settings.minutes * 60,
    thinkMs: settings.thinkMs,
    ...site,
  }
  const { outcome, samples } = await observe(load)
  const faults = await running.withStore(async (db) => [
    ...(await wrongBalances(db, outcome.users)),
    ...(await auditLedger(db)).faults.map(({ accountId, what }) => `${accountId}: ${what}`),
  ])
  await running.end()
  report(outcome, samples, faults)
  process.exitCode = outcome.errors.length + faults.length > 0 ? 1 : 0
} finally {
  await running.clean()
}

/** Runs the users and polls the servers' state. */
async function observe(load: Load): Promise<{ outcome: Outcome; samples: Sample[][] }> {
  const child = fork(join(import.meta.dirname, 'load-process.ts'))
  const started = performance.now()
  const samples: Sample[][] = running.metrics.map(() => [])
  const timer = setInterval(() => {
    for (const [n, address] of running.metrics.entries())
      takeSample(address, started).then(
        (sample) => samples[n]?.push(sample),
        () => print('A server told no metrics.'),
      )
  }, SAMPLE_EVERY_MS)
  child.send(load)
  const outcome = new Promise<Outcome>((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => reject(new Error(`The people ended with ${code}.`)))
  })
  try {
    return { outcome: await outcome, samples }
  } finally {
    clearInterval(timer)
    if (child.connected) child.disconnect()
    if (child.exitCode === null) await once(child, 'exit')
  }
}

function report(
  { times, errors, failed, codes, ownLag }: Outcome,
  samples: Sample[][],
  faults: string[],
): void {
  const { users, minutes, database, processes } = settings
  const calls = Object.values(times).reduce((sum, { length }) => sum + length, 0)
  print(
    `${users} people, ${minutes} min, ${database}, ${processes} process(es): ${calls} calls, ${(calls / minutes / 60).toFixed(0)} a second`,
  )
  row(['operation', 'calls', 'errors', 'p50 ms', 'p95', 'p99', 'max'])
  for (const operation of OPERATIONS) {
    const all = times[operation] ?? []
    const figures = [0.5, 0.95, 0.99, 1].map((q) => quantile(all, q).toFixed(1))
    row([operation, String(all.length), String(failed[operation] ?? 0), ...figures])
  }
  // No time is more exact than the users' own event loop; its timer has 10 ms.
  const { p50, p95, p99, max } = ownLag
  row(['own lag', '', '', ...[p50, p95, p99, max].map((value) => value.toFixed(1))])
  for (const [n, all] of samples.entries()) {
    print(`Server ${n + 1}:`)
    row(['minute', 'RSS MB', 'heap MB', 'lag p99 ms', 'lag max ms'])
    for (const { minute, rss, heap, lagP99, lagMax } of all)
      row([minute, rss, heap, lagP99, lagMax].map((value) => value.toFixed(1)))
    if (all.length >= FEWEST_SAMPLES)
      print(
        `Second half: RSS ${slope(all, 'rss').toFixed(2)} MB a minute, heap ${slope(all, 'heap').toFixed(2)}.`,
      )
  }
  for (const [code, count] of Object.entries(codes)) print(`${count} × ${code}`)
  print(`${errors.length} errors, ${faults.length} faults in the ledger`)
  for (const line of [...errors, ...faults].slice(0, SHOWN_ERRORS)) print(line)
}

function row(cells: string[]): void {
  print(cells.map((cell, n) => (n === 0 ? cell.padEnd(12) : cell.padStart(11))).join(''))
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
