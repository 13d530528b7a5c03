import type { EmailKind, Schema } from '#server/db/schema.ts'
import type { Journal } from './record.ts'
import type { Site } from './site.ts'

/** So many links are mailed in half an hour. Those of calls without an answer are not among those that are owed, and may have come. */
const MOST_LINKS = 3

/** Every expected email was delivered at least once, whatever was down; it may have been delivered twice. */
export async function judgeLetters(
  { mail, store }: Site,
  journal: Journal,
  stored: ReadonlyMap<string, Schema['account']>,
): Promise<void> {
  const purchases = await store
    .selectFrom('purchase')
    .selectAll()
    .where('account_id', 'is not', null)
    .where('status', '=', 'credited')
    .execute()
  const purchasesOf = Map.groupBy(purchases, ({ account_id }) => account_id)
  for (const { email, presence, changes, linksAsked } of journal.accounts) {
    const expectLetters = (kind: EmailKind, owed: number) => {
      const came = mail.emailsTo(email, kind).length
      if (came < owed) journal.differs(`${email}: ${owed} letters of ${kind} are owed, and ${came} came`)
    }
    if (presence === 'gone') expectLetters('deleted', 1)
    const account = stored.get(email)
    // Other emails of an account are deleted with it.
    if (account === undefined) continue
    // The link of another email has proved the same.
    if (account.verified_at === null) expectLetters('verify', 1)
    expectLetters('password', changes)
    expectLetters('reset', Math.min(linksAsked, MOST_LINKS))
    const told = mail.emailsTo(email, 'purchase')
    for (const { id, tokens, reversed_tokens } of purchasesOf.get(account.id) ?? [])
      if (reversed_tokens < tokens && !told.some(({ text }) => text?.includes(id)))
        journal.differs(`${email}: no letter of the purchase ${id}`)
  }
}
