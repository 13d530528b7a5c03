/** Each holds some rows of its job in memory, for as long as its reader takes. */
const AT_ONCE = 4

/** Counts the saved jobs that are on their way to each account. One process's view. */
export type JobReaders = {
  /** @returns what ends the reading, to be called once; undefined where the account has as many under way as it may */
  begin: (accountId: string) => (() => void) | undefined
}

export function makeJobReaders(): JobReaders {
  const underWay = new Map<string, number>()
  return {
    begin(accountId) {
      const count = underWay.get(accountId) ?? 0
      if (count >= AT_ONCE) return undefined
      underWay.set(accountId, count + 1)
      return () => {
        const left = (underWay.get(accountId) ?? 1) - 1
        if (left === 0) underWay.delete(accountId)
        else underWay.set(accountId, left)
      }
    },
  }
}
