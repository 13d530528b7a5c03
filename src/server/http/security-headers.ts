import type { FastifyInstance } from 'fastify'

/** What of the device no page asks for, so that no script in one can. The clipboard stays: results are copied. */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

/** Headers of every answer. The policy is that of data; pages and files have their own (`page-policy.ts`). */
export const securityHeaders = (publicOrigin: string | undefined): Record<string, string> => ({
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  // For browsers that do not know `frame-ancestors`.
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  // A browser that was here over TLS comes back over nothing else, for a year.
  ...(publicOrigin?.startsWith('https:') && {
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  }),
})

/** Before all else of a request, so that no answer is without. */
export function setSecurityHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
}

/** The content security policy of the pages: what is of this site, and nothing that is written into a page itself. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  // A text is no script and no HTML unless the one policy of `web/shell/trusted-scripts.ts` says so.
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ')

/** A worker, the service worker too, is under the policy of its own script, not of the page: it loads and makes calls. */
export const ASSET_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
