import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import closeWithGrace from 'close-with-grace'
import { visibleText } from '#product/display-text.ts'
import { buildApp } from './app.ts'
import { openDatabase } from './db/database.ts'
import { EnvError, readEnv } from './env.ts'
import { GRACE_MS } from './http/graceful-shutdown.ts'
import { ListenError, listen } from './http/listen.ts'
import { siteOrigin } from './http/origins.ts'
import { logStream } from './http/log.ts'
import { startWatchdog } from './watchdog.ts'

// Else the buffers of large requests make V8 collect the whole heap every few of them: a third of the time of conversions of
// 10,000 rows. They are then limited in proportion to the heap.
setFlagsFromString('--external-memory-accounted-in-global-limit')

const PAGES_ROOT = join(import.meta.dirname, '../../build/client')

await start().catch((error: unknown) => {
  process.stderr.write(`${visibleText(startupErrorMessage(error))}\n`)
  process.exit(error instanceof EnvError ? 2 : 1)
})

async function start(): Promise<void> {
  const env = readEnv()
  const db = await openDatabase(env)
  const { app, stop } = await buildApp({ env, db, clock: Date.now, pagesRoot: findPages() })
  const grace = closeWithGrace({ delay: GRACE_MS, logger: false }, async ({ err }) => {
    if (err !== undefined) app.log.fatal({ err }, 'stopping after an unexpected error')
    await stop()
    await db.destroy()
  })
  // `npm start` has ended, however it did: the server is not to outlive it.
  process.once('disconnect', () => grace.close())
  if (!(process.connected ?? true)) grace.close()
  await listen(app, env)
  startWatchdog((err) =>
    app.log.error({ err }, 'the watchdog has failed: a blocked event loop is no longer detected'),
  )
  logStream.write(`Levro is at ${siteOrigin(app, env)}\n`)
}

function findPages(): string | undefined {
  if (existsSync(join(PAGES_ROOT, 'index.html'))) return PAGES_ROOT
  process.stderr.write('There are no built pages; only the API is served. `npm run build` makes them.\n')
  return undefined
}

/** One sentence for the operator. */
function startupErrorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof EnvError || error instanceof ListenError) return error.message
  return `The server could not start: ${error.message}`
}
