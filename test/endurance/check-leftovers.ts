import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { readAllRows } from '../server/whole-store.ts'
import type { Journal } from './journal.ts'
import type { Site } from './site.ts'

/** Checks acknowledged support messages, and that nothing is left of deleted accounts. */
export async function checkLeftovers({ mail, store: db }: Site, journal: Journal): Promise<void> {
  const stored = await db.selectFrom('support_message').select('text').execute()
  const copies = Map.groupBy(stored, ({ text }) => text)
  for (const { text, isSure } of journal.messages) {
    const count = copies.get(text)?.length ?? 0
    copies.delete(text)
    if (isSure ? count !== 1 : count > 1) journal.addDifference(`a message is stored ${count} times: ${text}`)
    const isMailed = mail.received.some((received) => received.text?.includes(text))
    if (count > 0 && !isMailed) journal.addDifference(`a message was not emailed: ${text}`)
  }
  if (copies.size > 0) journal.addDifference(`${copies.size} messages that no user has sent`)
  await checkDeletedAccounts(journal, db)
}

/** Expects no email or id of a deleted account in any table, and no chunk of a deleted job. */
async function checkDeletedAccounts(journal: Journal, db: Db): Promise<void> {
  const gone = journal.accounts
    .filter(({ presence }) => presence === 'gone')
    .flatMap(({ email, id }) => [email, ...(id === undefined ? [] : [id])])
  for (const [table, rows] of Object.entries(await readAllRows(db))) {
    const text = rows.join('\n')
    for (const name of gone)
      if (text.includes(name)) journal.addDifference(`${table} names the deleted account ${name}`)
  }
  const { rows } = await sql`select job_id from job_chunk where job_id not in (select id from job)`.execute(
    db,
  )
  if (rows.length > 0) journal.addDifference(`${rows.length} chunks of deleted jobs`)
}
