/** Runs at most `width` tasks at once and queues at most `waiting` more; further ones are rejected. */
export type BoundedQueue = {
  /** The task's result; undefined when the queue is full. */
  run: <T>(task: () => Promise<T>) => Promise<T | undefined>
  /** Number of queued tasks. */
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
        // The task that ends passes its slot on, so `running` does not change.
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
