import { DEFAULT_LANG } from '#i18n/language.ts'
import { contact } from '#api/site.ts'
import { LIMITS } from '#product/limits.ts'
import { PRODUCT } from '#product/product.ts'
import { parseEmail } from '../auth/email.ts'
import { type Clock, HOUR_MS } from '../clock.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Db } from '../db/schema.ts'
import { langOf } from '../http/language.ts'
import { type Api, DONE, addRoute } from '../http/routes.ts'
import type { Outbox } from '../mail/outbox.ts'
import { networkKey } from '../rate-limit/keys.ts'
import { type Limit, requireRateLimit } from '../rate-limit/rate-limit.ts'
import { addMessage } from './messages.ts'

type ContactDependencies = { db: Db; clock: Clock; outbox: Outbox }

const contactLimits = (ip: string): Limit[] => [
  { key: `contact:${networkKey(ip)}`, limit: 20, windowMs: HOUR_MS },
]

/** Stores the message before it is emailed, so that none is lost while the mail server is down (INFO-03). */
export function addContactRoute(api: Api, { db, clock, outbox }: ContactDependencies): void {
  addRoute(api, contact, async ({ body, reject, request, signedIn }) => {
    // A honeypot: the field is hidden from people.
    if (body.website !== undefined && body.website !== '') reject('submission_blocked')
    const email = parseEmail(body.email) ?? reject('invalid_email')
    const name = oneLine(body.name)
    const text = body.message.trim().toWellFormed().replaceAll('\0', '')
    if (!hasLength(name, LIMITS.contactName) || !hasLength(text, LIMITS.contactMessage))
      reject('invalid_message')
    await requireRateLimit(db, contactLimits(request.ip), clock())

    const { topic } = body
    const accountId = signedIn?.accountId ?? null
    const message = { name, email: email.address, topic, text, lang: langOf(request), at: clock(), accountId }
    await inTransaction(db, async (trx) => {
      const messageId = await addMessage(trx, message)
      // To support, in its own language.
      await outbox.put(trx, { kind: 'support', lang: DEFAULT_LANG, email: PRODUCT.supportEmail, messageId })
    })
    outbox.wake()
    return DONE
  })
}

/** Makes one line of a name, for the subject of an email. */
const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()

const hasLength = (text: string, max: number): boolean => text !== '' && Array.from(text).length <= max
