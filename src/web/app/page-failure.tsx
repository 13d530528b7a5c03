import { useEffect } from 'react'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../routing/paths.ts'
import { useIsOnline } from '../ui/use-is-online.ts'
import { Button, ButtonAnchor } from '../ui/button.tsx'
import { forgetFailedPages } from '../routing/page-modules.ts'

const reload = () => window.location.reload()

/** In the place of a page that could not cope, or did not come: in words, with a way on. */
export function PageFailure() {
  const lang = useLang()
  const isOnline = useIsOnline()
  // The service worker has answered in the place of a site that could not be reached.
  const isReached = document.getElementById('app')?.dataset.unreached === undefined
  const title = isOnline ? m.alert_error() : m.page_offline_title()
  useEffect(() => {
    const former = document.title
    document.title = title
    return () => {
      document.title = former
    }
  }, [title])
  useEffect(() => {
    // A browser may keep in mind that a part did not come, so it is the page that is asked for again.
    window.addEventListener('online', reload)
    return () => {
      window.removeEventListener('online', reload)
      forgetFailedPages()
    }
  }, [])
  const text = !isOnline ? m.page_offline : isReached ? m.page_failed : m.page_unreached
  // Where there is a service worker the converter is on the device.
  const onward = isOnline && isReached && !navigator.serviceWorker?.controller ? 'home' : 'converter'
  return (
    <div className="grid max-w-prose justify-items-start gap-5 py-10">
      <div role="alert" className="grid gap-5">
        <h1 className="text-3xl">{title}</h1>
        <p className="text-lg">{text()}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        {isOnline && (
          <Button look="action" onClick={reload}>
            {m.page_reload()}
          </Button>
        )}
        <ButtonAnchor look="plain" href={pathOf(onward, lang)}>
          {onward === 'home' ? m.nav_home() : m.go_to_converter()}
        </ButtonAnchor>
      </div>
    </div>
  )
}
