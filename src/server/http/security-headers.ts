import type { FastifyInstance } from 'fastify'

/** Where browsers report violations of the policies below. */
export const CSP_REPORT_PATH = '/csp-reports'
const REPORT_GROUP = 'csp'

/** What `HSTS` adds to this host, RFC 6797. Both bind hosts that this server does not serve. */
const HSTS_SCOPE = { host: '', subdomains: '; includeSubDomains', preload: '; includeSubDomains; preload' }
export type HstsScope = keyof typeof HSTS_SCOPE

/**
 * Features that pages use: results are copied, passkeys are created and asked for. A picture of the check is shared by
 * `web-share`, which is for the own origin without being named; browsers that do not have it report its name as an error.
 */
const USED_FEATURES = ['clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get']

/**
 * Every other feature that browsers know on all platforms, but `clipboard-read`: nothing uses it, browsers ask the user first,
 * and the browser tests read what was copied. A browser reports each name that it does not know as an error on every page, as
 * Chromium does with `bluetooth` on Linux: there the user chooses the device first, and scripts are those of this site only.
 */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'compute-pressure',
  'cross-origin-isolated',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

const PERMISSIONS_POLICY = [
  ...USED_FEATURES.map((feature) => `${feature}=(self)`),
  ...UNUSED_FEATURES.map((feature) => `${feature}=()`),
].join(', ')

/** Headers of every response. The content security policy is that of data; pages and assets override it. */
export const securityHeaders = (
  publicOrigin: string | undefined,
  hsts: HstsScope,
): Record<string, string> => ({
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': PERMISSIONS_POLICY,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'reporting-endpoints': `${REPORT_GROUP}="${CSP_REPORT_PATH}"`,
  'x-content-type-options': 'nosniff',
  // For browsers without `frame-ancestors`.
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  ...(publicOrigin?.startsWith('https:') && {
    'strict-transport-security': `max-age=31536000${HSTS_SCOPE[hsts]}`,
  }),
})

/** Must be registered before other hooks, so that their error responses have the headers too. */
export function setSecurityHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
}

/** Browsers that know `report-to` ignore `report-uri`. */
const REPORTING = [`report-uri ${CSP_REPORT_PATH}`, `report-to ${REPORT_GROUP}`]

/** Content security policy of pages: resources of this site only, nothing inline. */
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
  // Only the policy in `web/app/start.ts` may turn text into scripts or HTML.
  "require-trusted-types-for 'script'",
  'trusted-types default',
  ...REPORTING,
].join('; ')

/** Content security policy of assets. It applies to workers, which have the policy of their own script, not of the page. */
export const ASSET_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  ...REPORTING,
].join('; ')
