import type { FastifyReply, FastifyRequest } from 'fastify'
import { IDEMPOTENCY_HEADER } from '#api/conversions.ts'
import { ApiError, throwApiError } from '../http/api-error.ts'
import { LIMITS } from '#product/limits.ts'
import type { Caller } from '../http/routes.ts'
import { limitedAs } from '../rate-limit/keys.ts'
import { declaredLength } from '../http/body.ts'
import { onResponseEnd } from '../http/response-end.ts'
import { MAX_INLINE_BYTES } from './worker-pool.ts'

type Slot = { key: string | undefined; released: Promise<void> }

type ConcurrencyLimit = {
  /**
   * Takes the account's one slot for a large conversion. A repeat of the running one (the same key) waits for it.
   * @returns releases the slot; may be called twice
   */
  enter: (accountId: string, key: string | undefined) => Promise<(() => void) | 'taken'>
}

/** Limits large conversions for each account, in this process only: the ledger alone protects the balance. */
export function makeConcurrencyLimit(): ConcurrencyLimit {
  const slots = new Map<string, Slot>()

  return {
    async enter(accountId, key) {
      for (let taken = slots.get(accountId); taken !== undefined; taken = slots.get(accountId)) {
        if (key === undefined || taken.key !== key) return 'taken'
        await taken.released
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      slots.set(accountId, { key, released: promise })
      return once(() => {
        slots.delete(accountId)
        resolve()
      })
    },
  }
}

function once(release: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    release()
  }
}

const KEY_FORMAT = /^[\x21-\x7e]{1,200}$/

/** Reads the idempotency key, undefined when there is none; rejects one that is not short printable text. */
export function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers[IDEMPOTENCY_HEADER]
  if (key === undefined) return undefined
  return typeof key === 'string' && KEY_FORMAT.test(key) ? key : throwApiError('bad_request')
}

type BulkAdmission = {
  /** Admits a call before its body is read, or rejects it. Small ones are always admitted. */
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /**
   * Called when the body is complete: from here on a disconnected client frees nothing, because the work
   * continues. A small body that needs a worker takes its slot now.
   */
  begin: (request: FastifyRequest, reply: FastifyReply, needsWorker: boolean) => Promise<void>
  /** Called when the work is done; the response may still be being sent. */
  leave: (request: FastifyRequest) => void
}

/** A body of unknown length counts as a large one. */
export function makeBulkAdmission(slots: ConcurrencyLimit): BulkAdmission {
  const releases = new WeakMap<FastifyRequest, () => void>()
  return {
    async admit(request, reply) {
      const key = readIdempotencyKey(request)
      const bytes = declaredLength(request) ?? LIMITS.bulkBytes
      // Longer bodies are rejected when they are read.
      if (bytes <= MAX_INLINE_BYTES || bytes > LIMITS.bulkBytes) return
      const release = await acquireSlot(slots, request.caller, key)
      releases.set(request, release)
      // The client may disconnect before its body is complete, or may have disconnected while this call
      // waited.
      if (!onResponseEnd(reply, release)) throwApiError('bad_request')
    },
    async begin(request, reply, needsWorker) {
      request.bodyHold.keep()
      const release = releases.get(request)
      if (release !== undefined) reply.raw.off('close', release)
      else if (needsWorker)
        releases.set(request, await acquireSlot(slots, request.caller, readIdempotencyKey(request)))
    },
    leave(request) {
      releases.get(request)?.()
      request.bodyHold.release()
    },
  }
}

async function acquireSlot(
  slots: ConcurrencyLimit,
  caller: Caller | undefined,
  key: string | undefined,
): Promise<() => void> {
  const release = await slots.enter(caller === undefined ? '' : limitedAs(caller), key)
  if (release === 'taken') throw new ApiError('conversion_in_progress')
  return release
}
