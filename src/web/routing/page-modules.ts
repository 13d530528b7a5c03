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
type Coming = Promise<PageModule> & { status?: 'fulfilled'; value?: PageModule }

const asked = new Map<string, Coming>()

/** Loads the page that a path shows, once. One that did not come has failed until {@link forgetFailedPages}. */
export function loadPage(pathname: string): Promise<PageModule> {
  const file = fileOf(pathname)
  const before = asked.get(file)
  if (before) return before
  const load = IMPORTS[`../${file}`]
  if (!load) throw new Error(`There is no ${file}.`)
  const coming: Coming = load().then((module: PageModule | undefined) => {
    // Nothing comes when all is about to be loaded anew (`entry.client.tsx`): it waits for that.
    if (!module) return new Promise<never>(() => undefined)
    coming.status = 'fulfilled'
    coming.value = module
    return module
  })
  asked.set(file, coming)
  return coming
}

let foreseen = 0

/** Whether nobody has asked yet for what is being loaded. */
export const isPrefetching = (): boolean => foreseen > 0

/** Loads a page that somebody may be about to ask for. When it does not come, nothing has happened. */
export async function prefetchPage(pathname: string): Promise<void> {
  const file = fileOf(pathname)
  if (asked.has(file)) return
  foreseen++
  try {
    await loadPage(pathname)
  } catch {
    asked.delete(file)
  } finally {
    foreseen--
  }
}

/** What did not come may be asked for again. */
export function forgetFailedPages(): void {
  for (const [file, { status }] of asked) if (status !== 'fulfilled') asked.delete(file)
}
