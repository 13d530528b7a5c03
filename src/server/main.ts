import { existsSync } from 'node:fs'
import { join } from 'node:path'
import closeWithGrace from 'close-with-grace'
import { visibleText } from '#product/display-text.ts'
import { buildApp } from './app.ts'
import { openDatabase } from './db/database.ts'
import { EnvError, readEnv } from './env.ts'
import { GRACE_MS } from './http/graceful-shutdown.ts'
import { SocketInUseError, listen } from './http/listen.ts'
import { siteOrigin } from './http/origins.ts'
import { logStream } from './http/log.ts'
import { startWatchdog } from './watchdog.ts'

const PAGES_ROOT = join(import.meta.dirname, '../../build/client')

await start().catch((error: unknown) => {
  process.stderr.write(`${visibleText(startupErrorMessage(error))}\n`)
  process.exit(error instanceof EnvError ? 2 : 1)
})

async function start(): Promise<void> {
  const env = readEnv()
  const db = await openDatabase(env)
  const { app, stop } = await buildApp({ env, db, clock: Date.now, pagesRoot: findPages() })
  closeWithGrace({ delay: GRACE_MS, logger: false }, async ({ err }) => {
    if (err !== undefined) app.log.fatal({ err }, 'stopping after an unexpected error')
    await stop()
    await db.destroy()
  })
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
  if (error instanceof EnvError || error instanceof SocketInUseError) return error.message
  const code = 'code' in error ? error.code : undefined
  const port = 'port' in error && Number(error.port) >= 0 ? String(error.port) : ''
  const setting = 'setting' in error ? String(error.setting) : 'PORT'
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken. Stop the other program, or set ${setting} to a free one.`
  if (code === 'EACCES' && port !== '')
    return `Port ${port} needs more rights. Set ${setting} to one above 1023.`
  return `The server could not start: ${error.message}`
}
