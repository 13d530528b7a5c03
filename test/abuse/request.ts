import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { type Socket, connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '../server/client.ts'
import { sendRaw } from '../server/raw-request.ts'
import { BYSTANDER_LIMIT_MS } from './bystander.ts'
import { type Failures, expectValidResponse } from './clean.ts'

/** Limit of any response: four times the wait allowed to a bystander, at least 5 s. */
export const MAX_RESPONSE_MS = Math.max(5000, 4 * BYSTANDER_LIMIT_MS)

export type Question = {
  method?: string
  /** Sent unchanged. */
  path: string
  headers?: Record<string, string | string[]>
  /** Sent as JSON, with its content type. */
  json?: unknown
  /** Sent unchanged, without a content type. */
  body?: string | Buffer
  /** The client whose cookies are sent. */
  as?: Pick<Client, 'cookie' | 'device'>
  /** Another local address to connect from. */
  from?: string
  failures?: Failures
}

export type Reply = { status: number; headers: IncomingHttpHeaders; setCookies: string[]; text: string }

/** The parts of a response that must not differ: all but the date, the request id and Retry-After. */
export function comparableParts({ status, text, headers }: Reply): unknown {
  const { date: _date, 'x-request-id': _id, 'retry-after': _retry, ...rest } = headers
  return { status, text, headers: rest }
}

/**
 * Sends one request with exactly these headers over its own connection, and checks what holds for every
 * response.
 */
export async function ask(origin: string, question: Question): Promise<Reply> {
  const { method = 'GET', path, headers = {}, json, as, from, failures = 'none' } = question
  const body = json === undefined ? question.body : JSON.stringify(json)
  const cookies = [as?.cookie, as?.device].filter((cookie) => cookie !== undefined).join('; ')
  const answer = await sendRaw(origin, {
    method,
    path,
    headers: { ...(cookies !== '' && { cookie: cookies }), ...headers },
    ...(from !== undefined && { from }),
    ...(body !== undefined && { body }),
    type: json === undefined ? null : 'application/json',
    signal: AbortSignal.timeout(MAX_RESPONSE_MS),
  })
  const reply: Reply = {
    status: answer.status,
    headers: answer.headers,
    setCookies: answer.headers['set-cookie'] ?? [],
    text: answer.body.toString(),
  }
  const seen = {
    // A response to HEAD has no error message.
    path: method === 'HEAD' ? '/' : path,
    status: reply.status,
    contentType: reply.headers['content-type'] ?? '',
    text: reply.text,
    retryAfter: reply.headers['retry-after'] !== undefined,
  }
  expectValidResponse(seen, failures)
  return reply
}

export type RawAnswer = { status: number; head: string; text: string }
export type RawReply = {
  answers: RawAnswer[]
  /** All received bytes, as latin1. */
  raw: string
  /** Whether the server closed the connection. */
  closed: boolean
}

export type RawOptions = {
  from?: string
  /** Stops waiting after as many responses; otherwise the server must close the connection. */
  answers?: number
  /** Time limit after which the bytes received so far are the reply. */
  timeoutMs?: number
  /** The rules of the API apply to the responses unless the path is that of a page. */
  path?: string
  failures?: Failures
}

/** Sends bytes over their own connection, as no regular client would; pieces are sent one after another. */
export async function sendBytes(
  origin: string,
  pieces: string | Buffer | (string | Buffer)[],
  options: RawOptions = {},
): Promise<RawReply> {
  const socket = await openRaw(origin, options.from)
  const chunks: Buffer[] = []
  const read = () => Buffer.concat(chunks).toString('latin1')
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // A reset counts as an end too.
  const ended = once(socket, 'close').catch(() => {})
  for (const piece of [pieces].flat()) {
    if (socket.closed || !socket.writable) break
    const isTaken = socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)
    // Data still buffered here was not sent.
    await (isTaken ? delay(5) : Promise.race([once(socket, 'drain'), ended, delay(MAX_RESPONSE_MS)]))
  }
  const until = Date.now() + (options.timeoutMs ?? MAX_RESPONSE_MS)
  const isEnough = () => options.answers !== undefined && readAnswers(read()).length >= options.answers
  while (!socket.closed && !isEnough() && Date.now() < until) await Promise.race([ended, delay(10)])
  const { closed } = socket
  const isOver = closed || isEnough()
  const raw = read()
  socket.destroy()
  if (!isOver && options.timeoutMs === undefined)
    throw new Error(`No end of the answer after ${MAX_RESPONSE_MS} ms: ${raw.slice(0, 300)}`)
  const answers = readAnswers(raw)
  for (const { status, head, text } of answers)
    expectValidResponse(
      {
        path: options.path ?? '/api/',
        status,
        contentType: /^content-type: (.*)$/im.exec(head)?.[1]?.trim() ?? '',
        text: Buffer.from(text, 'latin1').toString(),
        retryAfter: /^retry-after: \d+/im.test(head),
      },
      options.failures ?? 'none',
    )
  return { answers, raw, closed }
}

/** Opens a connection and sends nothing. The caller handles its errors. */
export async function openRaw(origin: string, from?: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), ...(from && { localAddress: from }) })
  await once(socket, 'connect')
  socket.on('error', () => {})
  return socket
}

/** The complete responses at the start of the received bytes. */
function readAnswers(raw: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = raw
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(rest)?.[1])
    if (end === -1 || Number.isNaN(status)) return answers
    const head = rest.slice(0, end)
    const body = rest.slice(end + 4)
    const taken = isBare(status)
      ? { text: '', length: 0 }
      : /^transfer-encoding: chunked/im.test(head)
        ? unchunk(body)
        : plain(body, head)
    if (taken === undefined) return answers
    if (status >= 200) answers.push({ status, head, text: taken.text })
    rest = body.slice(taken.length)
  }
}

const isBare = (status: number): boolean => status < 200 || status === 204 || status === 304

function plain(body: string, head: string): { text: string; length: number } | undefined {
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? body.length)
  return body.length < length ? undefined : { text: body.slice(0, length), length }
}

function unchunk(body: string): { text: string; length: number } | undefined {
  let at = 0
  let text = ''
  for (;;) {
    const line = body.indexOf('\r\n', at)
    if (line === -1) return undefined
    const size = Number.parseInt(body.slice(at, line), 16)
    const end = line + 2 + size + 2
    if (body.length < end) return undefined
    if (size === 0) return { text, length: end }
    text += body.slice(line + 2, line + 2 + size)
    at = end
  }
}
