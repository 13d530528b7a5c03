import { type ComponentType, lazy } from 'react'
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

function NotLoaded({ title }: { title: string }) {
  return (
    <section className="grid max-w-prose justify-items-start gap-4">
      <h2 className="text-h3">{title}</h2>
      <p>{m.bulk_not_loaded_text()}</p>
      <Button look="filled" onClick={() => window.location.reload()}>
        {m.page_reload()}
      </Button>
    </section>
  )
}
