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
