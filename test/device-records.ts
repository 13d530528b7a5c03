import type { DeviceRecords } from '#engine/storage/bulk-store.ts'

/** The records of a device in memory: Node has no IndexedDB. */
export function memoryDevice(): { saved: Map<string, unknown>; records: DeviceRecords } {
  const saved = new Map<string, unknown>()
  return {
    saved,
    records: {
      loadSaved: async (key) => saved.get(key) as never,
      save: async (key, value) => {
        if (value === undefined) saved.delete(key)
        else saved.set(key, value)
        return true
      },
    },
  }
}
