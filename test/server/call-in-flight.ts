import { request } from 'node:http'
import { onTestFinished } from 'vitest'
import type { BulkReply } from '#api/conversions.ts'
import type { Client } from './client.ts'

/** A bulk request whose headers the server has accepted (100 Continue), and whose body is still to be sent; ends with the test. */
export type CallInFlight = { finish: () => Promise<BulkReply> }

const CONTINUE_MS = 20_000

export function beginBulk(client: Client, rows: unknown[]): Promise<CallInFlight> {
  const body = Buffer.from(JSON.stringify({ rows, filename: 'prices.csv', source: 'upload' }))
  return new Promise((resolve, reject) => {
    const headers = {
      cookie: client.cookie,
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    }
    const call = request(`${client.origin}/api/convert/bulk`, { method: 'POST', headers, agent: false })
    onTestFinished(() => void call.destroy())
    const answer = new Promise<BulkReply>((answered, failed) => {
      call.once('error', failed)
      call.once('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', failed)
        response.once('end', () => answered(JSON.parse(Buffer.concat(chunks).toString())))
      })
    })
    answer.catch(() => undefined)
    call.once('error', reject)
    call.once('response', ({ statusCode }) =>
      reject(new Error(`The request was answered before its body: ${statusCode}.`)),
    )
    call.setTimeout(CONTINUE_MS, () => call.destroy(new Error(`Nothing came for ${CONTINUE_MS} ms.`)))
    call.once('continue', () =>
      resolve({
        finish: () => {
          call.end(body)
          return answer
        },
      }),
    )
    call.flushHeaders()
  })
}
