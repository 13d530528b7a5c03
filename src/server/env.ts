import { BlockList, isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import { PRODUCT } from '#product/product.ts'

/** What Fastify means by these names. */
const NAMED_NETWORKS: Record<string, readonly string[]> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

export const NETWORK_NAMES = Object.keys(NAMED_NETWORKS)

/** Whether an address is of one of the reverse proxies that the operator trusts. */
export function trustedProxyMatcher(networks: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList()
  for (const network of networks.flatMap((name) => NAMED_NETWORKS[name] ?? [name])) {
    const [address = '', bits] = network.split('/')
    const isFour = isIP(address) === 4
    list.addSubnet(address, Number(bits ?? (isFour ? 32 : 128)), isFour ? 'ipv4' : 'ipv6')
  }
  return (address = '') => {
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}

const DEFAULT_PORT = '3000'

/** What the operator sets from outside; this file alone reads `process.env`. */
export type Env = {
  port: number
  host: string
  /** The file of a socket to listen on in place of host and port, for a proxy on the same machine. */
  socket: string | undefined
  /** Folder of the SQLite file, used without `databaseUrl`. */
  dataDir: string
  /** A PostgreSQL address; its absence means SQLite. */
  databaseUrl: string | undefined
  /** The address that browsers see, `https://levro.bg`; its absence means the address they came to, without TLS. */
  publicOrigin: string | undefined
  /** Networks of the reverse proxies whose `X-Forwarded-For` is believed; empty means nobody's. */
  trustProxy: string[]
  /** Where letters are handed in, smtp:// or smtps://; its absence means files in the data folder. */
  smtpUrl: string | undefined
  /** The address that letters come from. */
  mailFrom: string
  /** The payment provider; its absence means that nothing can be bought. */
  stripe: StripeEnv | undefined
  /** Where metrics are served; its absence means nowhere. */
  metrics: { port: number; host: string } | undefined
  logLevel: LogLevel
}

export type StripeEnv = {
  secretKey: string
  webhookSecret: string
  /** Where the provider's API is asked in place of its own address: a test provider on this machine. */
  apiOrigin: string | undefined
  /** Whether the key moves money. */
  isLive: boolean
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const NODE_ENVS = ['development', 'test', 'production'] as const

/** A setting that makes no sense. The message is one sentence for the operator. */
export class EnvError extends Error {}

/** @throws {EnvError} naming the first setting that makes no sense */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const setting = (name: string) => source[name]?.trim() || undefined
  const mode = oneOf('NODE_ENV', setting('NODE_ENV') ?? 'development', NODE_ENVS)
  return {
    port: port('PORT', setting('PORT') ?? DEFAULT_PORT),
    // Only this machine can reach the server until the operator says otherwise.
    host: setting('HOST') ?? '127.0.0.1',
    socket: socket(setting('SOCKET'), setting('PUBLIC_ORIGIN')),
    dataDir: setting('DATA_DIR') ?? './data',
    databaseUrl: databaseUrl(setting('DATABASE_URL')),
    publicOrigin: publicOrigin(setting('PUBLIC_ORIGIN')),
    // By a file nobody comes but a proxy of this machine.
    trustProxy: networks(setting('TRUST_PROXY') ?? (setting('SOCKET') && 'loopback')),
    smtpUrl: smtpUrl(setting('SMTP_URL')),
    mailFrom: mailFrom(setting('MAIL_FROM')),
    stripe: stripe(setting, isProductionSite(setting)),
    metrics: metrics(setting),
    logLevel: oneOf(
      'LOG_LEVEL',
      setting('LOG_LEVEL') ?? (mode === 'production' ? 'info' : 'warn'),
      LOG_LEVELS,
    ),
  }
}

function metrics(setting: (name: string) => string | undefined): Env['metrics'] {
  const text = setting('METRICS_PORT')
  if (text === undefined) return undefined
  const taken = setting('SOCKET') === undefined ? (setting('PORT') ?? DEFAULT_PORT) : undefined
  if (text === taken && text !== '0') throw new EnvError('METRICS_PORT must be another port than PORT.')
  return { port: port('METRICS_PORT', text), host: setting('METRICS_HOST') ?? '127.0.0.1' }
}

function port(name: string, text: string): number {
  const number = Number(text)
  if (/^\d{1,5}$/.test(text) && number <= 65_535) return number
  throw new EnvError(`${name} must be a number from 0 to 65535, not "${text}".`)
}

/** Without a port there is no address that the server could tell people by itself. */
function socket(path: string | undefined, origin: string | undefined): string | undefined {
  if (path === undefined || (isAbsolute(path) && origin !== undefined)) return path
  throw new EnvError(
    'SOCKET must be a path from the root, like /run/levro/1/http.sock, and goes with PUBLIC_ORIGIN.',
  )
}

function oneOf<const T extends string>(name: string, text: string, values: readonly T[]): T {
  const value = values.find((candidate) => candidate === text)
  if (value !== undefined) return value
  throw new EnvError(`${name} must be one of ${values.join(', ')}, not "${text}".`)
}

function databaseUrl(text: string | undefined): string | undefined {
  if (text === undefined || (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text))) return text
  // The value may hold a password: it is not repeated.
  throw new EnvError('DATABASE_URL must be a PostgreSQL address, postgresql://user:password@host:5432/name.')
}

function publicOrigin(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  throw new EnvError(`PUBLIC_ORIGIN must be an address without a path, like https://levro.bg, not "${text}".`)
}

function smtpUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '') return text
  // The value may hold a password: it is not repeated.
  throw new EnvError('SMTP_URL must be the address of a mail server, smtps://user:password@host:465.')
}

function mailFrom(text: string | undefined): string {
  if (text === undefined) return PRODUCT.supportEmail
  if (/^[^\s<>@,;:"()]+@[^\s<>@,;:"()]+\.[^\s<>@,;:"()]+$/.test(text)) return text
  throw new EnvError(`MAIL_FROM must be one email address, like noreply@levro.bg, not "${text}".`)
}

/** A site with TLS and without a word on what it is for counts as one where people pay. */
const isProductionSite = (setting: (name: string) => string | undefined): boolean =>
  (setting('NODE_ENV') ?? (setting('PUBLIC_ORIGIN')?.startsWith('https:') ? 'production' : '')) ===
  'production'

/** Money that is none buys nothing in production: test keys and test providers end the start there. */
function stripe(setting: (name: string) => string | undefined, isProduction: boolean): StripeEnv | undefined {
  const [secretKey, webhookSecret, apiOrigin] = [
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_API_ORIGIN',
  ].map(setting)
  if (
    apiOrigin !== undefined &&
    (isProduction || !/^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/.test(apiOrigin))
  )
    throw new EnvError(
      'STRIPE_API_ORIGIN is for a test provider on this machine, like http://127.0.0.1:3001, and not for production.',
    )
  // The values are secrets: they are not repeated.
  if (secretKey === undefined) {
    if (webhookSecret === undefined && apiOrigin === undefined) return undefined
    throw new EnvError(
      'STRIPE_SECRET_KEY is missing; STRIPE_WEBHOOK_SECRET and STRIPE_API_ORIGIN go with it.',
    )
  }
  if (!/^[sr]k_(?:test|live)_\w+$/.test(secretKey))
    throw new EnvError(
      'STRIPE_SECRET_KEY must be a secret or restricted key of Stripe, sk_live_… or rk_live_….',
    )
  const isLive = /^[sr]k_live_/.test(secretKey)
  if (isLive && apiOrigin !== undefined)
    throw new EnvError(
      'STRIPE_SECRET_KEY moves money: it goes to no other place than Stripe. Unset STRIPE_API_ORIGIN.',
    )
  if (isProduction && !isLive)
    throw new EnvError(
      'STRIPE_SECRET_KEY is a test key: production takes only one that moves money, sk_live_….',
    )
  if (webhookSecret === undefined || !/^whsec_\w+$/.test(webhookSecret))
    throw new EnvError('STRIPE_WEBHOOK_SECRET must be the signing secret of the webhook endpoint, whsec_….')
  return { secretKey, webhookSecret, apiOrigin, isLive }
}

function networks(text: string | undefined): string[] {
  const list = (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const wrong = list.find((part) => !isNetwork(part))
  if (wrong === undefined) return list
  throw new EnvError(
    `TRUST_PROXY must list networks like 10.0.0.0/8, or loopback, linklocal, uniquelocal; not "${wrong}".`,
  )
}

function isNetwork(text: string): boolean {
  if (NETWORK_NAMES.includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  // A prefix of 0 would believe everyone.
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}
