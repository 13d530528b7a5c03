import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { m } from '#i18n/messages/messages.js'
import { SHARED_FILES_CACHE, SHARED_NAME_HEADER, SHARED_PARAMETER } from '#product/shared-files.ts'
import { useOpenFile } from './use-open-file.ts'

declare global {
  interface Window {
    /** Files that the operating system opens in the installed app (https://wicg.github.io/web-app-launch/). */
    launchQueue?: {
      setConsumer: (consume: (launch: { files?: readonly FileSystemFileHandle[] }) => void) => void
    }
  }
}

/**
 * Opens files that the operating system gives to the installed app, and those that were shared to it (OPEN-05). Shows nothing but
 * that a shared file is missing, as it is when it reached the server instead of the service worker.
 */
export function GivenFiles() {
  const { openFiles } = useOpenFile()
  const [query, setQuery] = useSearchParams()
  const [isMissing, setMissing] = useState(false)
  const isShared = query.has(SHARED_PARAMETER)

  const launched = useEffectEvent(async (handles: readonly FileSystemFileHandle[]) => {
    // A file may be gone by now, or not readable: the others are opened.
    const files = await Promise.all(handles.map((handle) => handle.getFile().catch(() => undefined)))
    await openFiles(files.filter((file) => file !== undefined))
  })
  useEffect(() => window.launchQueue?.setConsumer(({ files = [] }) => void launched(files)), [])

  const takeShared = useEffectEvent(async () => {
    const files = await takeSharedFiles().catch(() => [])
    // A reload is not to take them for missing.
    setQuery({ mode: 'bulk' }, { replace: true })
    setMissing(files.length === 0)
    await openFiles(files)
  })
  useEffect(() => {
    if (isShared) void takeShared()
  }, [isShared])

  return (
    isMissing && (
      <p
        role="alert"
        className="max-w-prose rounded-base border border-ask-line bg-ask-soft px-4 py-3 text-ask"
      >
        {m.shared_missing()}
      </p>
    )
  )
}

/** Takes the files that the service worker has kept, in the order in which they were shared; each is taken once. */
async function takeSharedFiles(): Promise<File[]> {
  const cache = await caches.open(SHARED_FILES_CACHE)
  const files: File[] = []
  for (const request of await cache.keys()) {
    const response = await cache.match(request)
    const name = decodeURIComponent(response?.headers.get(SHARED_NAME_HEADER) ?? '')
    const blob = await response?.blob()
    if (blob) files.push(new File([blob], name, { type: blob.type }))
  }
  await caches.delete(SHARED_FILES_CACHE)
  return files
}
