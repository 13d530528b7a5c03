import type { FastifyRequest } from 'fastify'
import type { Lang } from '#i18n/language.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Db, Transaction } from '../db/schema.ts'
import { langOf } from '../http/language.ts'
import type { Outbox } from '../mail/outbox.ts'
import { consumeLimits } from '../rate-limit/rate-limit.ts'
import type { Account } from './accounts.ts'
import {
  failedCodesLimits,
  failedCodesNoticeLimits,
  failedSeriesLimits,
  failedSeriesNoticeLimits,
  newDeviceNoticeLimits,
} from './rate-limits.ts'
import { deviceName } from './sign-in.ts'

type Cause = { account: Pick<Account, 'id' | 'address'>; request: FastifyRequest; now: number }

/** Emails the user about a sign-in on a device where they have not signed in before. */
export async function notifyOfNewDevice(
  trx: Transaction,
  outbox: Outbox,
  { account, request, now }: Cause,
): Promise<void> {
  const detail = deviceName(request.headers['user-agent'])
  const limits = newDeviceNoticeLimits(account.id, detail, request.ip)
  if ((await consumeLimits(trx, limits, now)) !== undefined) return
  await outbox.put(trx, {
    kind: 'new-device',
    lang: langOf(request),
    email: account.address,
    accountId: account.id,
    detail,
  })
}

/**
 * Counts a wrong password and emails the user about a series of them. Runs the same statements with and without an account,
 * which is looked up only when the email is composed.
 * @param email normalised
 */
export async function notifyOfFailures(
  db: Db,
  outbox: Outbox,
  { email, lang, now }: { email: string; lang: Lang; now: number },
): Promise<void> {
  if ((await consumeLimits(db, failedSeriesLimits(email), now)) === undefined) return
  await inTransaction(db, async (trx) => {
    if ((await consumeLimits(trx, failedSeriesNoticeLimits(email), now)) === undefined)
      await outbox.put(trx, { kind: 'failed-sign-ins', lang, email })
  })
}

/**
 * Counts a code that was rejected after a correct password. Emails the user after a series of them, and when codes of the app
 * are no longer accepted, because another person may know the password.
 */
export async function notifyOfWrongCode(
  trx: Transaction,
  outbox: Outbox,
  { account, request, now }: Cause,
  outcome: 'wrong' | 'blocked',
): Promise<void> {
  const isSeries = (await consumeLimits(trx, failedCodesLimits(account.id), now)) !== undefined
  if (outcome === 'wrong' && !isSeries) return
  if ((await consumeLimits(trx, failedCodesNoticeLimits(account.id, outcome), now)) !== undefined) return
  await outbox.put(trx, {
    kind: 'failed-codes',
    lang: langOf(request),
    email: account.address,
    accountId: account.id,
    detail: outcome,
  })
}
