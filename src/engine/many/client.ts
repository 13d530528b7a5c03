import { WorkerClient } from '../rpc/worker-client.ts'
import { loadDeviceOwner } from '../storage/identity.ts'
import { ManySession } from './session.ts'
import { MANY_STORE } from './store.ts'
import type { ManyWork } from './types.ts'

/** Limit for reading one list, ms: some hostile workbooks never finish. */
const READ_TIMEOUT_MS = 60_000

/** The work in its worker, which is started again after a list that it could not read. */
class WorkerWork implements ManyWork {
  readonly #client: WorkerClient<ManyWork, number>
  /** Makes archives, which takes minutes: other work neither waits for it nor ends it. */
  readonly #packer: WorkerClient<ManyWork, number>

  constructor(onPacked: (done: number) => void) {
    const create = () => new Worker(new URL('./many.worker.ts', import.meta.url), { type: 'module' })
    this.#client = new WorkerClient({ create })
    this.#packer = new WorkerClient({ create, onEvent: onPacked })
  }

  findLists = (...args: Parameters<ManyWork['findLists']>) =>
    this.#limited(this.#client.request('findLists', ...args))
  read = (...args: Parameters<ManyWork['read']>) => this.#limited(this.#client.request('read', ...args))
  prepare = (...args: Parameters<ManyWork['prepare']>) =>
    this.#limited(this.#client.request('prepare', ...args))
  send = (...args: Parameters<ManyWork['send']>) => this.#client.request('send', ...args)
  remember = (...args: Parameters<ManyWork['remember']>) => this.#client.request('remember', ...args)
  pack = (...args: Parameters<ManyWork['pack']>) => this.#packer.request('pack', ...args)

  /** Ends what is read or sent. */
  stop(): void {
    this.#client.terminate()
  }

  terminate(): void {
    this.stop()
    this.#packer.terminate()
  }

  async #limited<Value>(reading: Promise<Value>): Promise<Value> {
    const timer = setTimeout(() => this.stop(), READ_TIMEOUT_MS)
    try {
      return await reading
    } finally {
      clearTimeout(timer)
    }
  }
}

const work = new WorkerWork((done) => many.showPacked(done))

export const many = new ManySession(work)
many.setOwner(loadDeviceOwner() ?? '')

/** Ends the reading at once, also in the middle of a library. */
export async function cancelReading(): Promise<void> {
  work.stop()
  await many.cancelReading()
}

/** Ends the looking for lists in an archive at once. */
export function cancelProbe(): void {
  many.cancelProbe()
  work.stop()
}

/** Ends all of it at once. */
export async function endMany(): Promise<void> {
  work.terminate()
  await many.clear()
}

// At sign-out, here or in another tab.
if (typeof BroadcastChannel !== 'undefined')
  new BroadcastChannel('levro.bulk').addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data !== 'forget') return
    work.terminate()
    many.leaveAll()
    void MANY_STORE.clear()
  })
