import type { FastifyReply, FastifyRequest } from 'fastify'
import { LIMITS } from '#product/limits.ts'
import type { SignedIn } from '../auth/sessions.ts'
import { declaredLength } from '../http/body.ts'
import { Refusal, refuseCommon } from '../http/api-error.ts'
import { whenOver } from '../http/when-over.ts'
import { INLINE_BYTES } from './worker-pool.ts'
import type { BulkSlots } from './bulk-slots.ts'
import { requireGoodKey } from './idempotency-key.ts'

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
export function makeBulkAdmission(slots: BulkSlots): BulkAdmission {
  const releases = new WeakMap<FastifyRequest, () => void>()
  return {
    async admit(request, reply) {
      const key = requireGoodKey(request)
      const bytes = declaredLength(request) ?? LIMITS.bulkBytes
      // Too long ones are refused when their body would be read.
      if (bytes <= INLINE_BYTES || bytes > LIMITS.bulkBytes) return
      const release = await take(slots, request.signedIn, key, bytes)
      releases.set(request, release)
      // The client may go before its body is whole, or may have gone while this call waited.
      if (!whenOver(reply, release)) refuseCommon('bad_request')
    },
    async begin(request, reply, needsWorker) {
      const release = releases.get(request)
      if (release !== undefined) reply.raw.off('close', release)
      else if (needsWorker)
        releases.set(request, await take(slots, request.signedIn, requireGoodKey(request), INLINE_BYTES))
    },
    leave: (request) => releases.get(request)?.(),
  }
}

async function take(
  slots: BulkSlots,
  signedIn: SignedIn | undefined,
  key: string | undefined,
  bytes: number,
): Promise<() => void> {
  const leaveSlot = await slots.enter(signedIn?.accountId ?? '', key)
  if (leaveSlot === 'taken') throw new Refusal('conversion_in_progress')
  const freeBytes = slots.reserve(bytes)
  if (freeBytes === 'busy') leaveSlot()
  if (freeBytes === 'busy') return refuseCommon('busy')
  return () => {
    freeBytes()
    leaveSlot()
  }
}
