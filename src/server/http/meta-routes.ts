import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/schema.ts'

/** For load balancers: alive, and ready to take requests (not while the server drains or the database is away). */
export function mountHealth(app: FastifyInstance, db: Db, isDraining: () => boolean): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))

  app.get('/readyz', async (_request, reply) => {
    const ready = !isDraining() && (await answers(db))
    return reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok: ready })
  })
}

async function answers(db: Db): Promise<boolean> {
  try {
    // A query of Kysely's own: on SQLite, text is taken for something that writes, and waits in line.
    await db.selectNoFrom((build) => build.lit(1).as('one')).execute()
    return true
  } catch {
    return false
  }
}
