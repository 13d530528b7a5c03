import { type ComponentType, lazy } from 'react'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../ui/button.tsx'

/**
 * A mode that is loaded when it is needed: it is most of the page's script, and most visitors convert one amount. In its
 * place stands what to do when it cannot be had.
 */
const loaded = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> } | undefined>,
  title: () => string,
) =>
  lazy(async () => {
    try {
      // Nothing comes when the page is about to be loaded anew (`entry.client.tsx`): it waits for that.
      return (await load()) ?? (await new Promise<never>(() => undefined))
    } catch {
      return { default: () => <NotLoaded title={title()} /> }
    }
  })

export const BulkConverter = loaded(
  () => import('../features/bulk/bulk-converter.tsx'),
  m.bulk_not_loaded_title,
)

export const PriceCheck = loaded(() => import('../features/check/price-check.tsx'), m.check_not_loaded_title)

function NotLoaded({ title }: { title: string }) {
  return (
    <section className="grid max-w-prose justify-items-start gap-4">
      <h2 className="text-2xl">{title}</h2>
      <p>{m.bulk_not_loaded_text()}</p>
      <Button look="action" onClick={() => window.location.reload()}>
        {m.page_reload()}
      </Button>
    </section>
  )
}
