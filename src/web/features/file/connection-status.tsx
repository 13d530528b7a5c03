import { Icon } from '../../ui/icon.tsx'
import { useIsOnline } from '../../ui/browser.ts'
import { useEffect } from 'react'

/** @param text what works without a connection */
export function ConnectionStatus({ text }: { text: string }) {
  const isOnline = useIsOnline()
  return (
    // Screen readers announce changes of an element that exists already.
    <div role="status" className={isOnline ? 'sr-only' : 'border-s-4 border-line-strong ps-4'}>
      {!isOnline && (
        <p className="flex max-w-prose items-start gap-2.5">
          <Icon name="offline" className="mt-0.5 size-5 text-muted" />
          {text}
        </p>
      )}
    </div>
  )
}

const AT_LATEST_MS = 5_000

/**
 * Registers the service worker, so that the converter works offline (SNG-07). Waits until the page is idle;
 * without service workers the page needs the network.
 */
export function useOfflineCopy(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    const keep = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
    const whenIdle = () => {
      // Safari has no idle callback.
      if ('requestIdleCallback' in window) requestIdleCallback(keep, { timeout: AT_LATEST_MS })
      else setTimeout(keep, AT_LATEST_MS)
    }
    if (document.readyState === 'complete') whenIdle()
    else window.addEventListener('load', whenIdle, { once: true })
  }, [])
}
