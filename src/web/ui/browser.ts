import { useSyncExternalStore } from 'react'

/** Saves a file through the browser's downloads. */
export function saveFile(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The download has read the URL by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

type Picker = {
  /** File System Access; not in Firefox and Safari. */
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>
}

/**
 * Asks where a file is to be saved. Must be called for a press of a button, before anything is waited for.
 * @returns null where the user chooses nothing, undefined where the browser cannot ask
 */
export async function chooseSavePlace(fileName: string): Promise<FileSystemFileHandle | null | undefined> {
  try {
    return await (window as Picker).showSaveFilePicker?.({ suggestedName: fileName })
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? null : undefined
  }
}

/** Writes a file to a chosen place piece by piece. What was there is replaced only when all of it is written. */
export async function writeFile(blob: Blob, place: FileSystemFileHandle): Promise<void> {
  await blob.stream().pipeTo(await place.createWritable())
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the device has a network connection; the server may be unreachable all the same. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
