import { m } from '#i18n/messages/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { useIsOnline } from '../../ui/use-is-online.ts'

/** Says what works and what does not while there is no connection. */
export function ConnectionLine({ mode }: { mode: 'single' | 'bulk' }) {
  const isOnline = useIsOnline()
  return (
    // Screen readers announce what comes into an element that is there already.
    <div role="status" className={isOnline ? 'sr-only' : 'border-s-4 border-line-strong ps-4'}>
      {!isOnline && (
        <p className="flex max-w-prose items-start gap-2.5">
          <Icon name="offline" className="mt-0.5 size-5 text-muted" />
          {mode === 'single' ? m.single_offline() : m.bulk_offline()}
        </p>
      )}
    </div>
  )
}
