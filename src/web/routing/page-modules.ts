import type { ComponentType } from 'react'
import type { Lang } from '#i18n/language.ts'
import { type Page, fileOf, pageOf } from './paths.ts'
import type { PageHead } from './document-head.ts'

/** The exports of a page file; one file may show several pages. */
type PageModule = { default: ComponentType; head: (page: Page | undefined, lang: Lang) => PageHead }

const IMPORTS = import.meta.glob<PageModule>('../pages/*.tsx')

/** React reads a promise with these properties without suspending. */
type PagePromise = Promise<PageModule> & { status?: 'fulfilled'; value?: PageModule }

const loads = new Map<string, PagePromise>()

/** Loads the page of a path once. A failed load stays failed until {@link forgetFailedPages}. */
export function loadPage(pathname: string): Promise<PageModule> {
  const file = fileOf(pageOf(pathname))
  const before = loads.get(file)
  if (before) return before
  const load = IMPORTS[`../${file}`]
  if (!load) throw new Error(`There is no ${file}.`)
  const coming: PagePromise = load().then((module: PageModule | undefined) => {
    // The whole page is about to be reloaded (`entry.client.tsx`): never resolves.
    if (!module) return new Promise<never>(() => undefined)
    coming.status = 'fulfilled'
    coming.value = module
    return module
  })
  loads.set(file, coming)
  return coming
}

let prefetching = 0

/** Whether the running load is a prefetch. */
export const isPrefetching = (): boolean => prefetching > 0

/** Loads a page that may be needed soon. Failures are ignored. */
export async function prefetchPage(pathname: string): Promise<void> {
  const file = fileOf(pageOf(pathname))
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

/** Allows failed pages to be loaded again. */
export function forgetFailedPages(): void {
  for (const [file, { status }] of loads) if (status !== 'fulfilled') loads.delete(file)
}
