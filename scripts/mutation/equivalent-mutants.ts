import type { Mutant } from './mutants.ts'

/** A mutant that no test can notice, because nothing that can be observed differs. */
type EquivalentMutant = {
  readonly file: string
  readonly before: string
  readonly after: string
  readonly reason: string
}

export const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = [
  {
    file: 'src/server/auth/devices.ts',
    before: 'tokenHash === undefined',
    after: 'false',
    reason: 'No row has an undefined hash: the database finds nothing either.',
  },
  {
    file: 'src/server/auth/devices.ts',
    before: `trx
    .selectFrom('known_device')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .orderBy('used_at', 'desc')
    .orderBy('token_hash')`,
    after: `trx
    .selectFrom('known_device')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .orderBy('used_at', 'desc')`,
    reason: 'Of devices that were used at the same time any may be forgotten.',
  },
  {
    file: 'src/server/auth/email-tokens.ts',
    before: 'tokenHash === undefined',
    after: 'false',
    reason: 'No row has an undefined hash: the database finds nothing either.',
  },
  {
    file: 'src/server/auth/password-policy.ts',
    before: '/\\P{L}+$/u',
    after: '/\\P{L}*$/u',
    reason: 'Nothing is replaced by nothing.',
  },
  {
    file: 'src/server/auth/password-policy.ts',
    before: '/^\\P{L}+/u',
    after: '/^\\P{L}*/u',
    reason: 'Nothing is replaced by nothing.',
  },
  {
    file: 'src/server/auth/routes.ts',
    before: 'outbox.wake()',
    after: '',
    reason: 'Emails that are stored are sent at the next poll too, seconds later.',
  },
  {
    file: 'src/server/auth/routes.ts',
    before: `accountId ?? ''`,
    after: 'accountId',
    reason: 'No account has an undefined id: the database finds none either.',
  },
  {
    file: 'src/server/auth/second-factor/challenges.ts',
    before: 'hash === undefined',
    after: 'false',
    reason: 'No row has an undefined hash: the database finds nothing either.',
  },
  {
    file: 'src/server/auth/second-factor/settings-routes.ts',
    before: 'outbox.wake()',
    after: '',
    reason: 'Emails that are stored are sent at the next poll too, seconds later.',
  },
  {
    file: 'src/server/auth/second-factor/sign-in-routes.ts',
    before: 'outbox.wake()',
    after: '',
    reason: 'Emails that are stored are sent at the next poll too, seconds later.',
  },
  {
    file: 'src/server/auth/sessions.ts',
    before: 'tokenHash === undefined',
    after: 'false',
    reason: 'No row has an undefined hash: the database finds nothing either.',
  },
  {
    file: 'src/server/rate-limit/keys.ts',
    before: '32',
    after: '33',
    reason: 'An IPv4 address has four bytes: no more of them can be kept.',
  },
  {
    file: 'src/server/tokens/audit-chain.ts',
    before: '2000',
    after: '2001',
    reason: 'Only how much is read at a time differs.',
  },
  {
    file: 'src/server/tokens/audit-chain.ts',
    before: 'last.position < end && faults.length < MAX_FAULTS',
    after: '(last.position < end) || (faults.length < MAX_FAULTS)',
    reason: 'It ends by the empty page after the last link; what is found beyond the limit is cut off.',
  },
  {
    file: 'src/server/tokens/audit-chain.ts',
    before: 'last.position < end',
    after: 'last.position <= end',
    reason: 'It reads one more page, which is empty.',
  },
  {
    file: 'src/server/tokens/audit-chain.ts',
    before: 'faults.length < MAX_FAULTS',
    after: 'faults.length <= MAX_FAULTS',
    reason: 'It reads another page, whose faults are cut off.',
  },
  {
    file: 'src/server/tokens/audit-chain.ts',
    before: 'link.at < chainedSince',
    after: 'link.at <= chainedSince',
    reason: 'It sets the value that is there.',
  },
  {
    file: 'src/server/tokens/audit-chain.ts',
    before: `db
    .selectFrom('ledger_link')
    .selectAll()
    .where('position', '>', after)
    .orderBy('position')
    .limit(PAGE_SIZE)`,
    after: `db
    .selectFrom('ledger_link')
    .selectAll()
    .where('position', '>', after)
    .orderBy('position')`,
    reason: 'Only how much is read at a time differs.',
  },
  {
    file: 'src/server/tokens/audit-chain.ts',
    before: `db
    .selectFrom('token_entry')
    .selectAll()
    .where('position', '>', after)
    .where('position', '<=', upTo)`,
    after: `db
    .selectFrom('token_entry')
    .selectAll()
    .where('position', '>', after)`,
    reason: 'Only how much is read at a time differs.',
  },
  {
    file: 'src/server/tokens/audit-chain.ts',
    before: `db
    .selectFrom('token_entry')
    .selectAll()
    .where('position', '>', after)`,
    after: `db
    .selectFrom('token_entry')
    .selectAll()`,
    reason: 'Only how much is read at a time differs.',
  },
  {
    file: 'src/server/tokens/audit-chain.ts',
    before: 'missing.size === 0',
    after: 'false',
    reason: 'Accounts are read for nothing.',
  },
  {
    file: 'src/server/tokens/audit-chain.ts',
    before: `page.orderBy('id').limit(PAGE_SIZE)`,
    after: `page.orderBy('id')`,
    reason: 'Only how much is read at a time differs.',
  },
  {
    file: 'src/server/tokens/audit-chain.ts',
    before: `db
    .selectFrom('token_entry')
    .leftJoin('ledger_link', 'ledger_link.position', 'token_entry.position')
    .selectAll('token_entry')
    .select('ledger_link.hash')
    .where((e) => e.or([e('token_entry.position', 'is', null), e('token_entry.position', '>', end)]))
    .where('ledger_link.hash', 'is', null)
    .limit(MAX_FAULTS)`,
    after: `db
    .selectFrom('token_entry')
    .leftJoin('ledger_link', 'ledger_link.position', 'token_entry.position')
    .selectAll('token_entry')
    .select('ledger_link.hash')
    .where((e) => e.or([e('token_entry.position', 'is', null), e('token_entry.position', '>', end)]))
    .where('ledger_link.hash', 'is', null)`,
    reason: 'More than the limit are cut off by the caller.',
  },
  {
    file: 'src/server/tokens/chain.ts',
    before: '2000',
    after: '2001',
    reason: 'Only how often it looks for new entries differs.',
  },
  {
    file: 'src/server/tokens/chain.ts',
    before: '500',
    after: '501',
    reason: 'Only how many entries a transaction chains differs.',
  },
  {
    file: 'src/server/tokens/chain.ts',
    before: `db
    .selectFrom('ledger_link')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)`,
    after: `db
    .selectFrom('ledger_link')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')`,
    reason: 'Only the first row is taken.',
  },
  {
    file: 'src/server/tokens/chain.ts',
    before: `trx
      .selectFrom('token_entry')
      .selectAll()
      .where('position', 'is', null)
      .orderBy('account_id')
      .orderBy('seq')
      .limit(BATCH_SIZE)`,
    after: `trx
      .selectFrom('token_entry')
      .selectAll()
      .where('position', 'is', null)
      .orderBy('account_id')
      .orderBy('seq')`,
    reason: 'All entries are chained in one transaction.',
  },
  {
    file: 'src/server/tokens/chain.ts',
    before: `trx
      .selectFrom('token_entry')
      .selectAll()
      .where('position', 'is', null)
      .orderBy('account_id')`,
    after: `trx
      .selectFrom('token_entry')
      .selectAll()
      .where('position', 'is', null)`,
    reason: 'The entries of an account stay in their order; that of accounts is any.',
  },
  {
    file: 'src/server/tokens/chain.ts',
    before: `db
      .selectFrom('token_entry')
      .select('seq')
      .where('position', 'is', null)
      .limit(1)`,
    after: `db
      .selectFrom('token_entry')
      .select('seq')
      .where('position', 'is', null)`,
    reason: 'Only the first row is taken.',
  },
  {
    file: 'src/server/tokens/free-tokens.ts',
    before: '24',
    after: '25',
    reason: 'An IPv4 address is cut to whole bytes.',
  },
  {
    file: 'src/server/tokens/free-tokens.ts',
    before: `email.indexOf('@')`,
    after: `email.lastIndexOf('@')`,
    reason: 'A normalised address has one @.',
  },
  {
    file: 'src/server/tokens/free-tokens.ts',
    before: 'FAMILIES.find(({ domains }) => domains.includes(domain))',
    after: 'FAMILIES.findLast(({ domains }) => domains.includes(domain))',
    reason: 'No domain is in two families.',
  },
]

export const isEquivalent = ({ file, before, after }: Mutant): boolean =>
  EQUIVALENT_MUTANTS.some((known) => known.file === file && known.before === before && known.after === after)
