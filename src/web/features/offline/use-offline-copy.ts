import { useEffect } from 'react'

const AT_LATEST_MS = 5_000

/**
 * Keeps the converter on the device, so that it works without a connection (SNG-07). It waits until the page has
 * nothing else to do; a page without it, because the browser cannot or may not, is only one that needs the network.
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
