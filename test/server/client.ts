import { AssertionError } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { login, register } from '#api/auth.ts'
import { type BulkReply, convertBulk } from '#api/conversions.ts'
import type { Endpoint, ReplyOf } from '#api/endpoint.ts'
import { type ErrorBody, errorBody } from '#api/errors.ts'

export type Answer<Reply> = {
  status: number
  /** The reply, validated against the contract; throws for an error. */
  reply: Reply
  /** The error, validated against the contract; throws for a success. */
  refusal: ErrorBody
  text: string
  headers: Headers
}

type Input = {
  params?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

export const PASSWORD = 'a long enough secret'

/** A browser from the server's point of view: typed calls with a cookie jar. */
export class Client {
  /** The origin of the server; a restarted server has another port. */
  origin: string
  readonly email = `${randomUUID()}@example.bg`
  cookie: string | undefined
  /** The cookie of a known device. */
  device: string | undefined
  /** After so long a request fails, ms; by default none does. */
  timeoutMs: number | undefined

  constructor(origin: string) {
    this.origin = origin
  }

  /** The same browser, with its cookies, for a server at another origin. */
  at(origin: string): Client {
    return Object.assign(new Client(origin), {
      cookie: this.cookie,
      device: this.device,
      timeoutMs: this.timeoutMs,
    })
  }

  register = (email = this.email, password = PASSWORD) => this.call(register, { body: { email, password } })

  login = (email = this.email, password = PASSWORD) => this.call(login, { body: { email, password } })

  bulk = (
    rows: unknown,
    options: { key?: string; filename?: string; source?: string; part?: string } = {},
  ): Promise<Answer<BulkReply>> =>
    this.call(convertBulk, {
      body: {
        rows,
        filename: options.filename ?? 'prices.csv',
        source: options.source ?? 'upload',
        ...(options.part !== undefined && { part: options.part }),
      },
      headers: options.key === undefined ? {} : { 'idempotency-key': options.key },
    })

  async call<E extends Endpoint>(endpoint: E, input: Input = {}): Promise<Answer<ReplyOf<E>>> {
    const path = Object.entries(input.params ?? {}).reduce<string>(
      (path, [name, value]) => path.replace(`:${name}`, encodeURIComponent(value)),
      endpoint.path,
    )
    const isJson = input.body !== undefined
    const headers = { ...(isJson && { 'content-type': 'application/json' }), ...input.headers }
    const body = isJson ? JSON.stringify(input.body) : undefined
    const { signal = null } = input
    return this.send(endpoint, path, { method: endpoint.method, headers, body: body ?? null, signal })
  }

  /** Sends any request, as an attacker would; the response is still validated against the contract. */
  async send<E extends Endpoint>(endpoint: E, path: string, init: RequestInit): Promise<Answer<ReplyOf<E>>> {
    const headers = new Headers(init.headers)
    const cookies = [this.cookie, this.device].filter((cookie) => cookie !== undefined)
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
    const { response, text } = await this.#fetch(path, { ...init, headers })
    this.#keepCookie(response)
    return {
      status: response.status,
      text,
      headers: response.headers,
      get reply() {
        if (response.status !== 200) throw new Error(`refused: ${response.status} ${text.slice(0, 300)}`)
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked by the schema it names
        return endpoint.reply.parse(JSON.parse(text)) as ReplyOf<E>
      },
      get refusal() {
        if (response.status < 400) throw new Error(`not refused: ${response.status} ${text.slice(0, 300)}`)
        return errorBody.parse(JSON.parse(text))
      },
    }
  }

  async #fetch(path: string, init: RequestInit): Promise<{ response: Response; text: string }> {
    const late = this.timeoutMs === undefined ? undefined : AbortSignal.timeout(this.timeoutMs)
    const signals = [init.signal, late].filter((signal) => signal instanceof AbortSignal)
    try {
      const response = await fetch(this.origin + path, { ...init, signal: AbortSignal.any(signals) })
      return { response, text: await response.text() }
    } catch (cause) {
      const message = `${init.method} ${path} has no answer after ${this.timeoutMs} ms`
      throw late?.aborted === true ? new AssertionError({ message }) : cause
    }
  }

  #keepCookie(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const kept = pair.endsWith('=') ? undefined : pair
      if (/^(?:__Host-)?levro-device=/.test(pair)) this.device = kept
      else this.cookie = kept
    }
  }
}
