import { localizedPath } from '#i18n/language.ts'
import type { Operator } from '#product/operator.ts'
import { PRODUCT } from '#product/product.ts'
import { findAccount, findAccountById } from '../auth/accounts.ts'
import { type EmailTokenPurpose, createEmailToken } from '../auth/email-tokens.ts'
import type { Clock } from '../clock.ts'
import type { Db, EmailKind } from '../db/schema.ts'
import { unconfirmedEmailLimits } from '../auth/rate-limits.ts'
import { consumeLimits } from '../rate-limit/rate-limit.ts'
import { createDeviceCode } from '../auth/second-factor/device-code.ts'
import type { SecretKey } from '../secret-key.ts'
import { findDebtPaidBy, payerOfReturn } from '../payments/debt.ts'
import { findPurchase } from '../payments/purchases.ts'
import { findEntry } from '../tokens/ledger.ts'
import { findMessage } from '../support/messages.ts'
import { type EmailText, emailHtml, emailText } from '../mail/layout.ts'
import { EMAIL_FRAME, EMAIL_TEXT } from './texts.ts'
import type { OutboxEmail } from '../mail/outbox.ts'
import type { Composer } from '../mail/dispatcher.ts'

type ComposerDependencies = {
  db: Db
  clock: Clock
  key: SecretKey
  operator: Operator
  siteOrigin: () => string
}

const LINK_PATH = { reset: '/reset-password', verify: '/verify-email' } satisfies Record<
  EmailTokenPurpose,
  string
>

/**
 * Who causes an email that is limited for addresses that were never confirmed. Others are receipts, messages to support, the last
 * email of an account, and links for a new password, which have a limit of their own (`resetEmailLimits`).
 */
const CAUSES: Partial<Record<EmailKind, 'user' | 'password' | 'anyone'>> = {
  verify: 'user',
  password: 'user',
  'second-factor': 'user',
  'new-device': 'password',
  'failed-codes': 'password',
  taken: 'anyone',
  'device-code': 'anyone',
  'failed-sign-ins': 'anyone',
}

const SETTINGS_PATH = '/account/settings'

/** An email without its envelope. */
type Content = {
  to: string
  words: EmailText
  link?: string | undefined
  replyTo?: { name: string; address: string }
}

/**
 * Emails are composed when they are sent: links are created then and stored only as hashes, and whether an
 * address has an account is looked up outside of any request.
 */
export function makeComposer({ db, clock, key, operator, siteOrigin }: ComposerDependencies): Composer {
  return async (stored) => {
    if (await isLimited(stored)) return undefined
    const content = await contentOf(stored)
    if (content === undefined) return undefined
    const { lang, id, kind } = stored
    const { to, words, link, replyTo } = content
    const site = siteOrigin() + localizedPath(lang, '')
    const parts = { words, frame: EMAIL_FRAME[lang], lang, site, link }
    return {
      id,
      at: stored.created_at,
      kind,
      from: PRODUCT.name[lang],
      to,
      ...(replyTo !== undefined && { replyTo }),
      subject: words.subject,
      text: emailText(parts),
      html: emailHtml(parts),
    }
  }

  /** Whether the address was never confirmed and has had as many emails as it may. Counts each email once. */
  async function isLimited({ kind, email, account_id, attempts }: OutboxEmail): Promise<boolean> {
    const cause = CAUSES[kind]
    if (attempts > 0 || cause === undefined) return false
    const account = account_id === null ? await findAccount(db, email) : await findAccountById(db, account_id)
    if (account === undefined || account.isVerified) return false
    return (await consumeLimits(db, unconfirmedEmailLimits(account.email, cause), clock())) !== undefined
  }

  async function contentOf(stored: OutboxEmail): Promise<Content | undefined> {
    const { kind, lang, email } = stored
    const words = EMAIL_TEXT[lang]
    switch (kind) {
      case 'verify': {
        const account = await findAccountById(db, stored.account_id ?? '')
        if (account === undefined || account.isVerified) return undefined
        return { to: email, words: words.verify, link: await createLink(account.id, 'verify', lang) }
      }
      case 'reset': {
        const account = await findAccount(db, email)
        if (account === undefined) return undefined
        // To the address of the account, never to one that was typed.
        return { to: account.address, words: words.reset, link: await createLink(account.id, 'reset', lang) }
      }
      case 'device-code': {
        const account = await findAccount(db, email)
        if (account === undefined) return undefined
        const code = await createDeviceCode(db, key, account.id, clock())
        return { to: account.address, words: words['device-code'](code) }
      }
      case 'failed-sign-ins': {
        const account = await findAccount(db, email)
        if (account === undefined) return undefined
        return { to: account.address, words: words['failed-sign-ins'], link: pageAt(lang, SETTINGS_PATH) }
      }
      case 'failed-codes':
        return {
          to: email,
          words: words['failed-codes'](stored.detail === 'blocked'),
          link: pageAt(lang, '/forgot-password'),
        }
      case 'new-device': {
        const device = stored.detail ?? ''
        return {
          to: email,
          words: words['new-device'](device, stored.created_at),
          link: pageAt(lang, SETTINGS_PATH),
        }
      }
      case 'second-factor':
        return {
          to: email,
          words: words['second-factor'](stored.detail ?? ''),
          link: pageAt(lang, SETTINGS_PATH),
        }
      case 'api-key':
        return {
          to: email,
          words: words['api-key'](stored.detail ?? '', stored.created_at),
          link: pageAt(lang, SETTINGS_PATH),
        }
      case 'taken':
        return { to: email, words: words.taken, link: pageAt(lang, '/forgot-password') }
      case 'password':
        return { to: email, words: words.password, link: pageAt(lang, '/forgot-password') }
      case 'deleted':
        return { to: email, words: words.deleted }
      case 'purchase': {
        const purchase = await findPurchase(db, stored.purchase_id ?? '')
        if (purchase === undefined) return undefined
        return {
          to: email,
          words: words.purchase({ purchase, operator, debtPaid: await findDebtPaidBy(db, purchase.id) }),
          link: purchase.receipt_url ?? undefined,
        }
      }
      case 'refund':
      case 'dispute': {
        const purchase = await findPurchase(db, stored.purchase_id ?? '')
        const entry = await findEntry(db, stored.account_id ?? '', stored.entry_seq ?? 0)
        if (purchase === undefined || entry === undefined) return undefined
        const debtPaid = await findDebtPaidBy(db, payerOfReturn(entry.ref))
        return {
          to: email,
          words: words.reversal({ purchase, entry, debtPaid, operator }),
          link: siteOrigin() + localizedPath(lang, '/account'),
        }
      }
      case 'support': {
        const message = await findMessage(db, stored.message_id ?? '')
        if (message === undefined) return undefined
        return {
          to: email,
          words: words.support(message),
          replyTo: { name: message.name, address: message.email },
        }
      }
    }
  }

  function pageAt(lang: OutboxEmail['lang'], path: string): string {
    return siteOrigin() + localizedPath(lang, path)
  }

  /**
   * The token is in the fragment of the URL, after the `#`: browsers send it to no server, so that it
   * appears in no log and no `Referer`.
   */
  async function createLink(
    accountId: string,
    purpose: EmailTokenPurpose,
    lang: OutboxEmail['lang'],
  ): Promise<string> {
    const token = await createEmailToken(db, accountId, purpose, clock())
    return `${siteOrigin()}${localizedPath(lang, LINK_PATH[purpose])}#token=${token}`
  }
}
