import type { FastifyRequest } from 'fastify'
import { networkKey } from './keys.ts'
import { makeTokenBuckets } from './token-buckets.ts'

/** Requests with reports of one network. A page that violates its policy sends a few. */
const OF_NETWORK = { burst: 30, perSecond: 0.5 }
/** Lines of the log for reports of all networks. */
const LOGGED = { burst: 30, perSecond: 0.1 }

/** Limits of reports about violated policies, in this process only. */
export function makeReportLimits(now?: () => number) {
  const ofNetwork = makeTokenBuckets(OF_NETWORK, now)
  const logged = makeTokenBuckets(LOGGED, now)

  return {
    /** Counts a report. @returns seconds until the network may report again */
    limit({ ip }: Pick<FastifyRequest, 'ip'>): number {
      const key = networkKey(ip)
      const seconds = ofNetwork.waitSeconds(key)
      if (seconds === 0) ofNetwork.spend(key, 1)
      return seconds
    },
    /** Counts a line. @returns whether it may be logged */
    mayLog(): boolean {
      if (logged.waitSeconds('') > 0) return false
      logged.spend('', 1)
      return true
    },
  }
}
