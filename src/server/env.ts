import { BlockList, isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import type { Operator } from '#product/operator.ts'
import { PRODUCT } from '#product/product.ts'

/** Network names that Fastify's `trustProxy` accepts. */
const NAMED_NETWORKS: Record<string, readonly string[]> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const NETWORK_NAMES = Object.keys(NAMED_NETWORKS)

/** Tells whether an IP address belongs to one of the trusted reverse proxies. */
export function trustedProxyMatcher(networks: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList()
  for (const network of networks.flatMap((name) => NAMED_NETWORKS[name] ?? [name])) {
    const [address = '', bits] = network.split('/')
    const isIPv4 = isIP(address) === 4
    list.addSubnet(address, Number(bits ?? (isIPv4 ? 32 : 128)), isIPv4 ? 'ipv4' : 'ipv6')
  }
  return (address = '') => {
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}

const DEFAULT_PORT = '3000'

/** The operator's settings. Only this file reads `process.env`. */
export type Env = {
  port: number
  host: string
  /** Path of a Unix socket to listen on instead of host and port, for a proxy on the same machine. */
  socket: string | undefined
  /** Folder of the SQLite file and, without `smtpUrl`, of emails. */
  dataDir: string
  /** At least 256 random bits, base64url; undefined: the file `secret.key` of the data folder. */
  secretKey: string | undefined
  /** Whether an empty database may take the place of an earlier one that is missing. */
  newDatabase: boolean
  /** PostgreSQL connection string; undefined: SQLite. */
  databaseUrl: string | undefined
  /** The origin that browsers see, `https://levro.bg`; undefined: the address of this server, without TLS. */
  publicOrigin: string | undefined
  /** What strict transport security covers, with an https `publicOrigin`: this host, also all hosts below it, or both for the preload list. */
  hsts: 'host' | 'subdomains' | 'preload'
  /** Networks of the reverse proxies whose `X-Forwarded-For` is trusted. */
  trustProxy: string[]
  /** Mail server, smtp:// or smtps://; undefined: emails are written to the data folder. */
  smtpUrl: string | undefined
  /** Sender address of emails. */
  mailFrom: string
  /** Named on the pages and receipts. */
  operator: Operator
  /** Undefined: nothing can be bought. */
  stripe: StripeEnv | undefined
  /** Undefined: metrics are not served. */
  metrics: { port: number; host: string } | undefined
  /** Registrations an hour that get their free tokens before the address is confirmed. */
  freeAccounts: { perNetwork: number; perProvider: number; total: number }
  logLevel: LogLevel
  /** Without NODE_ENV, an https:// PUBLIC_ORIGIN counts as production. */
  isProduction: boolean
}

export type StripeEnv = {
  secretKey: string
  webhookSecret: string
  /** Origin of a Stripe emulator on this machine, used instead of Stripe's API. */
  apiOrigin: string | undefined
  /** Whether it is a live key, as opposed to a test key. */
  isLive: boolean
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const NODE_ENVS = ['development', 'test', 'production'] as const

/** Invalid setting. The message is one sentence for the operator. */
export class EnvError extends Error {}

/** Names of all settings; the README describes each. */
export const SETTING_NAMES = [
  'NODE_ENV',
  'PORT',
  'HOST',
  'SOCKET',
  'DATA_DIR',
  'SECRET_KEY',
  'NEW_DATABASE',
  'DATABASE_URL',
  'PUBLIC_ORIGIN',
  'HSTS',
  'TRUST_PROXY',
  'SMTP_URL',
  'MAIL_FROM',
  'OPERATOR_NAME',
  'OPERATOR_NUMBER',
  'OPERATOR_ADDRESS',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_API_ORIGIN',
  'METRICS_PORT',
  'METRICS_HOST',
  'FREE_ACCOUNTS_PER_NETWORK',
  'FREE_ACCOUNTS_PER_PROVIDER',
  'FREE_ACCOUNTS_TOTAL',
  'LOG_LEVEL',
] as const

type SettingName = (typeof SETTING_NAMES)[number]
/** The trimmed value; undefined when it is empty. */
type Settings = (name: SettingName) => string | undefined

/** @throws {EnvError} naming the first invalid setting */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const setting: Settings = (name) => source[name]?.trim() || undefined
  const mode = oneOf('NODE_ENV', setting('NODE_ENV') ?? 'development', NODE_ENVS)
  return {
    port: port('PORT', setting('PORT') ?? DEFAULT_PORT),
    // Only this machine can reach the server by default.
    host: setting('HOST') ?? '127.0.0.1',
    socket: socket(setting('SOCKET'), setting('PUBLIC_ORIGIN')),
    dataDir: setting('DATA_DIR') ?? './data',
    secretKey: secretKey(setting('SECRET_KEY')),
    newDatabase: oneOf('NEW_DATABASE', setting('NEW_DATABASE') ?? 'no', ['yes', 'no']) === 'yes',
    databaseUrl: databaseUrl(setting('DATABASE_URL')),
    publicOrigin: publicOrigin(setting('PUBLIC_ORIGIN')),
    hsts: oneOf('HSTS', setting('HSTS') ?? 'host', ['host', 'subdomains', 'preload']),
    // Only a proxy on this machine can connect to a Unix socket.
    trustProxy: networks(setting('TRUST_PROXY') ?? (setting('SOCKET') && 'loopback')),
    smtpUrl: smtpUrl(setting('SMTP_URL')),
    mailFrom: mailFrom(setting('MAIL_FROM')),
    operator: {
      name: operatorText(setting, 'OPERATOR_NAME'),
      number: operatorText(setting, 'OPERATOR_NUMBER'),
      address: operatorText(setting, 'OPERATOR_ADDRESS'),
    },
    stripe: stripe(setting, isProductionSite(setting)),
    metrics: metrics(setting),
    freeAccounts: {
      perNetwork: count(setting, 'FREE_ACCOUNTS_PER_NETWORK', 30),
      perProvider: count(setting, 'FREE_ACCOUNTS_PER_PROVIDER', 100),
      total: count(setting, 'FREE_ACCOUNTS_TOTAL', 1000),
    },
    logLevel: oneOf(
      'LOG_LEVEL',
      setting('LOG_LEVEL') ?? (mode === 'production' ? 'info' : 'warn'),
      LOG_LEVELS,
    ),
    isProduction: isProductionSite(setting),
  }
}

function count(setting: Settings, name: SettingName, otherwise: number): number {
  const text = setting(name)
  if (text === undefined) return otherwise
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new EnvError(`${name} must be a whole number, not "${text}".`)
}

const OPERATOR_MAX_LENGTH = 200

function operatorText(setting: Settings, name: SettingName): string | undefined {
  const text = setting(name)
  if (text === undefined || (text.length <= OPERATOR_MAX_LENGTH && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)))
    return text
  throw new EnvError(`${name} must be one line of at most ${OPERATOR_MAX_LENGTH} characters.`)
}

/** The names of the operator's settings that are not set. */
export const missingOperatorSettings = ({ name, number, address }: Operator): string[] =>
  Object.entries({ OPERATOR_NAME: name, OPERATOR_NUMBER: number, OPERATOR_ADDRESS: address }).flatMap(
    ([setting, value]) => (value === undefined ? [setting] : []),
  )

function metrics(setting: Settings): Env['metrics'] {
  const text = setting('METRICS_PORT')
  if (text === undefined) return undefined
  const serverPort = setting('SOCKET') === undefined ? (setting('PORT') ?? DEFAULT_PORT) : undefined
  if (text === serverPort && text !== '0') throw new EnvError('METRICS_PORT must be another port than PORT.')
  return { port: port('METRICS_PORT', text), host: setting('METRICS_HOST') ?? '127.0.0.1' }
}

function port(name: SettingName, text: string): number {
  const number = Number(text)
  if (/^\d{1,5}$/.test(text) && number <= 65_535) return number
  throw new EnvError(`${name} must be a number from 0 to 65535, not "${text}".`)
}

/** Requires PUBLIC_ORIGIN: without a port the server has no address of its own. */
function socket(path: string | undefined, origin: string | undefined): string | undefined {
  if (path === undefined || (isAbsolute(path) && origin !== undefined)) return path
  throw new EnvError(
    'SOCKET must be a path from the root, like /run/levro/1/http.sock, and goes with PUBLIC_ORIGIN.',
  )
}

function oneOf<const T extends string>(name: SettingName, text: string, values: readonly T[]): T {
  const value = values.find((candidate) => candidate === text)
  if (value !== undefined) return value
  throw new EnvError(`${name} must be one of ${values.join(', ')}, not "${text}".`)
}

/** Different characters of a random key: fewer are not seen in 64 hexadecimal digits, of which there are 16. */
const LEAST_KEY_CHARACTERS = 10

function secretKey(text: string | undefined): string | undefined {
  if (text === undefined) return text
  const isVaried = new Set(text).size >= LEAST_KEY_CHARACTERS
  if (/^[A-Za-z0-9_-]{43,128}$/.test(text) && isVaried) return text
  // The value is a secret: the message does not repeat it.
  throw new EnvError(
    'SECRET_KEY must be 43 to 128 letters, digits, - and _ with 256 random bits, as of openssl rand -hex 32.',
  )
}

function databaseUrl(text: string | undefined): string | undefined {
  if (text === undefined || (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text))) return text
  // The value may hold a password: the message does not repeat it.
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
  // The value may hold a password: the message does not repeat it.
  throw new EnvError('SMTP_URL must be the address of a mail server, smtps://user:password@host:465.')
}

function mailFrom(text: string | undefined): string {
  if (text === undefined) return PRODUCT.supportEmail
  if (/^[^\s<>@,;:"()]+@[^\s<>@,;:"()]+\.[^\s<>@,;:"()]+$/.test(text)) return text
  throw new EnvError(`MAIL_FROM must be one email address, like noreply@levro.bg, not "${text}".`)
}

const isProductionSite = (setting: Settings): boolean =>
  (setting('NODE_ENV') ?? (setting('PUBLIC_ORIGIN')?.startsWith('https:') ? 'production' : '')) ===
  'production'

/** In production a test key or an emulator is an error: tokens would be granted without payment. */
function stripe(setting: Settings, isProduction: boolean): StripeEnv | undefined {
  const secretKey = setting('STRIPE_SECRET_KEY')
  const webhookSecret = setting('STRIPE_WEBHOOK_SECRET')
  const apiOrigin = setting('STRIPE_API_ORIGIN')
  if (
    apiOrigin !== undefined &&
    (isProduction || !/^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/.test(apiOrigin))
  )
    throw new EnvError(
      'STRIPE_API_ORIGIN is for a Stripe emulator on this machine, like http://127.0.0.1:3001, and not for production.',
    )
  // The values are secrets: messages do not repeat them.
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
  const invalid = list.find((part) => !isNetwork(part))
  if (invalid === undefined) return list
  throw new EnvError(
    `TRUST_PROXY must list networks like 10.0.0.0/8, or loopback, linklocal, uniquelocal; not "${invalid}".`,
  )
}

function isNetwork(text: string): boolean {
  if (NETWORK_NAMES.includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  // A prefix length of 0 would trust every address.
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}
