import type { Page } from 'playwright-core'

type RecordKey =
  | 'rows'
  | 'file'
  | 'results'
  | 'source'
  | 'sending'
  | 'correcting'
  | 'corrected'
  | 'checked'
  | 'columns'
  | 'converted'

/**
 * Reads a stored value; undefined when there is none. The page stores asynchronously: after an earlier
 * reload the former value is found.
 */
export const storedOnDevice = (page: Page, key: RecordKey, database = 'levro'): Promise<unknown> =>
  page.evaluate(
    ([name, entry]) =>
      new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('error', () => reject(new Error(`no database ${name}`)))
        // The page creates the database; one created here would lack its stores.
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
