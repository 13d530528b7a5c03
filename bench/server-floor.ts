/**
 * What a server does at least that takes rows as JSON and answers rows as JSON: the same Fastify, no work in it. It receives,
 * parses with Fastify's own parser, makes a row of the reply of each row, and serialises with JSON.stringify, as Fastify does
 * where a route has no schema, and as ours have none. No session, database, log, conversion, hash or compression.
 * Started by `server-work.ts`.
 */
import fastify from 'fastify'
import type { BulkReply, JobRow } from '#api/conversions.ts'
import type { Session } from '#api/auth.ts'
import { LIMITS } from '#product/limits.ts'

type Row = { name: string; price: string; currency: string }

const SESSION: Session = { ok: true, user: { email: 'bench-0123456789@example.bg' }, tokens: 1_000_000_000 }
const JOB_ID = '0195d2a0-0000-7000-8000-000000000000'

const app = fastify({ bodyLimit: LIMITS.bulkBytes })
app.get('/api/auth/me', async () => SESSION)
app.post<{ Body: { rows: Row[] } }>('/api/convert/bulk', async ({ body }) => replyOf(body.rows))
const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
process.stdout.write(`The floor is at http://localhost:${port}\n`)

function replyOf(rows: Row[]): BulkReply {
  const { length } = rows
  return {
    newBalance: 1_000_000_000,
    jobId: JOB_ID,
    job: { id: JOB_ID },
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
