import { useSyncExternalStore } from 'react'

/** Hands a file to the browser's downloads. */
export function download(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The download has its own hold of the data by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Puts text on the clipboard. Safari allows that only when it is asked at once, with the text promised for later. */
export async function copyText(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text)
  const type = 'text/plain'
  const blob = text.then((words) => new Blob([words], { type }))
  await navigator.clipboard.write([new ClipboardItem({ [type]: blob })])
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the device has a network. With one the server may still be out of reach: that shows when it is asked. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
