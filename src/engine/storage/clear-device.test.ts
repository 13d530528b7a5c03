import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearDevice } from './clear-device.ts'

/** What the browser keeps of the site, by name. */
let databases: Set<string>
let cached: Set<string>
let workers: Set<string>
let page: EventTarget

beforeEach(() => {
  databases = new Set(['levro', 'levro-memory'])
  cached = new Set(['pages', 'fonts'])
  workers = new Set(['/'])
  page = new EventTarget()
  sessionStorage.clear()
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('indexedDB', {
    databases: async () => [...databases].map((name) => ({ name })),
    deleteDatabase: (name: string) => void databases.delete(name),
  })
  vi.stubGlobal('caches', {
    keys: async () => [...cached],
    delete: async (name: string) => cached.delete(name),
  })
  vi.stubGlobal('navigator', {
    serviceWorker: {
      getRegistrations: async () =>
        [...workers].map((scope) => ({ unregister: async () => workers.delete(scope) })),
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

/** A storage apart from that of the session. */
function memoryStorage() {
  const items = new Map<string, string>()
  return {
    setItem: (key: string, value: string) => void items.set(key, value),
    clear: () => items.clear(),
    get length() {
      return items.size
    },
  }
}

const store = () => {
  localStorage.setItem('levro.owner', 'a@example.bg')
  sessionStorage.setItem('levro.resume', 'bulk')
}
const counts = () => [localStorage.length, sessionStorage.length, databases.size, cached.size, workers.size]

it('AUTH-04 · removes texts, databases, cached files and the service worker', async () => {
  store()
  expect(counts()).toEqual([1, 1, 2, 2, 1])
  await clearDevice()
  expect(counts()).toEqual([0, 0, 0, 0, 0])
})

it('AUTH-04 · what the page stores when it is left is removed, too', async () => {
  await clearDevice()
  store()
  page.dispatchEvent(new Event('pagehide'))
  expect(counts()).toEqual([0, 0, 0, 0, 0])
})

it('AUTH-04 · what cannot be removed stays, and does not keep the rest', async () => {
  store()
  vi.stubGlobal('caches', undefined)
  vi.stubGlobal('indexedDB', {
    databases: async () => {
      throw new DOMException('', 'UnknownError')
    },
  })
  await clearDevice()
  expect(counts()).toEqual([0, 0, 2, 2, 0])
})
