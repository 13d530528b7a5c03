import { AsyncLocalStorage } from 'node:async_hooks'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { type Lang, langOfPath } from '#domain/lang.ts'
import { overwriteGetLocale } from './i18n/messages/runtime.js'
import { Root } from './root.tsx'
import { type HeadTag, headTags } from './shell/document-head.ts'
import { loadPage } from './shell/page-modules.ts'

const lang = new AsyncLocalStorage<Lang>()
overwriteGetLocale(() => lang.getStore() ?? 'bg')

export type RenderedPage = { lang: Lang; head: HeadTag[]; body: string }

/** Renders one page at build time, whole, in the language of its path. */
export function renderPage(pathname: string): Promise<RenderedPage> {
  const its = langOfPath(pathname)
  return lang.run(its, async () => {
    const { head } = await loadPage(pathname)
    const { prelude } = await prerender(
      <StaticRouter location={pathname}>
        <Root />
      </StaticRouter>,
    )
    return { lang: its, head: headTags(pathname, head()), body: await new Response(prelude).text() }
  })
}
