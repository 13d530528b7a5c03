import { DeviceRecords } from '#engine/storage/bulk-store.ts'
import { History } from '#engine/storage/history.ts'
import type { KeyValues } from '#engine/storage/key-values.ts'

/** Values in memory: Node has no IndexedDB. What is read or saved is a copy, as there. */
export function memoryValues(saved = new Map<string, unknown>()): KeyValues {
  const set = (key: string, value: unknown) => {
    if (value === undefined) saved.delete(key)
    else saved.set(key, structuredClone(value))
  }
  const get = (key: string): unknown => structuredClone(saved.get(key))
  return {
    get: async (key) => get(key),
    set: async (key, value) => set(key, value),
    update: async (key, change, beside) =>
      set(key, change(get(key), beside === undefined ? undefined : get(beside))),
    clear: async () => saved.clear(),
  }
}

/** A device in memory. */
export function memoryDevice() {
  const [saved, remembered] = [new Map<string, unknown>(), new Map<string, unknown>()]
  return {
    saved,
    remembered,
    records: new DeviceRecords(memoryValues(saved)),
    history: new History(memoryValues(remembered)),
  }
}
