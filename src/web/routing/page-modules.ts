import type { ComponentType } from 'react'
import { PAGES, pageOf } from './paths.ts'
import type { PageHead } from './document-head.ts'

/** What the file of a page exports. */
type PageModule = { default: ComponentType; head: () => PageHead }

const IMPORTS = import.meta.glob<PageModule>('../pages/*.tsx')

const fileOf = (pathname: string): string => {
  const page = pageOf(pathname)
  return page === undefined ? 'pages/not-found.tsx' : PAGES[page].file
}

/** What React looks for on a promise, to read what has come already without waiting for it. */
type PagePromise = Promise<PageModule> & { status?: 'fulfilled'; value?: PageModule }

const loads = new Map<string, PagePromise>()

/** Loads the page that a path shows, once. One that did not come has failed until {@link forgetFailedPages}. */
export function loadPage(pathname: string): Promise<PageModule> {
  const file = fileOf(pathname)
  const before = loads.get(file)
  if (before) return before
  const load = IMPORTS[`../${file}`]
  if (!load) throw new Error(`There is no ${file}.`)
  const coming: PagePromise = load().then((module: PageModule | undefined) => {
    // Nothing comes when all is about to be loaded anew (`entry.client.tsx`): it waits for that.
    if (!module) return new Promise<never>(() => undefined)
    coming.status = 'fulfilled'
    coming.value = module
    return module
  })
  loads.set(file, coming)
  return coming
}

let prefetching = 0

/** Whether nobody has asked yet for what is being loaded. */
export const isPrefetching = (): boolean => prefetching > 0

/** Loads a page that somebody may be about to ask for. When it does not come, nothing has happened. */
export async function prefetchPage(pathname: string): Promise<void> {
  const file = fileOf(pathname)
  if (loads.has(file)) return
  prefetching++
  try {
    await loadPage(pathname)
  } catch {
    loads.delete(file)
  } finally {
    prefetching--
  }
}

/** What did not come may be asked for again. */
export function forgetFailedPages(): void {
  for (const [file, { status }] of loads) if (status !== 'fulfilled') loads.delete(file)
}
