import cookies from '@fastify/cookie'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { addAccountAccessRoutes, addRecoveryRoutes } from './auth/routes.ts'
import { makeAccountCookies } from './auth/cookies.ts'
import { makePasswordHasher } from './auth/password-hash.ts'
import { findSignedIn } from './auth/sessions.ts'
import { addAccountRoutes } from './account/routes.ts'
import { makeSignIn } from './auth/sign-in.ts'
import type { Clock } from './clock.ts'
import { makeBulkConverter } from './conversions/worker-pool.ts'
import { addBulkRoutes } from './conversions/bulk-routes.ts'
import { mountJobs } from './conversions/job-routes.ts'
import type { Db } from './db/schema.ts'
import type { Env } from './env.ts'
import { MAX_BODY_BYTES, requireJsonHeaders, acceptRawJsonBodies } from './http/body.ts'
import { makeGracefulShutdown } from './http/graceful-shutdown.ts'
import { handleError } from './http/error-handler.ts'
import {
  handleClientError,
  handleFrameworkError,
  trackExchanges,
  rejectInvalidHeaders,
} from './http/malformed-requests.ts'
import { addOpenApiRoute, addHealthRoutes, addSecurityTxtRoutes } from './http/meta-routes.ts'
import { API_PREFIX, type Api } from './http/routes.ts'
import { rewriteUndecodableUrl, registerPages } from './http/pages.ts'
import { throwApiError } from './http/api-error.ts'
import { isCrossSite, ownOrigins, siteOrigin } from './http/origins.ts'
import { logRequests, logStream, serializeError, makeRequestId, setRequestIdHeader } from './http/log.ts'
import { securityHeaders, setSecurityHeaders } from './http/security-headers.ts'
import { addTermsRoute } from './auth/terms.ts'
import { makeCarrier } from './mail/transport.ts'
import { makeComposer } from './emails/compose.ts'
import { LOOK_EVERY_MS, startEmailDispatcher } from './mail/dispatcher.ts'
import { type Outbox, makeOutbox } from './mail/outbox.ts'
import { type Counters, makeCounters } from './metrics/counters.ts'
import { type PaymentServices, makeSales, mountPurchases } from './payments/routes.ts'
import { RECONCILE_EVERY_MS, startReconciliation } from './payments/reconcile.ts'
import { mountContact } from './support/routes.ts'
import { startHourlyCleanup } from './cleanup.ts'

export type AppDependencies = {
  env: Env
  db: Db
  clock: Clock
  /** Folder of the built pages; without it only the API is served. */
  pagesRoot?: string | undefined
  /** How often the outbox is looked into, besides when there is something new. */
  outboxPollMs?: number
  /** How often purchases are looked after whose fate is not known. */
  reconcileIntervalMs?: number
}

export type Server = {
  app: FastifyInstance
  /** Ends gracefully, with notice; `app.close()` ends without. */
  stop: () => Promise<void>
}

/** The whole server over its parts. Whoever passes the database in closes it, after the app. */
export async function buildApp(parts: AppDependencies): Promise<Server> {
  const { env, db, clock, pagesRoot } = parts
  const headers = securityHeaders(env.publicOrigin)
  const app = makeApp(env, headers)
  const drain = makeGracefulShutdown(app, env)
  setSecurityHeaders(app, headers)
  setRequestIdHeader(app)
  const tally = makeCounters()
  if (env.metrics !== undefined) {
    const { startMetricsServer: serveMetrics } = await import('./metrics/server.ts')
    serveMetrics(app, { db, clock, tally, ...env.metrics })
  }
  await app.register(cookies)
  logRequests(app)
  rejectInvalidHeaders(app)
  addHealthRoutes(app, db, drain.isDraining)
  addSecurityTxtRoutes(app, { env, clock })
  const outbox = openOutbox(app, parts)
  const sales = await openPayments(app, parts, outbox)
  await app.register((scope) => addApi(scope, { env, db, clock, outbox, sales, tally }), {
    prefix: API_PREFIX,
  })
  startHourlyCleanup(app, { db, clock, dataDir: env.dataDir })
  if (pagesRoot !== undefined) await registerPages(app, { root: pagesRoot })
  return { app, stop: drain.stop }
}

function makeApp(env: Env, headers: Record<string, string>): FastifyInstance {
  const app: FastifyInstance = fastify({
    bodyLimit: MAX_BODY_BYTES,
    // Long enough for the largest bulk over a slow line; heads must come sooner.
    requestTimeout: 120_000,
    // A request without Host is refused in our own words.
    http: { headersTimeout: 15_000, requireHostHeader: false },
    clientErrorHandler: (error, socket) => handleClientError({ log: app.log, headers }, error, socket),
    // Ends connections on which nothing moves, such as a reply that is never read.
    connectionTimeout: 120_000,
    // Longer than any proxy keeps a connection that nobody uses: it is for the proxy to close it (see `drain.ts`).
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // What still arrives while the server closes is served, and its connection closed after.
    return503OnClosing: false,
    trustProxy: env.trustProxy.length > 0 ? env.trustProxy : false,
    rewriteUrl: (request) => rewriteUndecodableUrl(request.url ?? '/'),
    genReqId: makeRequestId(env.trustProxy),
    logController: new LogController({ disableRequestLogging: true }),
    logger: { level: env.logLevel, serializers: { err: serializeError }, stream: logStream },
    frameworkErrors: (error, request, reply) => handleFrameworkError(error, request, reply.headers(headers)),
  })
  // One connection that the system could not hand over is no reason to end; before, listening fails by it.
  app.addHook('onListen', async () => {
    app.server.on('error', (err) => app.log.error({ err }, 'a connection could not be taken'))
  })
  trackExchanges(app)
  app.decorateRequest('errorCode', undefined)
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(() => throwApiError('not_found'))
  return app
}

/** Where letters are put, and from where they are sent. */
function openOutbox(
  app: FastifyInstance,
  { env, db, clock, outboxPollMs: lookEveryMs = LOOK_EVERY_MS }: AppDependencies,
): Outbox {
  const carrier = makeCarrier(env)
  const compose = makeComposer({ db, clock, siteOrigin: () => siteOrigin(app, env) })
  const { wake } = startEmailDispatcher(app, { db, clock, carrier, compose, lookEveryMs })
  const { folder } = carrier
  if (folder !== undefined) app.log.warn({ folder }, 'SMTP_URL is not set: letters are written to a folder')
  else if (env.publicOrigin === undefined)
    app.log.warn('PUBLIC_ORIGIN is not set: links in letters lead to this very machine')
  return makeOutbox(clock, wake)
}

/** `wake` looks after purchases now. */
type OpenPayments = PaymentServices & { wake: () => void }

/** Where packs are sold, and from where purchases are looked after; undefined where there is no payment provider. */
async function openPayments(
  app: FastifyInstance,
  parts: AppDependencies,
  outbox: Outbox,
): Promise<OpenPayments | undefined> {
  const { env, db, clock, reconcileIntervalMs: reconcileEveryMs = RECONCILE_EVERY_MS } = parts
  if (env.stripe === undefined) {
    app.log.warn('STRIPE_SECRET_KEY is not set: nothing can be bought')
    return undefined
  }
  if (!env.stripe.isLive)
    app.log.warn('STRIPE_SECRET_KEY is a test key: tokens are given and no money is taken')
  // A fifth of a second of loading, for those who sell.
  const { makeStripe } = await import('./payments/stripe.ts')
  const payments = makeStripe(env.stripe)
  const sales = makeSales({ db, clock, payments, outbox, log: app.log })
  const { settle } = sales
  const wake = startReconciliation(app, { db, clock, payments, settle, everyMs: reconcileEveryMs })
  return { ...sales, wake }
}

type ApiDependencies = AppDependencies & { outbox: Outbox; sales: OpenPayments | undefined; tally: Counters }

/** Everything under /api, and the JSON answer for what is not there. */
async function addApi(
  scope: FastifyInstance,
  { env, db, clock, outbox, sales, tally }: ApiDependencies,
): Promise<void> {
  const cookies = makeAccountCookies(env.publicOrigin)
  const converter = makeBulkConverter((err) => scope.log.error({ err }, 'an idle conversion worker failed'))
  const api: Api = {
    scope,
    findSignedIn: (request) => findSignedIn(db, cookies.session.read(request), clock()),
  }

  acceptRawJsonBodies(scope)
  scope.decorateRequest('signedIn', undefined)
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isCrossSite(request, env.publicOrigin)) throwApiError('cross_site')
    requireJsonHeaders(request)
  })

  // Routes, not a not-found handler: the pages have a route for every other path.
  for (const path of ['/', '/*']) scope.all(path, () => throwApiError('not_found'))

  const signIn = makeSignIn({ clock, cookies })
  const hasher = makePasswordHasher()
  tally.bulkQueue = converter.waiting
  tally.passwordQueue = hasher.waiting
  const accounts = { db, clock, hasher, cookies, signIn, outbox }
  addAccountAccessRoutes(api, accounts)
  addRecoveryRoutes(api, accounts)
  addAccountRoutes(api, accounts, () => sales?.wake())
  mountContact(api, { db, clock, outbox })
  addBulkRoutes(api, { db, clock, converter, tally })
  mountJobs(api, db)
  addTermsRoute(api, { db, clock })
  mountPurchases(api, { db, clock, sales, ownOrigins: () => ownOrigins(scope, env) })
  addOpenApiRoute(api, () => ({ origin: siteOrigin(scope, env), cookie: cookies.session.name }))
  scope.addHook('onClose', () => converter.close())
}
