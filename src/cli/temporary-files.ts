const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Calls `work`, and `remove` after it: also where a signal ends the process, which it then does, or the process exits, as it
 * does when the reader of its output has ended.
 */
export async function removedAtEnd<T>(remove: () => void, work: () => Promise<T>): Promise<T> {
  const end = (signal: NodeJS.Signals) => {
    remove()
    process.kill(process.pid, signal)
  }
  for (const signal of SIGNALS) process.once(signal, end)
  process.once('exit', remove)
  try {
    return await work()
  } finally {
    process.off('exit', remove)
    for (const signal of SIGNALS) process.off(signal, end)
    remove()
  }
}
