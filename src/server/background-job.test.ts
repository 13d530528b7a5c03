import Fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { startBackgroundJob } from './background-job.ts'

const NEVER_MS = 2 ** 31 - 1
/** More than the ends of a run take. */
const MICROTASKS = 20

describe('a background job', () => {
  const apps: { close: () => Promise<unknown> }[] = []
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close()
  })

  /** A listening app with a job, whose first run, by the timer's start, has ended. */
  async function startJob(run: () => Promise<boolean>): Promise<() => void> {
    const app = Fastify()
    apps.push(app)
    const wake = startBackgroundJob(app, { intervalMs: NEVER_MS, run, errorMessage: 'failed' })
    await app.listen({ port: 0, host: '127.0.0.1' })
    return wake
  }

  it.each(Array.from({ length: MICROTASKS }, (_, n) => n))(
    'AUTH-10 · woken %d microtasks after a run began sees what was stored before',
    async (microtasks) => {
      let stored = 0
      let seen = 0
      const wake = await startJob(async () => {
        seen = stored
        return false
      })
      wake()
      for (let n = 0; n < microtasks; n++) await Promise.resolve()
      stored = 1
      wake()
      await new Promise(setImmediate)
      expect(seen).toBe(1)
    },
  )

  it('AUTH-10 · runs one at a time, and again at once while there is more', async () => {
    let running = 0
    const together: number[] = []
    const wake = await startJob(async () => {
      together.push(++running)
      await new Promise(setImmediate)
      running--
      return together.length < 4
    })
    for (let n = 0; n < 3; n++) wake()
    await expect.poll(() => together).toEqual([1, 1, 1, 1])
  })
})
