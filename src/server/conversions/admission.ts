import type { FastifyReply, FastifyRequest } from 'fastify'
import { IDEMPOTENCY_HEADER } from '#api/conversions.ts'
import { ApiError, throwApiError } from '../http/api-error.ts'
import { LIMITS } from '#product/limits.ts'
import type { SignedIn } from '../http/routes.ts'
import { declaredLength } from '../http/body.ts'
import { onResponseEnd } from '../http/graceful-shutdown.ts'
import { INLINE_BYTES } from './worker-pool.ts'

/** Bytes of large bodies that may be in memory at once, over all users. */
const MAX_BYTES = 256 * 1024 * 1024

type Slot = { key: string | undefined; over: Promise<void> }

export type ConcurrencyLimit = {
  /**
   * Takes the account's one slot for a large conversion. A repeat of the running one (the same key) waits for it.
   * @returns what gives the slot back; may be called twice
   */
  enter: (accountId: string, key: string | undefined) => Promise<(() => void) | 'taken'>
  /** Sets aside memory for a body of so many bytes. */
  reserve: (bytes: number) => (() => void) | 'busy'
}

/** Who may have a large conversion under way. One process's view: the ledger alone guards what is charged. */
export function makeBulkSlots(): ConcurrencyLimit {
  const slots = new Map<string, Slot>()
  let reservedBytes = 0

  return {
    async enter(accountId, key) {
      for (let taken = slots.get(accountId); taken !== undefined; taken = slots.get(accountId)) {
        if (key === undefined || taken.key !== key) return 'taken'
        await taken.over
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      slots.set(accountId, { key, over: promise })
      return once(() => {
        slots.delete(accountId)
        resolve()
      })
    },
    reserve(bytes) {
      if (reservedBytes + bytes > MAX_BYTES) return 'busy'
      reservedBytes += bytes
      return once(() => {
        reservedBytes -= bytes
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

const PRINTABLE = /^[\x21-\x7e]{1,200}$/

/** The request's key, or undefined when it has none; one that is no short printable text is refused. */
export function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers[IDEMPOTENCY_HEADER]
  if (key === undefined) return undefined
  return typeof key === 'string' && PRINTABLE.test(key) ? key : throwApiError('bad_request')
}

export type BulkAdmission = {
  /** Lets a call in before its body is read, or refuses it. Small ones are always let in. */
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /**
   * Says that the body is whole and its work begins: from here on a client that goes frees nothing, because the work goes
   * on without it. A small body that needs a worker all the same takes its place now.
   */
  begin: (request: FastifyRequest, reply: FastifyReply, needsWorker: boolean) => Promise<void>
  /** Says that the call's work is done; its answer may still be on its way. */
  leave: (request: FastifyRequest) => void
}

/** A body of unknown length counts as a large one. */
export function makeBulkAdmission(slots: ConcurrencyLimit): BulkAdmission {
  const releases = new WeakMap<FastifyRequest, () => void>()
  return {
    async admit(request, reply) {
      const key = readIdempotencyKey(request)
      const bytes = declaredLength(request) ?? LIMITS.bulkBytes
      // Too long ones are refused when their body would be read.
      if (bytes <= INLINE_BYTES || bytes > LIMITS.bulkBytes) return
      const release = await take(slots, request.signedIn, key, bytes)
      releases.set(request, release)
      // The client may go before its body is whole, or may have gone while this call waited.
      if (!onResponseEnd(reply, release)) throwApiError('bad_request')
    },
    async begin(request, reply, needsWorker) {
      const release = releases.get(request)
      if (release !== undefined) reply.raw.off('close', release)
      else if (needsWorker)
        releases.set(request, await take(slots, request.signedIn, readIdempotencyKey(request), INLINE_BYTES))
    },
    leave: (request) => releases.get(request)?.(),
  }
}

async function take(
  slots: ConcurrencyLimit,
  signedIn: SignedIn | undefined,
  key: string | undefined,
  bytes: number,
): Promise<() => void> {
  const leaveSlot = await slots.enter(signedIn?.accountId ?? '', key)
  if (leaveSlot === 'taken') throw new ApiError('conversion_in_progress')
  const freeBytes = slots.reserve(bytes)
  if (freeBytes === 'busy') leaveSlot()
  if (freeBytes === 'busy') return throwApiError('busy')
  return () => {
    freeBytes()
    leaveSlot()
  }
}
