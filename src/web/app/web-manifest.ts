import type { Lang } from '#i18n/language.ts'
import { PRODUCT } from '#product/product.ts'
import { SHARE_FIELD, sharePath } from '#product/shared-files.ts'
import { readableTypes } from '#reports/blobs.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../routing/paths.ts'

/** The colours of the light theme, as in `app.css`: a manifest has one of each. */
const SURFACE = '#fbf9f4'

/** Of shortcuts, in the size that Windows and Android ask for at least. */
const ICONS = [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }]

const bulkPath = (lang: Lang): string => `${pathOf('converter', lang)}?mode=bulk`

/** The web app manifest (https://www.w3.org/TR/appmanifest/). It opens the converter, which works offline. */
export const webManifest = (lang: Lang): object => ({
  id: pathOf('converter', lang),
  name: `${PRODUCT.name[lang]} – ${m.home_title()}`,
  short_name: PRODUCT.name[lang],
  description: m.home_description(),
  lang,
  dir: 'ltr',
  start_url: pathOf('converter', lang),
  scope: '/',
  display: 'standalone',
  background_color: SURFACE,
  theme_color: SURFACE,
  // Opened in a window of its own: one that is open may have unfinished work.
  launch_handler: { client_mode: ['navigate-new', 'auto'] },
  file_handlers: [{ action: bulkPath(lang), accept: readableTypes(), launch_type: 'single-client' }],
  share_target: {
    action: sharePath(lang),
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: SHARE_FIELD, accept: Object.entries(readableTypes()).flat(2) }] },
  },
  shortcuts: [
    { name: m.mode_single(), url: pathOf('converter', lang), icons: ICONS },
    { name: m.mode_bulk(), url: bulkPath(lang), icons: ICONS },
    { name: m.nav_check(), url: pathOf('check', lang), icons: ICONS },
  ],
  categories: ['finance', 'business', 'utilities'],
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
})
