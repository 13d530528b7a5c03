import { use, useEffect } from 'react'
import { useLocation } from 'react-router'
import { showHead } from '../routing/document-head.ts'
import { pageOf } from '../routing/paths.ts'
import { NoScripts } from './no-scripts.tsx'
import { loadPage } from '../routing/page-modules.ts'

/** The page of the address. The former one stays in sight until the next has been loaded. */
export function CurrentPage() {
  const { pathname } = useLocation()
  const { default: Page, head } = use(loadPage(pathname))
  useEffect(() => showHead(pathname, head()), [pathname, head])
  return (
    <>
      <NoScripts page={pageOf(pathname)} title={head().title} />
      <Page />
    </>
  )
}
