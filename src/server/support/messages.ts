import { randomUUIDv7 } from 'node:crypto'
import { TOPICS, type Topic } from '#contract/support.ts'
import type { Lang } from '#domain/lang.ts'
import type { Db, Schema, Transaction } from '../db/schema.ts'

/** What somebody wrote to support. */
export type Message = {
  id: string
  name: string
  email: string
  topic: Topic
  text: string
  lang: Lang
  at: number
}

/** @returns its id */
export async function addMessage(trx: Transaction, message: Omit<Message, 'id'>): Promise<string> {
  const id = randomUUIDv7()
  await trx
    .insertInto('support_message')
    .values({ id, ...message })
    .execute()
  return id
}

export async function findMessage(db: Db, id: string): Promise<Message | undefined> {
  const row = await db.selectFrom('support_message').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toMessage(row)
}

export type ListedMessage = Message & {
  /** Whether support has got it by mail. */
  isMailed: boolean
}

/** The newest first. */
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

/** Kept no longer than the privacy policy says. */
export async function deleteOldMessages(db: Db, before: number): Promise<void> {
  await db.deleteFrom('support_message').where('at', '<=', before).execute()
}

const toMessage = (row: Schema['support_message']): Message => ({
  ...row,
  topic: TOPICS.find((topic) => topic === row.topic) ?? 'general',
})
