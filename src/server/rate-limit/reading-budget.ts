import type { FastifyReply, FastifyRequest } from 'fastify'
import { throwApiError } from '../http/api-error.ts'
import { onResponseEnd } from '../http/response-end.ts'
import type { ReadingLimit } from '../http/routes.ts'
import { isLoopback, limitedAs, networkKey } from './keys.ts'
import { makeTokenBuckets } from './token-buckets.ts'

const MEGABYTE = 1024 * 1024

/** Per account, and per key of it: a shop that opens each of a thousand saved jobs, or downloads eighty of the largest, waits for nothing. */
const OF_ACCOUNT = {
  requests: { burst: 2000, perSecond: 10 },
  bytes: { burst: 1024 * MEGABYTE, perSecond: 4 * MEGABYTE },
}
/** Per network, which an office may share. */
const OF_NETWORK = {
  requests: { burst: 20_000, perSecond: 200 },
  bytes: { burst: 4096 * MEGABYTE, perSecond: 16 * MEGABYTE },
}

/**
 * Limits requests that only read, by their number and the bytes of their responses, in this process only. Outside production the
 * machine itself has no limit: it runs the tests.
 */
export function makeReadingBudget(isProduction: boolean, now?: () => number): ReadingLimit {
  const isLimited = ({ ip }: FastifyRequest) => isProduction || !isLoopback(ip)
  const ofNetwork = makeBudget(OF_NETWORK, now)
  const ofAccount = makeBudget(OF_ACCOUNT, now)

  return {
    admitNetwork(request, reply) {
      if (isLimited(request)) ofNetwork(networkKey(request.ip), request, reply)
    },
    admitAccount(request, reply) {
      const { caller } = request
      if (caller !== undefined && isLimited(request)) ofAccount(limitedAs(caller), request, reply)
    },
  }
}

function makeBudget(rates: typeof OF_ACCOUNT, now: (() => number) | undefined) {
  const requests = makeTokenBuckets(rates.requests, now)
  const bytes = makeTokenBuckets(rates.bytes, now)

  return (key: string, { raw }: FastifyRequest, reply: FastifyReply): void => {
    const seconds = Math.max(requests.waitSeconds(key), bytes.waitSeconds(key))
    if (seconds > 0) throwApiError('too_many_requests', { seconds })
    requests.spend(key, 1)
    const { socket } = raw
    const before = socket.bytesWritten
    onResponseEnd(reply, () => {
      const length = reply.getHeader('content-length')
      // The bytes of the socket are those of all pipelined responses: only for one that is streamed.
      bytes.spend(key, length === undefined ? socket.bytesWritten - before : Number(length))
    })
  }
}
