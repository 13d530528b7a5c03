import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { readAllRows } from '../server/whole-store.ts'
import type { Journal } from './record.ts'
import type { Site } from './site.ts'

/** Messages that were acknowledged, and what is left of accounts that are gone. */
export async function judgeLeftovers({ mail, store: db }: Site, journal: Journal): Promise<void> {
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
  await judgeDeleted(journal, db)
}

/** No text of the store names who has gone, and nothing is left of jobs that have. */
async function judgeDeleted(journal: Journal, db: Db): Promise<void> {
  const gone = journal.accounts
    .filter(({ presence }) => presence === 'gone')
    .flatMap(({ email, id }) => [email, ...(id === undefined ? [] : [id])])
  for (const [table, rows] of Object.entries(await readAllRows(db))) {
    const text = rows.join('\n')
    for (const name of gone) if (text.includes(name)) journal.differs(`${table} names ${name}, who has gone`)
  }
  const { rows } = await sql`select job_id from job_chunk where job_id not in (select id from job)`.execute(
    db,
  )
  if (rows.length > 0) journal.differs(`${rows.length} chunks of jobs that are gone`)
}
