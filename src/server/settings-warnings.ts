import { type Env, missingOperatorSettings } from './env.ts'

/** Settings that work but leave something open, one sentence each, for the log at the start. */
export function settingsWarnings(env: Env): string[] {
  const { isProduction, publicOrigin, smtpUrl, trustProxy, databaseUrl } = env
  const warnings: string[] = []
  if (publicOrigin === undefined && (isProduction || smtpUrl !== undefined))
    warnings.push(
      'PUBLIC_ORIGIN is not set: cookies are sent without TLS, and links in emails and of payments point to this machine',
    )
  // This server speaks no TLS itself: there must be a proxy.
  if (publicOrigin?.startsWith('https:') === true && trustProxy.length === 0)
    warnings.push('TRUST_PROXY is not set: all clients behind the proxy share the limits of one')
  if (databaseUrl !== undefined && !isEncryptedOrLocal(databaseUrl))
    warnings.push('DATABASE_URL has no sslmode=verify-full: the connection to another machine may be read')
  // Pages and receipts must say who sells (Directive 2000/31/EC, Article 5).
  const missing = missingOperatorSettings(env.operator)
  if (isProduction && missing.length > 0)
    warnings.push(
      `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set: pages and receipts do not say who sells`,
    )
  return warnings
}

/** Hosts that are this machine; a path is that of a Unix socket. */
const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|\/.*|)$/

/** As `pg` takes a connection string: a `host` among its parameters counts, and these modes check certificates, unless as in libpq. */
function isEncryptedOrLocal(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  const isAsLibpq = searchParams.get('uselibpqcompat') === 'true'
  const modes = isAsLibpq ? ['verify-full'] : ['require', 'verify-ca', 'verify-full']
  return LOCAL.test(host) || modes.includes(searchParams.get('sslmode') ?? '')
}
