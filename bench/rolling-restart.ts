/**
 * Restarts two processes behind nginx in turn, repeatedly, while fifty users are active, and counts failed
 * requests. `node bench/rolling-restart.ts --by port|socket --rounds 10 --people 50`; a round restarts both;
 * traffic to 127.0.0.1 only.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/db/database.ts'
import { grantTokens } from '#server/tokens/ledger.ts'
import { Client } from '#test/server/client.ts'
import { startPair } from '#test/server/server-pair.ts'
import { startSteadyLoad } from '#test/server/steady-load.ts'

const { values } = parseArgs({
  options: {
    by: { type: 'string', default: 'socket' },
    rounds: { type: 'string', default: '10' },
    people: { type: 'string', default: '50' },
  },
})
const [rounds, people] = [Number(values.rounds), Number(values.people)]
const ACCOUNTS = 10
const TOKENS = 10_000_000

const folder = mkdtempSync(join(tmpdir(), 'levro-bench-'))
const databaseUrl = process.env['DATABASE_URL']
const settings = { DATA_DIR: folder, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) }
const pair = await startPair(values.by === 'port' ? 'port' : 'socket', settings)
try {
  const emails = await signUp()
  const load = await startSteadyLoad(
    pair.nginx.origin,
    Array.from({ length: people }, (_, n) => emails[n % ACCOUNTS] ?? ''),
  )
  const started = performance.now()
  const restarts: number[] = []
  for (let n = 0; n < rounds * 2; n++) {
    const start = performance.now()
    const which = n % 2 === 0 ? 0 : 1
    const code = await pair.end(which)
    await pair.begin(which)
    restarts.push(performance.now() - start)
    if (code !== 0) print(`a process ended with ${code}`)
  }
  const { requests, failures } = await load.stop()
  const seconds = (performance.now() - started) / 1000
  for (const [failure, { length }] of Map.groupBy(failures, (text) => text)
    .entries()
    .map(([f, all]) => [f, all] as const))
    print(`${length} times ${failure}`)
  print(
    `${rounds * 2} restarts, ${requests} requests (${Math.round(requests / seconds)} a second), ${failures.length} failed; ` +
      `a restart takes ${Math.round(restarts.reduce((sum, ms) => sum + ms, 0) / restarts.length)} ms`,
  )
} finally {
  await pair.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function signUp(): Promise<string[]> {
  const clients = Array.from({ length: ACCOUNTS }, () => new Client(pair.nginx.origin))
  for (const client of clients) await client.register()
  const db = await openDatabase({ dataDir: folder, databaseUrl })
  for (const { email } of clients)
    await grantTokens(db, { email, tokens: TOKENS, note: 'bench', at: Date.now() })
  await db.destroy()
  return clients.map(({ email }) => email)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
