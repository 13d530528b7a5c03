import type { Cents } from '#money/amount.ts'
import { tokensOf } from '#product/plans.ts'
import type { Db, PurchaseProblem, PurchaseStatus, Transaction } from '../db/schema.ts'
import type { CheckoutSession, PaymentProvider } from './provider.ts'
import {
  type Purchase,
  updatePurchase,
  findPurchase,
  isContested,
  nextCheckAt,
  orderedPack,
  scheduleOpenPurchases,
} from './purchases.ts'
import type { FastifyBaseLogger } from 'fastify'
import { findAccountById, lockAccount } from '../auth/accounts.ts'
import type { Clock } from '../clock.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Outbox } from '../mail/outbox.ts'
import { postEntryToLockedAccount } from '../tokens/ledger.ts'
import { payDebt, payerOfReturn } from './debt.ts'
import { type ReversalEntry, reverseTokens } from './token-reversal.ts'

/** The target state of a purchase by the provider's data. */
type TargetState = {
  status: PurchaseStatus
  problem: PurchaseProblem | null
  /** Tokens to reverse in all, of those that were credited. */
  reversed: number
}

const STATUS_BY_SESSION_STATE = {
  processing: 'processing',
  failed: 'expired',
  expired: 'expired',
} satisfies Record<Exclude<CheckoutSession['state'], 'open' | 'paid'>, PurchaseStatus>

/**
 * Computes the state from the order as stored here and the amount paid at the provider. Credited tokens stay
 * credited; a refund reverses tokens.
 */
function purchaseStateFor(purchase: Purchase, session: CheckoutSession): TargetState {
  const { state } = session
  if (purchase.status !== 'credited') {
    // There may be a newer order: each pack has one open purchase.
    if (state === 'open') return { status: purchase.status, problem: purchase.problem, reversed: 0 }
    if (state !== 'paid') return { status: STATUS_BY_SESSION_STATE[state], problem: null, reversed: 0 }
    const problem = differenceOf(purchase, session) ?? (purchase.account_id === null ? 'account' : null)
    if (problem !== null) return { status: 'refused', problem, reversed: 0 }
  }
  const returned = (session.refundedCents + session.disputedCents) as Cents
  return { status: 'credited', problem: null, reversed: tokensOf(orderedPack(purchase), returned) }
}

/**
 * Compares the session, and the payment that was made on its page, with the order as stored here, field by field. No tokens
 * are credited or reversed by one that differs.
 */
export function differenceOf(purchase: Purchase, session: CheckoutSession): PurchaseProblem | null {
  const { mode, plan, reference, purchaseId, amount, currency } = session
  const { payment = { amount, currency, purchaseId } } = session
  if ([currency, payment.currency].some((one) => one !== 'eur')) return 'currency'
  if ([amount, payment.amount].some((one) => one !== purchase.price_cents)) return 'amount'
  const isOurs = [purchaseId, reference, payment.purchaseId].every((one) => one === purchase.id)
  return isOurs && mode === 'payment' && plan === purchase.plan ? null : 'session'
}

export type PaymentDependencies = {
  db: Db
  clock: Clock
  provider: PaymentProvider
  outbox: Outbox
  log: FastifyBaseLogger
}

/** The purchase as it is now, and whether this call credited its tokens. */
export type SyncResult = { purchase: Purchase; isCredited: boolean }

/**
 * Synchronises a purchase with the provider: the only way in which tokens are credited for money and reversed. The
 * page, the webhook and the reconciliation call it in any order and any number of times: each call queries the
 * provider again, and writes only if the purchase has not changed since before the query, so that an older answer
 * never overwrites a newer one.
 * @returns undefined when there is no such purchase, or the session belongs to another
 * @throws {PaymentsUnavailableError} when the provider cannot be queried
 */
export type SyncPurchase = (purchaseId: string, sessionId: string) => Promise<SyncResult | undefined>

export const makeSyncPurchase =
  ({ db, clock, provider, outbox, log }: PaymentDependencies): SyncPurchase =>
  async (purchaseId, sessionId) => {
    for (;;) {
      const before = await findPurchase(db, purchaseId)
      if (before === undefined || !mayHaveSession(before, sessionId)) return undefined
      const session = await provider.find(sessionId)
      if (session !== undefined && session.purchaseId !== purchaseId) {
        log.error({ purchase: purchaseId, session: sessionId }, 'a session is that of another purchase')
        return undefined
      }
      if (session !== undefined && before.status === 'credited') {
        const difference = differenceOf(before, session)
        // Nothing that was credited is reversed by it.
        if (difference !== null) return reportDifference(before, difference)
      }
      const result = await inTransaction<SyncResult | undefined>(db, async (trx, rollBack) => {
        // Lock the account first, in the lock order that all transactions use.
        if (before.account_id !== null && !(await lockAccount(trx, before.account_id))) return undefined
        if ((await findPurchase(trx, purchaseId))?.version !== before.version) return undefined
        return (await update(trx, before, session)) ?? rollBack(undefined)
      })
      // Otherwise the purchase changed: the answer may be out of date.
      if (result === undefined) continue
      if (result.purchase.version !== before.version) outbox.wake()
      report(before, result.purchase)
      return result
    }

    async function update(
      trx: Transaction,
      before: Purchase,
      session: CheckoutSession | undefined,
    ): Promise<SyncResult | undefined> {
      const now = clock()
      if (session === undefined) return markUnknown(trx, before, now)
      const { status, problem, reversed } = purchaseStateFor(before, session)
      const isCredited = status === 'credited' && before.status !== 'credited'
      if (isCredited) await credit(trx, before, now)
      if (isCredited && reversed < before.tokens) await queueConfirmation(trx, before)
      const reversal = await reverseTokens(trx, before, { session, reversed, now })
      if (reversal.entry !== undefined) await queueReversal(trx, before, reversal.entry)
      const after = {
        status,
        problem,
        session_id: sessionId,
        credited_at: isCredited ? now : before.credited_at,
        paid_at: before.paid_at ?? (session.state === 'paid' ? (session.paidAt ?? now) : null),
        // Keep the first URL: the provider may return another for the same receipt each time.
        receipt_url: before.receipt_url ?? session.receiptUrl ?? null,
        refunded_cents: session.refundedCents,
        disputed_cents: session.disputedCents,
        lost_cents: session.lostCents,
        reversed_tokens: reversed,
        uncovered_tokens: reversal.uncovered,
      }
      // The usual case: nothing changed.
      if (isUnchanged(before, after)) return { purchase: before, isCredited }
      if (isContested(after) && !isContested(before)) await scheduleOpenPurchases(trx, accountOf(before))
      const lookAt = nextCheckAt({ ...before, ...after }, now)
      const purchase = await updatePurchase(trx, before, { ...after, look_at: lookAt })
      if (purchase !== undefined && reversal.entry !== undefined && reversal.entry.delta > 0) {
        const { ref, balance } = reversal.entry
        await payDebt(trx, {
          accountId: accountOf(before),
          payer: payerOfReturn(ref),
          balance,
          at: now,
        })
      }
      return purchase && { purchase, isCredited }
    }

    function reportDifference(purchase: Purchase, problem: PurchaseProblem): SyncResult {
      log.error({ purchase: purchase.id, problem }, 'a credited payment differs from its purchase')
      return { purchase, isCredited: false }
    }

    /** Logs a new problem for the operator: money may have been taken without tokens. */
    function report({ problem: former }: Purchase, { id, problem }: Purchase): void {
      if (problem !== null && problem !== former)
        log.error({ purchase: id, problem }, 'a payment differs from its purchase')
    }

    /**
     * Marks a purchase whose session the provider does not find, as with the keys of another provider account. One that could
     * be paid is checked again later.
     */
    async function markUnknown(
      trx: Transaction,
      before: Purchase,
      now: number,
    ): Promise<SyncResult | undefined> {
      if (before.status !== 'open' && before.status !== 'processing')
        return { purchase: before, isCredited: false }
      const state = { status: 'expired', problem: 'unknown' } as const
      const purchase = await updatePurchase(trx, before, {
        ...state,
        look_at: nextCheckAt({ ...before, ...state }, now),
      })
      return purchase && { purchase, isCredited: false }
    }

    async function credit(trx: Transaction, purchase: Purchase, at: number): Promise<void> {
      const { id, tokens } = purchase
      // A session is paid once: the ref prevents a second entry, whatever else fails.
      const entry = { reason: 'purchase', ref: sessionId, delta: tokens, purchaseId: id, at } as const
      const accountId = accountOf(purchase)
      const balance = await postEntryToLockedAccount(trx, { ...entry, accountId })
      await payDebt(trx, { accountId, payer: id, balance, at })
    }

    async function queueConfirmation(trx: Transaction, purchase: Purchase): Promise<void> {
      await outbox.put(trx, { kind: 'purchase', ...(await recipient(trx, purchase)) })
    }

    async function queueReversal(
      trx: Transaction,
      purchase: Purchase,
      { reason: kind, seq: entrySeq }: ReversalEntry,
    ): Promise<void> {
      await outbox.put(trx, { kind, ...(await recipient(trx, purchase)), entrySeq })
    }

    async function recipient(trx: Transaction, purchase: Purchase) {
      const account = await findAccountById(trx, accountOf(purchase))
      if (account === undefined) throw new Error('The locked account does not exist.')
      const { id: purchaseId, lang } = purchase
      return { lang, email: account.address, accountId: account.id, purchaseId }
    }
  }

/** No account has the id that stands for none. */
const accountOf = ({ account_id }: Purchase): string => account_id ?? ''

/** A purchase without a session may get this one while it is open. */
const mayHaveSession = ({ session_id, status }: Purchase, sessionId: string): boolean =>
  session_id === null ? status === 'open' : session_id === sessionId

const isUnchanged = (before: Purchase, after: Partial<Purchase>): boolean =>
  Object.entries(after).every(([key, value]) => before[key as keyof Purchase] === value)
