import { AsyncLocalStorage } from 'node:async_hooks'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { DEFAULT_LANG, type Lang, languageOfPath } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { overwriteGetLocale } from '#i18n/messages/runtime.js'
import { Root } from './root.tsx'
import { type HeadTag, headTags } from '../routing/document-head.ts'
import { loadPage } from '../routing/page-modules.ts'
import { pageOf } from '../routing/paths.ts'
import { structuredData } from './structured-data.ts'
import { webManifest } from './web-manifest.ts'

const lang = new AsyncLocalStorage<Lang>()
overwriteGetLocale(() => lang.getStore() ?? DEFAULT_LANG)

/**
 * @property data structured data for search engines (schema.org)
 * @property failure the message when scripts fail to load, and the link that reloads the page
 */
export type RenderedPage = {
  lang: Lang
  head: HeadTag[]
  data: object[]
  failure?: { words: string; reload: string }
  body: string
}

/**
 * Renders one page at build time, in the language of its path.
 * @param query of its address, without the question mark
 */
export function renderPage(pathname: string, query: string): Promise<RenderedPage> {
  const its = languageOfPath(pathname)
  return lang.run(its, async () => {
    const { head } = await loadPage(pathname)
    const { prelude } = await prerender(
      <StaticRouter location={{ pathname, search: query && `?${query}` }}>
        <Root />
      </StaticRouter>,
      // Lazily hydrated parts stay in their place: React would move long ones behind an inline script.
      { progressiveChunkSize: Infinity },
    )
    const body = await new Response(prelude).text()
    return {
      lang: its,
      head: headTags(pathname, head(pageOf(pathname), its)),
      data: structuredData(pathname),
      failure: { words: m.page_not_started(), reload: m.page_reload() },
      body,
    }
  })
}

/** The web app manifest in one language. */
export const renderWebManifest = (its: Lang): object => lang.run(its, () => webManifest(its))
