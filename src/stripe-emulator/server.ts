import Fastify, { type FastifyInstance } from 'fastify'
import { addApi } from './api/routes.ts'
import { nextOf, passTime } from './checkouts.ts'
import { makeCourier, RETRY_DELAYS_MS } from './webhooks.ts'
import { forgetOldEvents } from './objects/event.ts'
import { addPages } from './pages/routes.ts'
import { openStore } from './store.ts'
import type { Clock, World } from './context.ts'

export type TestProviderOptions = {
  /** A free one is taken when it is 0, or taken by another program. */
  port: number
  /** The secret key that the API asks for. */
  key: string
  /** Signs the webhooks. */
  webhookSecret: string
  /** Where webhooks go; without it they are held. */
  webhookUrl: string | undefined
  /** Where the state is kept; without it, it ends with the process. */
  dataDir?: string | undefined
  retryDelaysMs?: readonly number[]
  clock?: Clock
}

export type TestProvider = {
  /** Of the API and of the pages. */
  origin: string
  /** Sends everything that waits there from now on; without an address it is held. */
  deliverTo: (url: string | undefined) => void
  stop: () => Promise<void>
}

/** Time is looked at so often at least, for a clock that was moved. */
const LONGEST_SLEEP_MS = 1000
const MAX_BODY_BYTES = 64 * 1024

/**
 * Speaks as much of Stripe's API as the product needs, so that its official SDK works against it as it is, and shows the
 * pages on which a person pays. For development and tests: there is no card and no money.
 */
export async function startTestProvider(options: TestProviderOptions): Promise<TestProvider> {
  const { key, webhookSecret, webhookUrl, retryDelaysMs = RETRY_DELAYS_MS, clock = Date.now } = options
  const store = await openStore(options.dataDir)
  let origin = ''
  const world: World = { state: store.state, clock, origin: () => origin }
  forgetOldEvents(world)
  const courier = makeCourier({
    world,
    secret: webhookSecret,
    url: webhookUrl,
    retryDelaysMs,
    onAttempt: commit,
  })

  async function commit(): Promise<void> {
    await store.save()
    turn()
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  /** Does what is due, and comes back when something is due next. */
  function turn(): void {
    clearTimeout(timer)
    if (isStopped) return
    look()
    courier.look()
    const next = Math.min(courier.nextAt(), ...[...store.state.checkouts.values()].map(nextOf))
    if (next === Infinity) return
    timer = setTimeout(turn, Math.min(Math.max(next - clock(), 0), LONGEST_SLEEP_MS)).unref()
  }

  function look(): void {
    if (passTime(world)) void store.save().catch(complain)
  }

  const app = Fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )
  await app.register(async (api) => addApi(api, { world, key, passTime: look, commit }), { prefix: '/v1' })
  await app.register(async (pages) => addPages(pages, { world, passTime: look, commit }))
  const port = await listen(app, options.port)
  origin = `http://127.0.0.1:${port}`
  turn()

  return {
    origin,
    deliverTo(url) {
      courier.deliverTo(url)
      turn()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await courier.stop()
      await app.close()
      await store.save()
    },
  }
}

/** On this machine alone. @returns the port */
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

const complain = (error: unknown): void =>
  void process.stderr.write(`The test payments could not be saved: ${String(error)}\n`)
