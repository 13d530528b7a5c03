/**
 * What a server does at least that takes rows as JSON, stores them durably and answers rows as JSON: the same Fastify, no work in it. It
 * receives, parses with Fastify's own parser, makes a row of the reply of each row, and serialises with JSON.stringify, as Fastify does
 * where a route has no schema, and as ours have none. It stores each reply as one row, and answers after the commit: on SQLite with
 * `synchronous=FULL` and a write-ahead log, on PostgreSQL in one statement. No session, balance, log, conversion, hash or compression.
 * Started by `server-work.ts`.
 */
import { randomUUIDv7 } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fastify from 'fastify'
import { Pool } from 'pg'
import type { BulkReply, JobRow } from '#api/conversions.ts'
import type { Session } from '#api/auth.ts'
import { LIMITS } from '#product/limits.ts'

type Row = { name: string; price: string; currency: string }

const SESSION: Session = { ok: true, user: { email: 'bench-0123456789@example.bg' }, tokens: 1_000_000_000 }

const { DATA_DIR = '', DATABASE_URL } = process.env
const store = DATABASE_URL === undefined ? openFile(join(DATA_DIR, 'floor.db')) : await openPool(DATABASE_URL)
const app = fastify({ bodyLimit: LIMITS.bulkBytes })
app.get('/api/auth/me', async () => SESSION)
app.post<{ Body: { rows: Row[] } }>('/api/convert/bulk', async ({ body }, reply) => {
  const id = randomUUIDv7()
  const text = JSON.stringify(replyOf(id, body.rows))
  await store(id, text)
  return reply.type('application/json').send(text)
})
const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
process.stdout.write(`The floor is at http://localhost:${port}\n`)

type Store = (id: string, text: string) => Promise<unknown>

function openFile(path: string): Store {
  const database = new DatabaseSync(path)
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table job (id text primary key, reply text)',
  )
  const insert = database.prepare('insert into job values (?, ?)')
  return async (...row) => insert.run(...row)
}

async function openPool(connectionString: string): Promise<Store> {
  const pool = new Pool({ connectionString })
  await pool.query('create table floor_job (id text primary key, reply text)')
  return (...values) => pool.query({ name: 'insert', text: 'insert into floor_job values ($1, $2)', values })
}

function replyOf(id: string, rows: Row[]): BulkReply {
  const { length } = rows
  return {
    newBalance: 1_000_000_000,
    jobId: id,
    job: { id },
    createdAt: new Date().toISOString(),
    stats: {
      totalRows: length,
      validRows: length,
      invalidRows: 0,
      emptyRows: 0,
      tokenCost: length,
      zeroRows: 0,
    },
    rows: rows.map(echo),
  }
}

/** Amounts of a reply are numbers; this one is used for both. */
function echo({ name, price, currency }: Row, index: number): JobRow {
  const amount = Number(price)
  return {
    seq: index + 1,
    name,
    bgn: amount,
    eur: amount,
    invalid: false,
    originalPrice: price,
    originalCurrency: currency,
  }
}
