/** Runs at most `width` tasks at once and keeps at most `waiting` more; the next one is turned away. */
export type BoundedQueue = {
  /** The task's result, or undefined when there is no room. */
  run: <T>(task: () => Promise<T>) => Promise<T | undefined>
  /** How many are kept. */
  waiting: () => number
}

export function makeBoundedQueue({ width, waiting }: { width: number; waiting: number }): BoundedQueue {
  let running = 0
  const queue: (() => void)[] = []

  return {
    waiting: () => queue.length,
    async run(task) {
      if (running >= width) {
        if (queue.length >= waiting) return undefined
        // Whoever ends hands over its place, so that `running` stays.
        await new Promise<void>((resolve) => queue.push(resolve))
      } else {
        running++
      }
      try {
        return await task()
      } finally {
        const next = queue.shift()
        if (next === undefined) running--
        else next()
      }
    },
  }
}
