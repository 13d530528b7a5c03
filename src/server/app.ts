import cookies from '@fastify/cookie'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { addAuthRoutes, addRecoveryRoutes } from './auth/routes.ts'
import { hasApiKey, makeApiKeyCheck } from './auth/api-keys/bearer.ts'
import { addApiKeyRoutes } from './auth/api-keys/routes.ts'
import { makeAccountCookies } from './auth/cookies.ts'
import { type PasswordHasher, makePasswordHasher } from './auth/password-hash.ts'
import { findSignedIn } from './auth/sessions.ts'
import { addAccountRoutes } from './account/routes.ts'
import { makeSignIn } from './auth/sign-in.ts'
import type { Clock } from './clock.ts'
import { makeBulkConverter } from './conversions/worker-pool.ts'
import { addBulkRoutes } from './conversions/bulk-routes.ts'
import { type Charge, makeCharge } from './conversions/charge.ts'
import { addJobRoutes } from './conversions/job-routes.ts'
import { startCheckpoints } from './db/checkpoints.ts'
import { dialectOf } from './db/database.ts'
import type { Db } from './db/schema.ts'
import { openSecretKey } from './db/key-fingerprint.ts'
import { makeStorageHealth } from './db/storage-health.ts'
import { type Env, trustedProxyMatcher } from './env.ts'
import { type RejectUnserved, collectMethods } from './http/allowed-methods.ts'
import { startBackgroundFiles } from './files/background.ts'
import { FILES_POLL_MS } from './files/run-waiting.ts'
import { makeFileConverter } from './files/pool.ts'
import { addFileRoutes } from './files/routes.ts'
import { addStoredFileRoutes } from './files/stored-routes.ts'
import type { FileConverter, FileStore } from './files/types.ts'
import { MAX_BODY_BYTES, requireBodyHeaders, acceptRawBodies } from './http/body.ts'
import { type BodyMemory, makeBodyMemory } from './http/body-memory.ts'
import { limitBodyTimes } from './http/body-time.ts'
import { limitConnections, serveInTurn } from './http/connections.ts'
import { addCspReportRoute } from './http/csp-reports.ts'
import { makeGracefulShutdown } from './http/graceful-shutdown.ts'
import { handleError } from './http/error-handler.ts'
import { handleClientError, handleFrameworkError, rejectInvalidHeaders } from './http/malformed-requests.ts'
import {
  addHealthRoutes,
  addOpenApiRoute,
  addSecurityTxtRoutes,
  addSharedFilesRoutes,
} from './http/meta-routes.ts'
import { API_PREFIX, type Api } from './http/routes.ts'
import { rewriteUndecodableUrl, registerPages } from './http/pages.ts'
import { throwApiError } from './http/api-error.ts'
import { isCrossSite, ownOrigins, siteOrigin } from './http/origins.ts'
import {
  keepClientAddress,
  logRequests,
  logStream,
  serializeError,
  makeRequestId,
  setRequestIdHeader,
} from './http/log.ts'
import { securityHeaders, setSecurityHeaders } from './http/security-headers.ts'
import { addTermsRoute } from './auth/terms.ts'
import { makeMailTransport } from './mail/transport.ts'
import { makeComposer } from './emails/compose.ts'
import { OUTBOX_POLL_MS, startEmailDispatcher } from './mail/dispatcher.ts'
import { type Outbox, makeOutbox } from './mail/outbox.ts'
import { type Counters, makeCounters } from './metrics/counters.ts'
import { type PaymentServices, makePaymentServices, addPaymentRoutes } from './payments/routes.ts'
import { RECONCILE_INTERVAL_MS, startReconciliation } from './payments/reconcile.ts'
import { type SecretKey, reportingUnopened } from './secret-key.ts'
import { logSecurityEvents } from './security-log/log-requests.ts'
import { makeSecurityLog } from './security-log/security-log.ts'
import { addSecondFactorSettingsRoutes } from './auth/second-factor/settings-routes.ts'
import { addSecondFactorSignInRoutes } from './auth/second-factor/sign-in-routes.ts'
import { makeReadingBudget } from './rate-limit/reading-budget.ts'
import { makeReportLimits } from './rate-limit/report-limits.ts'
import { addContactRoute } from './support/routes.ts'
import { isLoopback, networkKey } from './rate-limit/keys.ts'
import { consumeLimits } from './rate-limit/rate-limit.ts'
import { freeTokenLimits } from './tokens/free-tokens.ts'
import { startLedgerChain } from './tokens/chain.ts'
import { startHourlyCleanup } from './cleanup.ts'
import { PUBLIC_NETWORK, type WebhookNetwork } from './webhooks/send.ts'
import { settingsWarnings } from './settings-warnings.ts'

export type AppDependencies = {
  env: Env
  db: Db
  clock: Clock
  /** Folder of the built pages; without it only the API is served. */
  pagesRoot?: string | undefined
  /** Outbox poll interval, ms. New emails are sent at once. */
  outboxPollMs?: number
  /** Interval between checks of unfinished purchases at the payment provider, ms. */
  reconcileIntervalMs?: number
  /** By default one whose hashes cost what OWASP recommends. Tests that sign up thousands of accounts need cheaper ones. */
  hasher?: PasswordHasher | undefined
  /** Interval at which waiting files and webhooks are polled, ms. */
  filesPollMs?: number
  /** By default a pool with one thread. Tests replace it. */
  fileConverter?: FileConverter | undefined
  /** By default the internet without its special addresses. */
  webhookNetwork?: WebhookNetwork | undefined
}

export type Server = {
  app: FastifyInstance
  /** Shuts down gracefully; `app.close()` closes at once. */
  stop: () => Promise<void>
}

/**
 * Builds the server without listening. The caller closes the database, after the app.
 * @throws {EnvError} when the secret key is not that of the database
 */
export async function buildApp(dependencies: AppDependencies): Promise<Server> {
  const { env, db, clock, pagesRoot } = dependencies
  const headers = securityHeaders(env.publicOrigin, env.hsts)
  const ownKey = await openSecretKey(db, env)
  const app = makeApp(env, headers)
  const key = reportingUnopened(ownKey, (use) =>
    app.log.error({ use }, 'a stored secret was not encrypted with this secret key, and is not accepted'),
  )
  const shutdown = makeGracefulShutdown(app, env)
  const rejectUnserved = collectMethods(app)
  app.setNotFoundHandler(rejectUnserved)
  setSecurityHeaders(app, headers)
  setRequestIdHeader(app)
  const counters = makeCounters()
  const storage = makeStorageHealth(db, clock)
  if (env.metrics !== undefined) {
    const { startMetricsServer } = await import('./metrics/server.ts')
    startMetricsServer(app, { db, clock, counters, storage, ...env.metrics })
  }
  await app.register(cookies)
  logRequests(app)
  rejectInvalidHeaders(app)
  addHealthRoutes(app, storage, shutdown.isShuttingDown)
  addSecurityTxtRoutes(app, { env, clock })
  for (const warning of settingsWarnings(env)) app.log.warn(warning)
  const outbox = openOutbox(app, dependencies, key)
  const payments = await openPayments(app, dependencies, outbox)
  const memory = makeBodyMemory(networkKey)
  const { cspReports } = counters
  const count = (directive: string) => cspReports.set(directive, (cspReports.get(directive) ?? 0) + 1)
  await app.register((scope) => addCspReportRoute(scope, { count, memory, ...makeReportLimits() }))
  const { hasher = makePasswordHasher() } = dependencies
  const charge = makeCharge(db, dialectOf(env))
  const files = startFiles(app, dependencies, { key, charge, counters })
  const forApi = {
    env,
    db,
    clock,
    key,
    hasher,
    outbox,
    payments,
    charge,
    files,
    counters,
    memory,
    rejectUnserved,
  }
  await app.register((scope) => addApi(scope, forApi), { prefix: API_PREFIX })
  if (dialectOf(env) === 'sqlite') startCheckpoints(app, { db, dataDir: env.dataDir })
  startLedgerChain(app, { db, clock, dialect: dialectOf(env) })
  startHourlyCleanup(app, { db, clock, dataDir: env.dataDir })
  addSharedFilesRoutes(app)
  if (pagesRoot !== undefined) await registerPages(app, { root: pagesRoot, operator: env.operator })
  return { app, stop: shutdown.stop }
}

/** Endpoints are checked by their contracts. Fastify would load Ajv, a sixth of the time until the server listens. */
const WITHOUT_SCHEMAS = {
  compilersFactory: { buildValidator: () => rejectSchema, buildSerializer: () => rejectSchema },
}

function rejectSchema(): never {
  throw new Error('Routes have no schema of Fastify.')
}

function makeApp(env: Env, headers: Record<string, string>): FastifyInstance {
  const app: FastifyInstance = fastify({
    bodyLimit: MAX_BODY_BYTES,
    // Bodies are limited by `limitBodyTimes`.
    requestTimeout: 0,
    // A request without Host is rejected by `rejectInvalidHeaders`, with an error body.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5000, requireHostHeader: false },
    clientErrorHandler: (error, socket) => handleClientError({ log: app.log, headers }, error, socket),
    // Closes inactive connections, such as those whose response is never read.
    connectionTimeout: 120_000,
    // Longer than the idle timeout of any proxy, so that the proxy closes the connection (see `graceful-shutdown.ts`).
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // Requests that arrive while the server closes are served, then their connection is closed.
    return503OnClosing: false,
    trustProxy: env.trustProxy.length > 0 ? env.trustProxy : false,
    rewriteUrl: (request) => rewriteUndecodableUrl(request.url ?? '/'),
    genReqId: makeRequestId(env.trustProxy),
    logController: new LogController({ disableRequestLogging: true }),
    logger: { level: env.logLevel, serializers: { err: serializeError }, stream: logStream },
    frameworkErrors: (error, request, reply) => handleFrameworkError(error, request, reply.headers(headers)),
    schemaController: WITHOUT_SCHEMAS,
  })
  // A failed accept (EMFILE, ENFILE) must not end the process. Added after listening, whose own errors must.
  app.addHook('onListen', async () => {
    app.server.on('error', (err) => app.log.error({ err }, 'a connection could not be accepted'))
  })
  keepClientAddress(app)
  const isProxy = trustedProxyMatcher(env.trustProxy)
  limitConnections(app, {
    networkOf: networkKey,
    isUnlimited: (address) => isProxy(address) || (!env.isProduction && isLoopback(address)),
  })
  serveInTurn(app)
  limitBodyTimes(app)
  // Outside the API no route takes a body.
  app.removeAllContentTypeParsers()
  app.decorateRequest('errorCode', undefined)
  app.setErrorHandler(handleError)
  return app
}

function openOutbox(app: FastifyInstance, dependencies: AppDependencies, key: SecretKey): Outbox {
  const { env, db, clock, outboxPollMs = OUTBOX_POLL_MS } = dependencies
  const transport = makeMailTransport(env)
  const compose = makeComposer({
    db,
    clock,
    key,
    operator: env.operator,
    siteOrigin: () => siteOrigin(app, env),
  })
  const { wake } = startEmailDispatcher(app, {
    db,
    clock,
    transport,
    compose,
    pollMs: outboxPollMs,
  })
  const { folder } = transport
  if (folder !== undefined) app.log.warn({ folder }, 'SMTP_URL is not set: emails are written to a folder')
  return makeOutbox(clock, wake)
}

/** `wake` starts a check of unfinished purchases. */
type OpenPayments = PaymentServices & { wake: () => void }

/** Undefined without a payment provider. */
async function openPayments(
  app: FastifyInstance,
  dependencies: AppDependencies,
  outbox: Outbox,
): Promise<OpenPayments | undefined> {
  const { env, db, clock, reconcileIntervalMs = RECONCILE_INTERVAL_MS } = dependencies
  if (env.stripe === undefined) {
    app.log.warn('STRIPE_SECRET_KEY is not set: nothing can be bought')
    return undefined
  }
  if (!env.stripe.isLive) app.log.warn('STRIPE_SECRET_KEY is a test key: tokens are granted without payment')
  // Loading takes 0.2 s: only where it is needed.
  const { makeStripe } = await import('./payments/stripe.ts')
  const provider = makeStripe(env.stripe)
  const services = makePaymentServices({ db, clock, provider, outbox, log: app.log })
  const wake = startReconciliation(app, {
    db,
    clock,
    provider,
    syncPurchase: services.syncPurchase,
    intervalMs: reconcileIntervalMs,
  })
  return { ...services, wake }
}

/** What the endpoints of files need. */
type Files = { converter: FileConverter; store: FileStore; network: WebhookNetwork }

function startFiles(
  app: FastifyInstance,
  { db, clock, fileConverter, filesPollMs, webhookNetwork }: AppDependencies,
  { key, charge, counters }: { key: SecretKey; charge: Charge; counters: Counters },
): Files {
  const report = (err: unknown) => app.log.error({ err }, 'an idle file worker failed')
  const converter = fileConverter ?? makeFileConverter({ report })
  const network = webhookNetwork ?? PUBLIC_NETWORK
  const pollMs = filesPollMs ?? FILES_POLL_MS
  app.addHook('onClose', () => converter.close())
  const store = startBackgroundFiles(app, { db, clock, key, charge, counters, converter, network, pollMs })
  return { converter, store, network }
}

type ApiDependencies = Pick<AppDependencies, 'env' | 'db' | 'clock'> & {
  key: SecretKey
  outbox: Outbox
  hasher: PasswordHasher
  payments: OpenPayments | undefined
  charge: Charge
  files: Files
  counters: Counters
  memory: BodyMemory
  rejectUnserved: RejectUnserved
}

async function addApi(
  scope: FastifyInstance,
  {
    env,
    db,
    clock,
    key,
    hasher,
    outbox,
    payments,
    charge,
    files,
    counters,
    memory,
    rejectUnserved,
  }: ApiDependencies,
): Promise<void> {
  const cookies = makeAccountCookies(env.publicOrigin)
  const converter = makeBulkConverter((err) => scope.log.error({ err }, 'an idle conversion worker failed'))
  const securityLog = makeSecurityLog(db, key)
  counters.securityEvents = securityLog.totals
  const api: Api = {
    scope,
    onHandled: logSecurityEvents(scope, securityLog, clock),
    hasApiKey,
    checkApiKey: makeApiKeyCheck({ db, clock }),
    findSignedIn: (request) => findSignedIn(db, cookies.session.read(request), clock()),
    reading: makeReadingBudget(env.isProduction),
  }

  acceptRawBodies(scope, memory, ['application/json'])
  scope.decorateRequest('signedIn', undefined)
  scope.decorateRequest('caller', undefined)
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const isSession = cookies.session.read(request) !== undefined
    // No browser sends a key by itself.
    if (!hasApiKey(request) && isCrossSite(request, { publicOrigin: env.publicOrigin, isSession }))
      throwApiError('cross_site')
    requireBodyHeaders(request)
  })

  // Routes, not a not-found handler: the pages have a route for every other path. Rejected before a body is read.
  const onRequest = async (...call: Parameters<RejectUnserved>) => rejectUnserved(...call)
  for (const path of ['/', '/*'])
    scope.all(path, { onRequest, config: { hasFileBody: true } }, () => throwApiError('not_found'))

  const signIn = makeSignIn({ clock, cookies })
  counters.bulkQueue = converter.waiting
  counters.passwordQueue = hasher.waiting
  const origins = () => ownOrigins(scope, env)
  /** This machine's own registrations are not limited while the product is developed and tested. */
  const isFreeAtOnce = async (ip: string): Promise<boolean> =>
    (!env.isProduction && isLoopback(ip)) ||
    (await consumeLimits(db, freeTokenLimits(ip, env), clock())) === undefined
  const auth = { db, clock, hasher, cookies, signIn, outbox, key, origins, isFreeAtOnce }
  addAuthRoutes(api, auth)
  addRecoveryRoutes(api, auth)
  addSecondFactorSignInRoutes(api, auth)
  addSecondFactorSettingsRoutes(api, auth)
  addApiKeyRoutes(api, auth)
  addAccountRoutes(api, auth, () => payments?.wake())
  addContactRoute(api, { db, clock, outbox })
  addBulkRoutes(api, { db, charge, clock, converter, counters })
  addJobRoutes(api, db)
  addStoredFileRoutes(api, { db, clock })
  await scope.register(async (ofFiles) =>
    addFileRoutes({ ...api, scope: ofFiles }, { db, clock, charge, counters, ...files }),
  )
  addTermsRoute(api, { db, clock })
  addPaymentRoutes(api, { db, clock, payments, ownOrigins: origins })
  addOpenApiRoute(api, () => ({ origin: siteOrigin(scope, env), cookie: cookies.session.name }))
  scope.addHook('onClose', () => converter.close())
}
