import { randomUUIDv7 } from 'node:crypto'
import { CONTACT_TOPICS, type Topic } from '#product/product.ts'
import type { Lang } from '#i18n/language.ts'
import type { Db, Schema, Transaction } from '../db/schema.ts'

/** A message to support. */
export type Message = {
  id: string
  name: string
  email: string
  topic: Topic
  text: string
  lang: Lang
  at: number
  /** The account, if the sender was signed in: the typed address is not verified. */
  accountId: string | null
}

/** @returns its id */
export async function addMessage(trx: Transaction, message: Omit<Message, 'id'>): Promise<string> {
  const id = randomUUIDv7()
  const { accountId, ...rest } = message
  await trx
    .insertInto('support_message')
    .values({ id, account_id: accountId, ...rest })
    .execute()
  return id
}

export async function findMessage(db: Db, id: string): Promise<Message | undefined> {
  const row = await db.selectFrom('support_message').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toMessage(row)
}

export type ListedMessage = Message & {
  /** Whether it was delivered to support by email. */
  isMailed: boolean
}

/** Lists messages, newest first. */
export async function listMessages(db: Db, limit: number): Promise<ListedMessage[]> {
  const rows = await db
    .selectFrom('support_message')
    .leftJoin('outbox', 'outbox.message_id', 'support_message.id')
    .selectAll('support_message')
    .select('outbox.id as waiting')
    .orderBy('at', 'desc')
    .orderBy('support_message.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ waiting, ...row }) => ({ ...toMessage(row), isMailed: waiting === null }))
}

/** Deletes messages after the period in the privacy policy. */
export async function deleteOldMessages(db: Db, before: number): Promise<void> {
  await db.deleteFrom('support_message').where('at', '<=', before).execute()
}

const toMessage = ({ account_id, ...row }: Schema['support_message']): Message => ({
  ...row,
  accountId: account_id,
  topic: CONTACT_TOPICS.find((topic) => topic === row.topic) ?? 'general',
})
