import Fastify, { type FastifyInstance } from 'fastify'
import { addApi } from './api/routes.ts'
import { advanceClock, nextChangeAt } from './checkouts.ts'
import type { Clock, Context } from './context.ts'
import { addPages } from './pages/routes.ts'
import { openStore } from './store.ts'
import { makeWebhookSender, RETRY_DELAYS_MS } from './webhooks.ts'

export type StripeEmulatorOptions = {
  /** 0 takes a free one, as does a port that is in use. */
  port: number
  /** The secret key that the API asks for. */
  key: string
  /** Signs the webhooks. */
  webhookSecret: string
  /** Where webhooks go; without it they are held. */
  webhookUrl: string | undefined
  /** The folder of the stored state; without it the state ends with the process. */
  dataDir?: string | undefined
  retryDelaysMs?: readonly number[]
  clock?: Clock
}

export type StripeEmulator = {
  /** Of the API and of the pages. */
  origin: string
  /** Sends everything pending there from now on; without an address webhooks are held. */
  deliverTo: (url: string | undefined) => void
  stop: () => Promise<void>
}

/** The clock is read at least this often, because a test may move it. */
const MAX_SLEEP_MS = 1000
const MAX_BODY_BYTES = 64 * 1024

/**
 * Starts an emulator of Stripe for development and tests: the part of the API that the product needs, so that the official
 * SDK works against it unchanged, the hosted payment page, and webhooks. It takes no card and no money (PAY-08).
 */
export async function startStripeEmulator(options: StripeEmulatorOptions): Promise<StripeEmulator> {
  const { key, webhookSecret, webhookUrl, retryDelaysMs = RETRY_DELAYS_MS, clock = Date.now } = options
  const store = openStore(options.dataDir)
  let origin = ''
  const context: Context = { state: store.state, clock, origin: () => origin }
  const webhooks = makeWebhookSender({ context, secret: webhookSecret, retryDelaysMs, onAttempt: commit })
  webhooks.deliverTo(webhookUrl)

  function commit(): void {
    store.save()
    run()
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  /** Does what is due, and schedules itself for what is due next. */
  function run(): void {
    clearTimeout(timer)
    if (isStopped) return
    advance()
    webhooks.sendDue()
    const next = Math.min(webhooks.nextAt(), ...[...store.state.checkouts.values()].map(nextChangeAt))
    if (next === Infinity) return
    timer = setTimeout(run, Math.min(Math.max(next - clock(), 0), MAX_SLEEP_MS)).unref()
  }

  function advance(): void {
    if (advanceClock(context)) store.save()
  }

  const app = Fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )
  await app.register(async (api) => addApi(api, { context, key, advance, commit }), { prefix: '/v1' })
  await app.register(async (pages) => addPages(pages, { context, advance, commit }))
  origin = `http://127.0.0.1:${await listen(app, options.port)}`
  run()

  return {
    origin,
    deliverTo(url) {
      webhooks.deliverTo(url)
      run()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await webhooks.stop()
      await app.close()
      store.save()
    },
  }
}

/** Listens on the loopback address only. @returns the port */
async function listen(app: FastifyInstance, port: number): Promise<number> {
  try {
    await app.listen({ host: '127.0.0.1', port })
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EADDRINUSE') throw error
    await app.listen({ host: '127.0.0.1', port: 0 })
  }
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}
