/**
 * Removes everything that the site keeps in this browser: stored texts, databases, cached files and the service worker. The
 * server asks for the same by `Clear-Site-Data`, which browsers heed over TLS only. Never fails: what cannot be removed stays.
 * A database that is still open is removed when the page is left, and so is what the page stores when it is left.
 */
export async function clearDevice(): Promise<void> {
  await Promise.allSettled([clearStorage(), deleteDatabases(), deleteCaches(), unregisterWorkers()])
}

async function clearStorage(): Promise<void> {
  const clear = () => {
    localStorage.clear()
    sessionStorage.clear()
  }
  clear()
  // After the listeners of the page.
  addEventListener('pagehide', clear)
}

async function deleteDatabases(): Promise<void> {
  for (const { name } of await indexedDB.databases()) if (name !== undefined) indexedDB.deleteDatabase(name)
}

async function deleteCaches(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
}

async function unregisterWorkers(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
}
