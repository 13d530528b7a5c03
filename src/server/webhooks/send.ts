import { Resolver } from 'node:dns/promises'
import { Agent, request } from 'node:https'
import { type LookupFunction, isIP } from 'node:net'
import { SECOND_MS } from '../clock.ts'
import { isPublicAddress } from './public-address.ts'

const CONNECT_TIMEOUT_MS = 5 * SECOND_MS
const TOTAL_TIMEOUT_MS = 10 * SECOND_MS
const MAX_URL_LENGTH = 2000

/** How webhooks reach the network. Tests replace parts of it; no setting does. */
export type WebhookNetwork = {
  /** The addresses of a host name. */
  resolve: (host: string, signal: AbortSignal) => Promise<string[]>
  isAllowed: (address: string) => boolean
  /** Certificates that are trusted in place of the well-known ones. */
  ca?: string | undefined
}

export const PUBLIC_NETWORK: WebhookNetwork = { resolve: resolveHost, isAllowed: isPublicAddress }

/**
 * Not `dns.lookup`: it holds one of the four threads of the thread pool for as long as a name server of the user's choice takes,
 * and passwords are hashed there.
 */
async function resolveHost(host: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  signal.removeEventListener('abort', cancel)
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

/** Why an attempt failed: a short text without anything of the address or of the answer. */
export class WebhookError extends Error {}

/**
 * Parses the address of a webhook: https, no user name or password, not an IP address that is not public. Host names are resolved
 * and checked at each attempt.
 */
export function parseWebhookUrl(
  text: string,
  { isAllowed }: Pick<WebhookNetwork, 'isAllowed'> = PUBLIC_NETWORK,
): URL | undefined {
  if (text.length > MAX_URL_LENGTH) return undefined
  const url = URL.parse(text)
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '')
    return undefined
  const host = hostOf(url)
  return isIP(host) !== 0 && !isAllowed(host) ? undefined : url
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

type Notice = { url: string; body: string; signature: readonly [header: string, value: string] }

/**
 * Posts a notice. Every address of the host must be allowed, and the connection goes to one of those that were checked: a second
 * look-up could return another (DNS rebinding). Redirects are not followed, and the answer's body is not read.
 * @throws {WebhookError} unless the answer is 2xx
 */
export async function postWebhook(
  network: WebhookNetwork,
  { url: text, body, signature: [header, signature] }: Notice,
  stopping: AbortSignal,
): Promise<void> {
  const url = parseWebhookUrl(text, network)
  if (url === undefined) throw new WebhookError('the address is not accepted')
  const late = new AbortController()
  const connecting = setTimeout(() => late.abort(), CONNECT_TIMEOUT_MS)
  const whole = setTimeout(() => late.abort(), TOTAL_TIMEOUT_MS)
  const signal = AbortSignal.any([stopping, late.signal])
  try {
    const addresses = await allowedAddresses(network, hostOf(url), signal)
    const sending = post(url, {
      body,
      signal,
      lookup: lookupAmong(addresses),
      ca: network.ca,
      headers: { 'content-type': 'application/json', 'user-agent': 'Levro', [header]: signature },
      onConnect: () => clearTimeout(connecting),
    })
    const status = await unlessAborted(sending, signal)
    if (status < 200 || status > 299) throw new WebhookError(`the answer was ${status}`)
  } catch (error) {
    throw error instanceof WebhookError ? error : new WebhookError(problemOf(error, signal))
  } finally {
    clearTimeout(connecting)
    clearTimeout(whole)
  }
}

async function allowedAddresses(
  { resolve, isAllowed }: WebhookNetwork,
  host: string,
  signal: AbortSignal,
): Promise<string[]> {
  const addresses = isIP(host) === 0 ? await unlessAborted(resolve(host, signal), signal) : [host]
  if (addresses.length === 0) throw new WebhookError('the host has no address')
  if (!addresses.every(isAllowed)) throw new WebhookError('an address of the host is not public')
  return addresses
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(new WebhookError('no answer in time'))
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Returns the addresses that were checked, whatever the host name is. It is not called for a host that is an address. */
function lookupAmong(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, options, callback) => {
    if (options.all === true) callback(null, all)
    else callback(null, all[0]?.address ?? '', all[0]?.family)
  }
}

type Sending = {
  body: string
  signal: AbortSignal
  lookup: LookupFunction
  ca: string | undefined
  headers: Record<string, string>
  onConnect: () => void
}

/** @returns the status of the answer */
function post(url: URL, { body, signal, lookup, ca, headers, onConnect }: Sending): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  // Of its own: no connection is used again, for which no address would be checked.
  const agent = new Agent({ keepAlive: false })
  const length = Buffer.byteLength(body)
  const sending = request(
    url,
    {
      method: 'POST',
      agent,
      lookup,
      signal,
      headers: { ...headers, 'content-length': length },
      ...(ca !== undefined && { ca }),
    },
    (response) => {
      response.destroy()
      resolve(response.statusCode ?? 0)
    },
  )
  sending.on('socket', (socket) => socket.once('secureConnect', onConnect))
  // Also after the answer: the connection is closed while it may still be sent.
  sending.on('error', reject)
  // An answer that asks for another protocol (101) closes the request without an error and without a response.
  sending.on('close', () => reject(new WebhookError('the connection was closed')))
  sending.end(body)
  return promise
}

/** Messages of the network have addresses in them; their codes have not. */
function problemOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'no answer in time'
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'failed'
  return `the connection failed (${code.replaceAll(/[^A-Z_\d]/g, '')})`
}
