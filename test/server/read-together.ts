import type { KyselyPlugin } from 'kysely'

/** How long the first reader waits for the second. */
const TIMEOUT_MS = 10_000

type TwoReaders = {
  plugin: KyselyPlugin
  /** Resolves once both have read, and rejects when only one does. */
  both: Promise<void>
}

/**
 * Holds the results of the first two queries with such a row until both are there: two processes that read the same before either
 * writes.
 */
export function readTogether(isRow: (row: Record<string, unknown>) => boolean): TwoReaders {
  const { promise: both, resolve, reject } = Promise.withResolvers<void>()
  // A test that has failed before does not await it.
  both.catch(() => {})
  let count = 0
  let timer: NodeJS.Timeout | undefined
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.some(isRow)) {
        count++
        timer ??= setTimeout(() => reject(new Error('Only one process has read it.')), TIMEOUT_MS)
        if (count === 2) {
          clearTimeout(timer)
          resolve()
        }
        await both
      }
      return result
    },
  }
  return { plugin, both }
}
