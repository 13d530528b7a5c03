import { lazy } from 'react'
import { m } from '../i18n/messages/messages.js'
import { Button } from '../ui/button.tsx'

/**
 * The bulk mode, loaded when it is needed: it is most of the page's script, and most visitors convert one amount. In its
 * place stands what to do when it cannot be had.
 */
export const BulkConverter = lazy(async () => {
  try {
    const module: typeof import('../bulk/bulk-converter.tsx') | undefined =
      await import('../bulk/bulk-converter.tsx')
    // Nothing comes when the page is about to be loaded anew (`entry.client.tsx`): it waits for that.
    return module ?? (await new Promise<never>(() => undefined))
  } catch {
    return { default: BulkNotLoaded }
  }
})

function BulkNotLoaded() {
  return (
    <section className="grid max-w-prose justify-items-start gap-4">
      <h2 className="text-2xl">{m.bulk_not_loaded_title()}</h2>
      <p>{m.bulk_not_loaded_text()}</p>
      <Button look="action" onClick={() => window.location.reload()}>
        {m.page_reload()}
      </Button>
    </section>
  )
}
