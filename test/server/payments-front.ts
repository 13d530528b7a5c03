import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { problemsOf, problemsOfEvent } from './published-api.ts'

/**
 * `slow` executes the request and delays the response by 30 s; `answer-lost` executes it and closes the connection without one.
 * `failing` and `nonsense` do not execute it and respond with Stripe's error, or by turns a page and an object of another kind.
 * `down` closes the connection.
 */
export type Behavior = 'fine' | 'slow' | 'answer-lost' | 'failing' | 'nonsense' | 'down'

/** One request and its answer, between the product and the provider. */
export type Exchange = {
  /** Sent by the product (`call`) or by the provider (`webhook`). */
  kind: 'call' | 'webhook'
  method: string
  path: string
  query: string
  headers: Record<string, string>
  request: string
  status: number
  response: string
  /** Differences from the published API. Computed when read: the comparison takes seconds. */
  readonly problems: string[]
}

export type Alteration = (answer: Record<string, unknown>) => object

export type Front = {
  origin: string
  /** The URL for the provider's webhooks, so that they pass through this proxy. */
  webhookUrl: string
  exchanges: Exchange[]
  behave: (manner: Behavior) => void
  /** Changes responses of the provider, for cases that the Stripe emulator does not produce. */
  alter: (change: Alteration | undefined) => void
  passWebhooksTo: (url: string | undefined) => void
  stop: () => Promise<void>
}

const SLOW_MS = 30_000
const WEBHOOK_PATH = '/front/webhook'
/** Headers of one connection; the body is sent as it was read. */
const HOP_BY_HOP_HEADERS = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
])

const FAILURE = JSON.stringify({ error: { message: 'An unknown error occurred', type: 'api_error' } })
const NONSENSE = [
  { type: 'text/html', body: '<html><body><h1>502 Bad Gateway</h1></body></html>' },
  { type: 'application/json', body: JSON.stringify({ object: 'list', data: 'none', url: 7 }) },
]

/** A proxy between the product and the provider: records requests, and misbehaves on request. */
export async function startFront(providerOrigin: () => string): Promise<Front> {
  const exchanges: Exchange[] = []
  let manner: Behavior = 'fine'
  let alteration: Alteration | undefined
  let receiver: string | undefined
  let nonsenseCount = 0
  const held = new Set<ReturnType<typeof setTimeout>>()

  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy())
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://front')
    if (url.pathname === WEBHOOK_PATH) return pass(request, response, receiver, 'webhook')
    const now = manner
    if (now === 'down') return void request.socket.destroy()
    if (now === 'failing')
      return make(request, response, { status: 500, type: 'application/json', body: FAILURE })
    if (now === 'nonsense') {
      const { type, body } = NONSENSE[nonsenseCount++ % NONSENSE.length] ?? { type: '', body: '' }
      return make(request, response, { status: 200, type, body })
    }
    await pass(request, response, providerOrigin() + request.url, 'call', now)
  }

  function keep(exchange: Omit<Exchange, 'problems'>, compare: () => string[]): void {
    let found: string[] | undefined
    exchanges.push({
      ...exchange,
      get problems() {
        return (found ??= compare())
      },
    })
  }

  /** Responds instead of the provider. The request is compared with the published API all the same. */
  async function make(
    request: IncomingMessage,
    response: ServerResponse,
    { status, type, body }: { status: number; type: string; body: string },
  ): Promise<void> {
    const sent = await read(request)
    keep({ kind: 'call', ...sent, status, response: body }, () =>
      problemsOf({ ...sent, body: sent.request }, undefined),
    )
    response.writeHead(status, { 'content-type': type }).end(body)
  }

  async function pass(
    request: IncomingMessage,
    response: ServerResponse,
    target: string | undefined,
    kind: Exchange['kind'],
    how: Behavior = 'fine',
  ): Promise<void> {
    const sent = await read(request)
    if (target === undefined) return void response.writeHead(503).end()
    const answer = await fetch(target, {
      method: sent.method,
      headers: sent.headers,
      redirect: 'manual',
      ...(sent.request !== '' && { body: sent.request }),
    }).catch(() => undefined)
    if (answer === undefined) return void response.writeHead(502).end()
    const { status } = answer
    const said = await answer.text()
    const body = kind === 'call' && alteration !== undefined ? altered(said, alteration) : said
    keep({ kind, ...sent, status, response: body }, () =>
      kind === 'webhook'
        ? problemsOfEvent(sent.request)
        : problemsOf({ ...sent, body: sent.request }, { status, body }),
    )
    const give = () => response.writeHead(status, passedHeaders(answer.headers)).end(body)
    if (how === 'answer-lost') request.socket.destroy()
    else if (how === 'slow') held.add(setTimeout(give, SLOW_MS))
    else give()
  }

  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  return {
    origin,
    webhookUrl: origin + WEBHOOK_PATH,
    exchanges,
    behave: (next) => void (manner = next),
    alter: (next) => void (alteration = next),
    passWebhooksTo: (url) => void (receiver = url),
    async stop() {
      for (const timer of held) clearTimeout(timer)
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const altered = (body: string, change: Alteration): string =>
  JSON.stringify(change(JSON.parse(body) as Record<string, unknown>))

async function read(request: IncomingMessage) {
  const { pathname, search } = new URL(request.url ?? '/', 'http://front')
  const headers = new Headers()
  for (const [name, values] of Object.entries(request.headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  return {
    method: request.method ?? 'GET',
    path: pathname,
    query: search.slice(1),
    headers: passedHeaders(headers),
    request: (await buffer(request)).toString(),
  }
}

const passedHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => !HOP_BY_HOP_HEADERS.has(name)))
