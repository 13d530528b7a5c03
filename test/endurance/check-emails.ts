import type { EmailKind, Schema } from '#server/db/schema.ts'
import type { Journal } from './journal.ts'
import type { Site } from './site.ts'

/** Maximum reset links per half hour. Requests without a response are not counted as expected. */
const MAX_LINKS = 3

/** Every expected email was delivered at least once, whatever was down; it may have been delivered twice. */
export async function checkEmails(
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
    const expectEmails = (kind: EmailKind, expected: number) => {
      const received = mail.emailsTo(email, kind).length
      if (received < expected)
        journal.addDifference(`${email}: ${expected} emails of ${kind} expected, ${received} received`)
    }
    if (presence === 'gone') expectEmails('deleted', 1)
    const account = stored.get(email)
    // Other emails of an account are deleted with it.
    if (account === undefined) continue
    // The link of another email has proved the same.
    if (account.verified_at === null) expectEmails('verify', 1)
    expectEmails('password', changes)
    expectEmails('reset', Math.min(linksAsked, MAX_LINKS))
    const purchaseEmails = mail.emailsTo(email, 'purchase')
    for (const { id, tokens, reversed_tokens } of purchasesOf.get(account.id) ?? [])
      if (reversed_tokens < tokens && !purchaseEmails.some(({ text }) => text?.includes(id)))
        journal.addDifference(`${email}: no email about the purchase ${id}`)
  }
}
