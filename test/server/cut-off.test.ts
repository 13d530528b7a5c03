import { randomUUID } from 'node:crypto'
import { type Socket, connect } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { convertBulk } from '#api/conversions.ts'
import { onEachDatabase } from '../harness.ts'
import type { Client } from './client.ts'
import { accountIdOf, balanceOf, jobsOf } from './ledger-check.ts'
import { makeRows, referenceConversion } from './reference.ts'
import { expectCompleteJobs } from './whole-jobs.ts'

type Order = { rows: ReturnType<typeof makeRows>; key: string }

/** Sends a complete bulk request, and reads nothing of the response. */
function sendWhole({ origin, cookie }: Client, { rows, key }: Order): Promise<Socket> {
  const body = JSON.stringify({ rows, filename: 'prices.csv', source: 'upload' })
  const { hostname, host, port } = new URL(origin)
  const head = [
    `POST ${convertBulk.path} HTTP/1.1`,
    `host: ${host}`,
    `cookie: ${cookie}`,
    `idempotency-key: ${key}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => resolve(socket))
    })
    socket.once('error', reject)
  })
}

onEachDatabase((server) => {
  const jobIdsOf = async (user: Client) => {
    const jobs = await jobsOf(server().db, await accountIdOf(server().db, user.email))
    return jobs.map(({ id }) => id)
  }

  describe.each([
    ['small', 12],
    ['large', 3000],
  ])('a call whose connection is cut before its answer: %s', (_size, count) => {
    it('CONV-11 · after it is stored: its repeat with the same key gets the stored reply', async () => {
      const user = await server().user(10_000)
      const order = { rows: makeRows(count), key: randomUUID() }
      const socket = await sendWhole(user, order)
      await vi.waitFor(async () => expect(await jobIdsOf(user)).toHaveLength(1), { timeout: 40_000 })
      socket.destroy()
      const jobIds = await jobIdsOf(user)
      await user.bulk(makeRows(5), { key: randomUUID() })

      const { reply } = await user.bulk(order.rows, { key: order.key })
      expect([reply.jobId, reply.newBalance]).toEqual([jobIds[0], 10_000 - count])
      expect(reply.rows.map(({ bgn, eur }) => ({ bgn, eur }))).toEqual(
        order.rows.map(({ price, currency }) => referenceConversion(price, currency)),
      )
      expect(await balanceOf(server().db, user.email)).toBe(10_000 - count - 5)
      await expectCompleteJobs(server().db, new Map([[order.key, reply]]))
    })

    // Whether it is stored depends on the moment: the client may disconnect before its session was looked up.
    it.each([
      ['closed', (socket: Socket) => socket.destroy()],
      ['reset', (socket: Socket) => socket.resetAndDestroy()],
    ])(
      'CONV-11 · right after it was sent: stored and charged, or neither, and its repeat is charged once: %s',
      async (_how, cut) => {
        const user = await server().user(10_000)
        const order = { rows: makeRows(count), key: randomUUID() }
        cut(await sendWhole(user, order))
        await expectCompleteJobs(server().db, new Map())

        const { reply } = await user.bulk(order.rows, { key: order.key })
        expect((await user.bulk(order.rows, { key: order.key })).reply).toEqual(reply)
        expect(await jobIdsOf(user)).toEqual([reply.jobId])
        expect(await balanceOf(server().db, user.email)).toBe(10_000 - count)
        await expectCompleteJobs(server().db, new Map([[order.key, reply]]))
      },
    )
  })
})
