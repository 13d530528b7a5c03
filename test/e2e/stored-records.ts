import type { Page } from 'playwright-core'

type RecordKey = 'rows' | 'file' | 'results' | 'source' | 'sending' | 'columns' | 'converted'

/**
 * The stored value of this key; undefined when there is none. Stored asynchronously: a reload within that
 * moment finds the former value.
 */
export const storedOnDevice = (page: Page, key: RecordKey, database = 'levro'): Promise<unknown> =>
  page.evaluate(
    ([name, entry]) =>
      new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('error', () => reject(new Error(`no database ${name}`)))
        // Not there yet: made here it would lack what the page puts into it.
        opening.addEventListener('upgradeneeded', () => {
          opening.transaction?.abort()
          resolve(undefined)
        })
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('bulk').objectStore('bulk').get(entry)
          reading.addEventListener('error', () => reject(new Error(`no record ${entry}`)))
          reading.addEventListener('success', () => {
            opening.result.close()
            resolve(reading.result)
          })
        })
      }),
    [database, key] as const,
  )

export const isStoredOnDevice = async (page: Page, key: RecordKey, database?: string): Promise<boolean> =>
  (await storedOnDevice(page, key, database)) !== undefined
