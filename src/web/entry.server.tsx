import { AsyncLocalStorage } from 'node:async_hooks'
import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { type Lang, langOfPath } from '#domain/lang.ts'
import { overwriteGetLocale } from './i18n/messages/runtime.js'

const lang = new AsyncLocalStorage<Lang>()
overwriteGetLocale(() => lang.getStore() ?? 'bg')

/** Renders one page at build time, whole, in the language of its path. */
export default async function render(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  const html = await lang.run(langOfPath(new URL(request.url).pathname), async () => {
    const stream = await renderToReadableStream(<ServerRouter context={context} url={request.url} />)
    await stream.allReady
    return new Response(stream).text()
  })
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(html, { status, headers })
}
