import type { Lang } from '#i18n/language.ts'
import { PRODUCT } from '#product/product.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../routing/paths.ts'

/** The colours of the light theme, as in `app.css`: a manifest has one of each. */
const SURFACE = '#fbf9f4'

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
  categories: ['finance', 'business', 'utilities'],
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
})
