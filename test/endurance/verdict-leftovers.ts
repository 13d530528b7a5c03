import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import type { Journal } from './record.ts'
import type { Site } from './site.ts'

/** Messages that were acknowledged, and what is left of accounts that are gone. */
export async function judgeLeftovers({ mail }: Site, journal: Journal, db: Db): Promise<void> {
  const stored = await db.selectFrom('support_message').select('text').execute()
  const copies = Map.groupBy(stored, ({ text }) => text)
  for (const { text, isSure } of journal.messages) {
    const count = copies.get(text)?.length ?? 0
    copies.delete(text)
    if (isSure ? count !== 1 : count > 1) journal.differs(`a message is stored ${count} times: ${text}`)
    const isMailed = mail.received.some((letter) => letter.text?.includes(text))
    if (count > 0 && !isMailed) journal.differs(`a message was not mailed: ${text}`)
  }
  if (copies.size > 0) journal.differs(`${copies.size} messages of nobody`)

  for (const { name, columns } of await db.introspection.getTables()) {
    if (!columns.some((column) => column.name === 'account_id')) continue
    const table = sql.table(name)
    const { rows } = await sql<{ account_id: string }>`
      select account_id from ${table}
      where account_id is not null and account_id not in (select id from account)`.execute(db)
    if (rows.length > 0) journal.differs(`${name} holds ${rows.length} rows of accounts that are gone`)
  }
  const { rows } = await sql`select job_id from job_chunk where job_id not in (select id from job)`.execute(
    db,
  )
  if (rows.length > 0) journal.differs(`${rows.length} chunks of jobs that are gone`)
}
