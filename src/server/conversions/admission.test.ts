import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { makeBulkAdmission, makeConcurrencyLimit, readIdempotencyKey } from './admission.ts'

/** A call of an account with a body of so many bytes, or of an unknown length. */
const call = (length: string | undefined = '100000', key?: string) => {
  const held = { kept: false, released: false }
  return {
    request: {
      headers: { 'content-length': length, 'idempotency-key': key },
      signedIn: { accountId: 'one' },
      bodyHold: { keep: () => (held.kept = true), release: () => (held.released = true) },
    } as unknown as FastifyRequest,
    reply: { raw: new EventEmitter() } as unknown as FastifyReply,
    held,
  }
}

const IN_PROGRESS = { code: 'conversion_in_progress' }

it('CONV-11 · a large conversion keeps its place while it works, also when its client has left', async () => {
  const admission = makeBulkAdmission(makeConcurrencyLimit())
  const [first, second] = [call(), call()]
  await admission.admit(first.request, first.reply)
  await admission.begin(first.request, first.reply, true)
  first.reply.raw.emit('close')
  await expect(admission.admit(second.request, second.reply)).rejects.toMatchObject(IN_PROGRESS)
  admission.leave(first.request)
  await admission.admit(second.request, second.reply)
})

it.each([
  ['65536', false],
  ['65537', true],
  [`${32 * 1024 * 1024}`, true],
  // Refused when it is read.
  [`${32 * 1024 * 1024 + 1}`, false],
  ['', true],
])('CONV-11 · a body of %j bytes needs a place before it is read: %s', async (length, needsPlace) => {
  const admission = makeBulkAdmission(makeConcurrencyLimit())
  const [first, second] = [call(), call(length === '' ? undefined : length)]
  if (length === '') second.request.headers['transfer-encoding'] = 'chunked'
  await admission.admit(first.request, first.reply)
  const admitted = admission.admit(second.request, second.reply)
  if (needsPlace) await expect(admitted).rejects.toMatchObject(IN_PROGRESS)
  else await admitted
})

it('CONV-11 · a small conversion takes a place only if it needs a worker, and its body is held until its end', async () => {
  const admission = makeBulkAdmission(makeConcurrencyLimit())
  const [one, two, light] = [call('10'), call('10'), call('10')]
  for (const { request, reply } of [one, two, light]) await admission.admit(request, reply)
  await admission.begin(one.request, one.reply, true)
  await admission.begin(light.request, light.reply, false)
  await expect(admission.begin(two.request, two.reply, true)).rejects.toMatchObject(IN_PROGRESS)
  expect(one.held).toEqual({ kept: true, released: false })
  for (const { request } of [light, one]) admission.leave(request)
  expect([one.held.released, light.held.released]).toEqual([true, true])
  await admission.begin(two.request, two.reply, true)
})

it('CONV-11 · the place of a client that left before its body was complete is free, and is freed once', async () => {
  const admission = makeBulkAdmission(makeConcurrencyLimit())
  const [first, second, third] = [call(), call(), call()]
  await admission.admit(first.request, first.reply)
  first.reply.raw.emit('close')
  await admission.admit(second.request, second.reply)
  admission.leave(first.request)
  await expect(admission.admit(third.request, third.reply)).rejects.toMatchObject(IN_PROGRESS)
})

it('CONV-11 · a client that has left before it is admitted takes no place', async () => {
  const admission = makeBulkAdmission(makeConcurrencyLimit())
  const [gone, next] = [call(), call()]
  Object.assign(gone.reply.raw, { destroyed: true })
  await expect(admission.admit(gone.request, gone.reply)).rejects.toMatchObject({ code: 'bad_request' })
  await admission.admit(next.request, next.reply)
})

it('CONV-11 · a repeat waits for the place of the call with its key, other calls do not', async () => {
  const { enter } = makeConcurrencyLimit()
  const leave = await enter('one', 'key')
  expect(await enter('one', 'other')).toBe('taken')
  expect(await enter('one', undefined)).toBe('taken')
  expect(await enter('two', 'key')).toBeTypeOf('function')
  const waiting = enter('one', 'key')
  if (typeof leave === 'function') leave()
  expect(await waiting).toBeTypeOf('function')
  expect(await enter('one', 'other'), 'the repeat has it').toBe('taken')
})

it.each([
  [undefined, true],
  ['!', true],
  ['~'.repeat(200), true],
  ['k'.repeat(201), false],
  ['', false],
  [' a', false],
  ['a b', false],
  ['a\u007f', false],
  ['a\n', false],
])('CONV-11 · a key of visible characters is accepted: case %#', (key, isAccepted) => {
  const read = () => readIdempotencyKey(call('1', key).request)
  if (isAccepted) expect(read()).toBe(key)
  else expect(read).toThrow(expect.objectContaining({ code: 'bad_request' }))
})
