import { type ComponentType, lazy, useEffect } from 'react'
import { m } from '#i18n/messages/messages.js'
import { Button } from './button.tsx'

/** A part of a page that is loaded on demand. If loading fails, an error with a retry is shown. */
export const loaded = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> } | undefined>,
  title: () => string,
) =>
  lazy(async () => {
    try {
      // The page is about to be reloaded (`entry.client.tsx`): never resolves.
      return (await load()) ?? (await new Promise<never>(() => undefined))
    } catch {
      return { default: () => <NotLoaded title={title()} /> }
    }
  })

const reload = () => window.location.reload()

function NotLoaded({ title }: { title: string }) {
  useEffect(() => {
    // A browser may cache the failure of a chunk, so the whole page is reloaded.
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
  return (
    <section className="grid max-w-prose justify-items-start gap-4">
      <h2 className="text-h3">{title}</h2>
      <p>{m.bulk_not_loaded_text()}</p>
      <Button look="filled" onClick={reload}>
        {m.page_reload()}
      </Button>
    </section>
  )
}
