import type { Db } from '../db/schema.ts'
import { refuseCommon } from '../http/api-error.ts'
import { type Limit, hit } from './rate-limit.ts'

/** Counts an attempt, and refuses it where a limit is passed. */
export async function requireWithin(db: Db, limits: readonly Limit[], now: number): Promise<void> {
  const seconds = await hit(db, limits, now)
  if (seconds !== undefined) refuseCommon('too_many_requests', { seconds })
}
