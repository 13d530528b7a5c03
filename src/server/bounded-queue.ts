export type QueueSize = {
  /** Tasks that run at once. */
  width: number
  /** Tasks that wait for them. */
  waiting: number
  /** Tasks of one key among those that wait. */
  ofKey?: number
  /** Places beyond `waiting`, for preferred tasks. */
  reserved?: number
}

type TaskOptions = {
  /** Whom the task is for; each has at most `ofKey` waiting tasks. Those of different first keys are run in turn. */
  keys?: readonly string[]
  isPreferred?: boolean
}

/** Runs tasks at once up to its width, and queues others; further ones are rejected. */
export type BoundedQueue = {
  /** The task's result; undefined when the queue is full, or full for one of the keys. */
  run: <T>(task: () => Promise<T>, options?: TaskOptions) => Promise<T | undefined>
  /** Whether as many tasks of a key wait as may. */
  isFullFor: (key: string) => boolean
  /** Number of queued tasks. */
  waiting: () => number
}

export function makeBoundedQueue({
  width,
  waiting: most,
  ofKey = most,
  reserved = 0,
}: QueueSize): BoundedQueue {
  let running = 0
  let waiting = 0
  /** Starts of the waiting tasks by first key, the one whose turn it is first. */
  const queues = new Map<string, (() => void)[]>()
  const counts = new Map<string, number>()

  function count(keys: readonly string[], change: 1 | -1): void {
    waiting += change
    for (const key of keys) {
      const left = (counts.get(key) ?? 0) + change
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    }
  }

  function takeNext(): (() => void) | undefined {
    const [first] = queues
    if (first === undefined) return undefined
    const [key, queue] = first
    const next = queue.shift()
    queues.delete(key)
    if (queue.length > 0) queues.set(key, queue)
    return next
  }

  async function waitForTurn(keys: readonly string[]): Promise<void> {
    const [key = ''] = keys
    count(keys, 1)
    await new Promise<void>((resolve) => queues.set(key, [...(queues.get(key) ?? []), resolve]))
    count(keys, -1)
  }

  const isFullFor = (key: string): boolean => (counts.get(key) ?? 0) >= ofKey

  return {
    isFullFor,
    waiting: () => waiting,
    async run(task, { keys = [], isPreferred = false } = {}) {
      if (running >= width) {
        if (waiting >= most + (isPreferred ? reserved : 0)) return undefined
        if (keys.some(isFullFor)) return undefined
        // The task that ends passes its slot on, so `running` does not change.
        await waitForTurn(keys)
      } else {
        running++
      }
      try {
        return await task()
      } finally {
        const next = takeNext()
        if (next === undefined) running--
        else next()
      }
    },
  }
}
