import Fastify, { type FastifyInstance } from 'fastify'
import { addApi } from './api/routes.ts'
import { advanceClock } from './checkouts.ts'
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

const POLL_INTERVAL_MS = 100
const MAX_BODY_BYTES = 64 * 1024

/**
 * Starts an emulator of Stripe for development and tests: the part of the API that the product needs, so that the official
 * SDK works against it unchanged, the hosted payment page, and webhooks. It takes no card and no money (PAY-08).
 */
export async function startStripeEmulator(options: StripeEmulatorOptions): Promise<StripeEmulator> {
  const { key, webhookSecret, webhookUrl, retryDelaysMs = RETRY_DELAYS_MS, clock = Date.now } = options
  const store = openStore(options.dataDir)
  const context: Context = { state: store.state, clock, origin: '' }
  const webhooks = makeWebhookSender({ context, secret: webhookSecret, retryDelaysMs, onAttempt: commit })
  webhooks.deliverTo(webhookUrl)

  function commit(): void {
    store.save()
    run()
  }

  /** Does what is due. */
  function run(): void {
    advance()
    webhooks.sendDue()
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
  context.origin = await listen(app, options.port)
  run()
  const timer = setInterval(run, POLL_INTERVAL_MS).unref()

  return {
    origin: context.origin,
    deliverTo(url) {
      webhooks.deliverTo(url)
      run()
    },
    async stop() {
      clearInterval(timer)
      await webhooks.stop()
      await app.close()
      store.save()
    },
  }
}

/**
 * Listens on the loopback address only.
 * @returns the origin
 */
async function listen(app: FastifyInstance, port: number): Promise<string> {
  try {
    return await app.listen({ host: '127.0.0.1', port })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return app.listen({ host: '127.0.0.1', port: 0 })
  }
}
