import type { KyselyPlugin } from 'kysely'

/**
 * Holds the results of the first two queries with such a row until both are there: two processes that read the same before either
 * writes.
 */
export function readTogether(isRow: (row: Record<string, unknown>) => boolean): KyselyPlugin {
  const both = Promise.withResolvers<void>()
  let count = 0
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.some(isRow)) {
        if (++count === 2) both.resolve()
        await both.promise
      }
      return result
    },
  }
}
