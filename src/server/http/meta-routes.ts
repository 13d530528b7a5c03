import type { FastifyInstance } from 'fastify'
import type { StorageHealth } from '../db/storage-health.ts'
import { createHash } from 'node:crypto'
import { getDescription } from '#api/site.ts'
import { openapiDocument } from '#api/openapi.ts'
import { type Api, addRoute } from './routes.ts'
import { PRODUCT } from '#product/product.ts'
import { type Clock, DAY_MS, isoTime } from '../clock.ts'
import type { Env } from '../env.ts'
import { LANGS } from '#i18n/language.ts'
import { sharePath, sharedFilesAddress } from '#product/shared-files.ts'

/**
 * For load balancers: /healthz while the process runs; /readyz fails during shutdown, without the database, and while writes
 * do not reach its disk.
 */
export function addHealthRoutes(
  app: FastifyInstance,
  storage: StorageHealth,
  isShuttingDown: () => boolean,
): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))

  app.get('/readyz', async (_request, reply) => {
    const ready = !isShuttingDown() && (await storage.isReady())
    return reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok: ready })
  })
}

type Site = Parameters<typeof openapiDocument>[0]

/** Generates the document on the first request: the origin is not known until the server listens. */
export function addOpenApiRoute(api: Api, site: () => Site): void {
  let document: { content: Buffer; etag: string } | undefined

  addRoute(api, getDescription, async ({ request, reply }) => {
    document ??= describe(site())
    const { content, etag } = document
    reply.header('cache-control', 'public, no-cache').header('etag', etag)
    if (request.headers['if-none-match'] !== etag) return { content }
    reply.status(304)
    return { content: Buffer.alloc(0) }
  })
}

function describe(site: Site) {
  const content = Buffer.from(JSON.stringify(openapiDocument(site)))
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
  return { content, etag }
}

/** RFC 9116, 2.5.5 recommends less than a year. */
const SECURITY_TXT_TTL_MS = 300 * DAY_MS

/** Serves security.txt (RFC 9116). It expires 300 days after the start of the process. */
export function addSecurityTxtRoutes(app: FastifyInstance, { env, clock }: { env: Env; clock: Clock }): void {
  const text = securityTxt(env.publicOrigin ?? PRODUCT.origin, clock() + SECURITY_TXT_TTL_MS)
  for (const path of ['/.well-known/security.txt', '/security.txt'])
    app.get(path, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400').send(text),
    )
}

const securityTxt = (origin: string, expires: number): string =>
  [
    '# Found a vulnerability? Please tell us before you publish it. Use an account of your own and no data of other',
    '# people; send no floods of requests and no emails to people you do not know. We answer within a working day.',
    `Contact: mailto:${PRODUCT.supportEmail}`,
    `Contact: ${origin}/en/contact`,
    `Expires: ${isoTime(expires)}`,
    'Preferred-Languages: bg, en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n')

/**
 * Answers files that were shared to the installed app (Web Share Target) but missed its service worker, which would keep them on
 * the device: 303 to the converter, which says what to do. The answer is sent before the body has arrived; what arrives is
 * discarded unread, within the times of `body-time.ts`.
 */
export function addSharedFilesRoutes(app: FastifyInstance): void {
  for (const lang of LANGS)
    app.post(
      sharePath(lang),
      {
        // Before the body is read, and whatever its type is.
        onRequest: async (_request, reply) =>
          reply
            .code(303)
            .headers({ location: sharedFilesAddress(lang), 'cache-control': 'no-store' })
            .send(),
      },
      () => undefined,
    )
}
