import { createStore, promisifyRequest } from 'idb-keyval'

/** Values by key that outlive the page. Every call fails where there is no storage (private mode). */
export type KeyValues = {
  get(key: string): Promise<unknown>
  /** Saves `value`, or deletes the key when it is undefined. */
  set(key: string, value: unknown): Promise<void>
  /**
   * Replaces the value by the result of `change`, in one transaction.
   * @param otherKey `change` gets the value of this key as well, read in the same transaction
   */
  update(key: string, change: (saved: unknown, other: unknown) => unknown, otherKey?: string): Promise<void>
  clear(): Promise<void>
}

/** A store of a database of this browser. */
export function openKeyValues(database: string, name: string): KeyValues {
  let opened: ReturnType<typeof createStore> | undefined
  const store = () => (opened ??= createStore(database, name))

  async function run<Value>(
    mode: IDBTransactionMode,
    work: (records: IDBObjectStore) => Promise<Value>,
  ): Promise<Value> {
    try {
      return await store()(mode, work)
    } catch (error) {
      // The next call opens the store again.
      opened = undefined
      throw error
    }
  }

  const write = (work: (records: IDBObjectStore) => void): Promise<void> =>
    run('readwrite', (records) => {
      work(records)
      return promisifyRequest(records.transaction)
    })

  return {
    get: (key) => run('readonly', (records) => promisifyRequest<unknown>(records.get(key))),
    set: (key, value) => write((records) => put(records, key, value)),
    update: (key, change, otherKey) =>
      write((records) => {
        const other: IDBRequest<unknown> | undefined =
          otherKey === undefined ? undefined : records.get(otherKey)
        const reading: IDBRequest<unknown> = records.get(key)
        reading.addEventListener('success', () => {
          const value = change(reading.result, other?.result)
          if (value !== reading.result) put(records, key, value)
        })
      }),
    clear: () => write((records) => void records.clear()),
  }
}

function put(records: IDBObjectStore, key: string, value: unknown): void {
  if (value === undefined) records.delete(key)
  else records.put(value, key)
  // Without an explicit commit the transaction ends only after an event: the page may be closed before that.
  records.transaction.commit()
}
