import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from './schema.ts'
import { SQLITE_FILE } from './sqlite.ts'

/** Pages of the write-ahead log, 64 MB, from which a commit moves them itself, so that the log never grows without end. */
const MAX_LOG_PAGES = 16_000
/** SQLite's own. */
const DEFAULT_LOG_PAGES = 1000

/**
 * Moves the pages of SQLite's write-ahead log into the database file in another thread while the app runs. SQLite itself does so in
 * the commit that reaches a thousand pages, which blocks the event loop while the disk writes them all.
 */
export function startCheckpoints(app: FastifyInstance, { db, dataDir }: { db: Db; dataDir: string }): void {
  let thread: Worker | undefined

  const setLimit = (pages: number) => sql`pragma wal_autocheckpoint = ${sql.lit(pages)}`.execute(db)

  async function leaveToCommits(): Promise<void> {
    try {
      await setLimit(DEFAULT_LOG_PAGES)
    } catch {
      // The higher limit stays.
    }
  }

  app.addHook('onListen', async () => {
    thread = new Worker(new URL('checkpoint-thread.ts', import.meta.url), {
      workerData: join(dataDir, SQLITE_FILE),
    })
    thread.on('error', (err) => {
      thread = undefined
      app.log.error({ err }, 'checkpoints are made by commits again: their thread has failed')
      void leaveToCommits()
    })
    thread.unref()
    await setLimit(MAX_LOG_PAGES)
  })
  app.addHook('onClose', async () => {
    if (thread === undefined) return
    const ended = once(thread, 'exit')
    thread.ref()
    thread.postMessage('stop')
    await ended
  })
}
