import { useEffect } from 'react'
import { useLang } from '../i18n/lang.ts'
import { m } from '../i18n/messages/messages.js'
import { pathOf } from '../i18n/paths.ts'
import { useIsOnline } from '../offline/use-is-online.ts'
import { Button, ButtonAnchor } from '../ui/button.tsx'
import { forgetFailedPages } from './page-modules.ts'

const reload = () => window.location.reload()

/** In the place of a page that could not cope, or did not come: in words, with a way on. */
export function PageFailure() {
  const lang = useLang()
  const isOnline = useIsOnline()
  const title = isOnline ? m.alert_error() : m.page_offline_title()
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    // A browser may keep in mind that a part did not come, so it is the page that is asked for again.
    window.addEventListener('online', reload)
    return () => {
      window.removeEventListener('online', reload)
      forgetFailedPages()
    }
  }, [])
  return (
    <div className="grid max-w-prose justify-items-start gap-5 py-10">
      <div role="alert" className="grid gap-5">
        <h1 className="text-3xl">{title}</h1>
        <p className="text-lg">{isOnline ? m.page_failed() : m.page_offline()}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        {isOnline && (
          <Button look="action" onClick={reload}>
            {m.page_reload()}
          </Button>
        )}
        <ButtonAnchor look="plain" href={pathOf(isOnline ? 'home' : 'converter', lang)}>
          {isOnline ? m.nav_home() : m.go_to_converter()}
        </ButtonAnchor>
      </div>
    </div>
  )
}
