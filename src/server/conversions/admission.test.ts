import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { makeBulkAdmission, makeConcurrencyLimit } from './admission.ts'

it('CONV-11 · a large conversion keeps its place while it works, also when its client has left', async () => {
  const admission = makeBulkAdmission(makeConcurrencyLimit())
  const call = () => ({
    request: {
      headers: { 'content-length': '100000' },
      signedIn: { accountId: 'one' },
      bodyHold: { keep: () => {}, release: () => {} },
    } as unknown as FastifyRequest,
    reply: { raw: new EventEmitter() } as unknown as FastifyReply,
  })
  const [first, second] = [call(), call()]
  await admission.admit(first.request, first.reply)
  await admission.begin(first.request, first.reply, true)
  first.reply.raw.emit('close')
  await expect(admission.admit(second.request, second.reply)).rejects.toMatchObject({
    code: 'conversion_in_progress',
  })
  admission.leave(first.request)
  await admission.admit(second.request, second.reply)
})
