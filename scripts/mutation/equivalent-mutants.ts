import type { Mutant } from './mutants.ts'

/** A mutant that no test can notice, because nothing that can be observed differs. */
type EquivalentMutant = {
  readonly file: string
  readonly before: string
  readonly after: string
  /** How many places of the file it is, if not one. */
  readonly places?: number
  readonly reason: string
}

const FILE_ROWS = 'src/engine/bulk/file-rows.ts'
const NAME_IS_READ_AGAIN = 'The name is read again from the same cell: only slower.'
const FIND_SOURCE = 'src/engine/jobs/find-source.ts'
const NOTHING_IS_BETTER = 'No later reading is better than one without a changed row: only slower.'
const SINGLE_BYTE = 'src/formats/bytes/single-byte-encoding.ts'
const WORKER_CLIENT = 'src/engine/rpc/worker-client.ts'
const IS_SETTLED = 'Ids are never used again, and a settled promise cannot be settled again.'

export const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = [
  {
    file: 'src/cli/admin/args.ts',
    before: 'LANGS.find((one) => one === text)',
    after: 'LANGS.findLast((one) => one === text)',
    reason: 'No language is there twice.',
  },
  {
    file: 'src/engine/bulk/client.ts',
    before: "'levro.bulk'",
    after: "''",
    reason: 'All tabs use the same name, and nothing else on the site has a channel.',
  },
  { file: FILE_ROWS, before: 'at >= last.from', after: 'at > last.from', reason: NAME_IS_READ_AGAIN },
  { file: FILE_ROWS, before: 'at <= last.to', after: 'at < last.to', reason: NAME_IS_READ_AGAIN },
  {
    file: 'src/engine/bulk/row-store.ts',
    before: 'countOmitted(this.tally.omitted) === 0 && this.converted.size === 0',
    after: 'false',
    reason: 'All rows wait then, and are copied.',
  },
  {
    file: 'src/engine/bulk/source-file.ts',
    before: 'earlier',
    after: 'true',
    reason: 'No saved rows are without a key: it looks for rows in vain.',
  },
  {
    file: 'src/engine/jobs/correct-again.ts',
    before: 'mismatches.length < rows.length',
    after: 'false',
    reason: 'Rows that are too few are compared, and differ: only slower.',
  },
  {
    file: 'src/engine/jobs/correct-again.ts',
    before: 'ambiguous === undefined',
    after: 'false',
    reason: 'Prices that are not ambiguous are read the same again: only slower.',
  },
  { file: FIND_SOURCE, before: 'isFound()', after: 'false', places: 3, reason: NOTHING_IS_BETTER },
  { file: FIND_SOURCE, before: '!isFound()', after: 'true', reason: NOTHING_IS_BETTER },
  { file: FIND_SOURCE, before: 'break', after: '', places: 3, reason: NOTHING_IS_BETTER },
  { file: WORKER_CLIENT, before: 'this.#pending.clear()', after: '', reason: IS_SETTLED },
  { file: WORKER_CLIENT, before: 'this.#pending.delete(response.id)', after: '', reason: IS_SETTLED },
  {
    file: 'src/formats/bytes/encoding.ts',
    before: '!isUtf16(encoding) && hasZero(bytes)',
    after: 'true',
    reason:
      'Saves a search. UTF-16 with a NUL has a cost, for which its NULs are counted in place of this number.',
  },
  {
    file: 'src/formats/bytes/encoding.ts',
    before: 'whole + (bytes.length - i) / 2 <= WHOLE_PER_BROKEN * broken',
    after: 'whole + (bytes.length - i) / 2 < WHOLE_PER_BROKEN * broken',
    reason:
      'Ends the loop early. With that many whole sequences at most, the result after the loop is false too.',
  },
  {
    file: 'src/formats/bytes/encoding.ts',
    before: 'isOdd',
    after: 'true',
    reason: 'Of more than 64 kB of whole characters the sample loses half a character: it decides nothing.',
  },
  ...(
    [
      ['117', '118'],
      ['89', '90'],
      ['87', '88'],
      ['85', '86'],
      ['74', '75'],
      ['73', '74'],
      ['52', '53'],
      ['49', '50'],
      ['42', '43'],
      ['34', '35'],
      ['33', '34', 2],
      ['28', '29'],
      ['24', '25'],
      ['22', '23'],
      ['20', '21'],
      ['17', '18'],
      ['16', '17'],
      ['15', '16'],
      ['14', '15', 2],
      ['5', '6'],
    ] as const
  ).map(([before, after, places = 1]) => ({
    file: SINGLE_BYTE,
    before,
    after,
    places,
    reason: 'How often a letter is in Bulgarian differs between texts by more than one in a thousand.',
  })),
  {
    file: SINGLE_BYTE,
    before: 'bytes[end]! >= 0x80',
    after: 'bytes[end]! > 0x80',
    reason: 'The sample ends after some more letters.',
  },
  {
    file: 'src/formats/csv/patch.ts',
    before: 'row.index < plan.headerRow',
    after: 'row.index <= plan.headerRow',
    reason: 'Never called for the header row itself.',
  },
  ...[
    '0',
    '0.00',
    '#,##0',
    '#,##0.00',
    '0.00E+00',
    '# ?/?',
    '# ??/??',
    '#,##0 ;(#,##0)',
    '#,##0 ;[Red](#,##0)',
    '#,##0.00;(#,##0.00)',
    '#,##0.00;[Red](#,##0.00)',
    '##0.0E+0',
    '@',
  ].map((code) => ({
    file: 'src/formats/spreadsheet/number-format.ts',
    before: `'${code}'`,
    after: "''",
    reason: 'Read as a plain number either way, and written with the id that has it in this same table.',
  })),
  {
    file: 'src/formats/xlsx/patch/patch-sheet.ts',
    before: 'column >= first',
    after: 'column > first',
    reason: 'With a new cell in the first column the same spans are written in their place.',
  },
  {
    file: 'src/money/convert.ts',
    before: 'minor !== undefined && minor <= pair.maxExactMinor',
    after: 'false',
    reason: 'The way for longer decimals gives the same amounts, more slowly.',
  },
  {
    file: 'src/money/convert.ts',
    before: 'minor <= pair.maxExactMinor',
    after: 'minor < pair.maxExactMinor',
    reason: 'At the bound both ways give the same amounts.',
  },
  {
    file: 'src/money/decimal.ts',
    before: 'value < 0n',
    after: 'value <= 0n',
    reason: '-0n is 0n.',
  },
  {
    file: 'src/money/difference.ts',
    before: 'hundredths !== undefined',
    after: 'false',
    reason: 'The way for longer decimals gives the same difference, more slowly.',
  },
  {
    file: 'src/money/proof.ts',
    before: "sum.in(otherCurrency(from)) ?? '0.0000'",
    after: 'sum.in(otherCurrency(from))',
    reason: 'The price was added in `from`, so that its difference in the other currency is never null.',
  },
  {
    file: 'src/money/proof.ts',
    before: "'0.0000'",
    after: "''",
    reason: 'The price was added in `from`, so that its difference in the other currency is never null.',
  },
  {
    file: 'src/money/rounding-profile.ts',
    before: 'size * this.#largestLong.bottom > this.#largestLong.top * bottom',
    after: 'size * this.#largestLong.bottom >= this.#largestLong.top * bottom',
    reason: 'Of two equal differences either has the same digits.',
  },
  {
    file: 'src/money/rounding-profile.ts',
    before: 'short.top * long.bottom >= long.top * short.bottom',
    after: 'short.top * long.bottom > long.top * short.bottom',
    reason: 'Of two equal differences either has the same digits.',
  },
  {
    file: 'src/money/rounding.ts',
    before: 'top < 0n',
    after: 'top <= 0n',
    reason: 'A difference of 0 stays 0 when it is rounded, and has no sign.',
  },
  {
    file: 'src/pricelist/columns/detect-columns.ts',
    before: '4',
    after: '5',
    reason:
      'Long texts are cut before their letters are counted. A letter has at most two units: twice the number is enough.',
  },
  {
    file: 'src/pricelist/headers/header-meaning.ts',
    before: 'words.search(PRICE_WORD) < words.search(VAT_UNSAID)',
    after: 'words.search(PRICE_WORD) <= words.search(VAT_UNSAID)',
    reason: 'Both words are there, and no word is of both kinds: they begin at different places.',
  },
  {
    file: 'src/pricelist/headers/word-pattern.ts',
    before: 'group === undefined',
    after: 'group !== undefined',
    reason: 'Every text may match then, and the whole pattern decides: only slower.',
  },
  {
    file: 'src/pricelist/rows/misaligned-prices.ts',
    before: 'Math.floor(i * step)',
    after: 'Math.ceil(i * step)',
    reason: 'The rows of the sample are others, at equal distances and within the list too.',
  },
  {
    file: 'src/pricelist/rows/read-rows.ts',
    before: "main.kind === 'price' && other.kind === 'price'",
    after: "(main.kind === 'price') || (other.kind === 'price')",
    reason: 'A cell without a price is compared as NaN, which is never too far from the other price.',
  },
  {
    file: 'src/pricelist/rows/total-names.ts',
    before: 'letters.length === COMPARED && !letters.includes(0)',
    after: '(letters.length === COMPARED) || (!letters.includes(0))',
    reason: 'More names are compared with the whole pattern: only slower.',
  },
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
    places: 2,
    reason: 'No row has an undefined hash: the database finds nothing either.',
  },
  {
    file: 'src/server/auth/password-hash.ts',
    before: '/^\\$argon2id\\$v=19\\$m=(\\d+),t=(\\d+),p=(\\d+)\\$([A-Za-z0-9+/]+)\\$([A-Za-z0-9+/]+)$/',
    after: '/^\\$argon2id\\$v=19\\$m=(\\d+),t=(\\d+),p=(\\d+)\\$([A-Za-z0-9+/]+)\\$([A-Za-z0-9+/]*)$/',
    reason: 'An empty tag is refused by its length, with the same error.',
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
    before: `accountId ?? ''`,
    after: 'accountId',
    reason: 'No account has an undefined id: the database finds none either.',
  },
  {
    file: 'src/server/auth/second-factor/challenges.ts',
    before: 'hash === undefined',
    after: 'false',
    places: 2,
    reason: 'No row has an undefined hash: the database finds nothing either.',
  },
  {
    file: 'src/server/auth/sessions.ts',
    before: 'tokenHash === undefined',
    after: 'false',
    reason: 'No row has an undefined hash: the database finds nothing either.',
  },
  {
    file: 'src/server/conversions/admission.ts',
    before: 'declaredLength(request) ?? LIMITS.bulkBytes',
    after: 'declaredLength(request)',
    reason: 'An unknown length is neither small nor too long.',
  },
  {
    file: 'src/server/conversions/admission.ts',
    before: `signedIn?.accountId ?? ''`,
    after: 'signedIn?.accountId',
    reason: 'Who is not signed in does not convert.',
  },
  {
    file: 'src/server/conversions/admission.ts',
    before: `''`,
    after: `'other'`,
    reason: 'Who is not signed in does not convert.',
  },
  {
    file: 'src/server/conversions/parse-body.ts',
    before: '/[\\p{Cc}\\p{Zl}\\p{Zp}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff]+/gu',
    after: '/[\\p{Cc}\\p{Zl}\\p{Zp}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff]*/gu',
    reason: 'Nothing is replaced by nothing.',
  },
  {
    file: 'src/server/conversions/parse-body.ts',
    before: 'SOURCES.find((one) => one === source)',
    after: 'SOURCES.findLast((one) => one === source)',
    reason: 'No value is there twice.',
  },
  {
    file: 'src/server/conversions/parse-body.ts',
    before: 'PARTS.find((one) => one === part)',
    after: 'PARTS.findLast((one) => one === part)',
    reason: 'No value is there twice.',
  },
  {
    file: 'src/server/conversions/row-chunks.ts',
    before: '3',
    after: '4',
    reason: 'Only how well the stored rows are compressed differs.',
  },
  ...[
    ['256', '257'],
    ['256 * 1024', '256 / 1024'],
    ['rowsJson.byteLength <= MAX_BUFFERED_REPLY_BYTES', 'rowsJson.byteLength < MAX_BUFFERED_REPLY_BYTES'],
    ['rowsJson.byteLength <= MAX_BUFFERED_REPLY_BYTES', 'rowsJson.byteLength > MAX_BUFFERED_REPLY_BYTES'],
    ['rowsJson.byteLength <= MAX_BUFFERED_REPLY_BYTES', 'true'],
    ['rowsJson.byteLength <= MAX_BUFFERED_REPLY_BYTES', 'false'],
  ].map(([before = '', after = '']) => ({
    file: 'src/server/conversions/row-chunks.ts',
    before,
    after,
    reason: 'The same bytes are sent, copied together or one part after another.',
  })),
  {
    file: 'src/server/payments/checkout.ts',
    before: 'session_id !== null',
    after: 'true',
    reason: 'A disputed purchase has a session.',
  },
  {
    file: 'src/server/payments/stripe.ts',
    before: '6000',
    after: '6001',
    reason: 'A request is given up a millisecond later.',
  },
  {
    file: 'src/server/payments/stripe.ts',
    before: '6500',
    after: '6501',
    reason: 'A call is given up a millisecond later.',
  },
  {
    file: 'src/server/payments/stripe.ts',
    before: '/^t=(\\d{1,12})(?:,(?!t=)[^,]*)+$/.exec(signature) ?? []',
    after: '/^t=(\\d{1,12})(?:,(?!t=)[^,]*)+$/.exec(signature)',
    reason: 'What is thrown then is caught: the event is refused either way.',
  },
  {
    file: 'src/server/payments/stripe.ts',
    before: '/^t=(\\d{1,12})(?:,(?!t=)[^,]*)+$/',
    after: '/^t=(\\d{1,12})(?:,(?!t=)[^,]*)*$/',
    reason: 'A time without a signature is refused by the SDK.',
  },
  {
    file: 'src/server/payments/stripe.ts',
    before: 'cause instanceof Stripe.errors.StripeError',
    after: 'true',
    reason: 'No other error has a status.',
  },
  {
    file: 'src/server/payments/sync.ts',
    before: `account_id ?? ''`,
    after: 'account_id',
    reason: 'No account has the id null: the database finds none either.',
  },
  {
    file: 'src/server/payments/sync.ts',
    before: `''`,
    after: `'other'`,
    reason: 'No account has this id: the database finds none either.',
  },
  {
    file: 'src/server/payments/sync.ts',
    before: 'account === undefined',
    after: 'false',
    reason: 'The account is locked, and there.',
  },
  {
    file: 'src/server/payments/token-reversal.ts',
    before: 'accountId === null',
    after: 'false',
    reason: 'No account has the id null: the database finds none either.',
  },
  {
    file: 'src/server/payments/token-reversal.ts',
    before: 'accountId === null || state === undefined',
    after: '(accountId === null) && (state === undefined)',
    reason: 'A purchase without an account has no state, and the account of another is locked, and there.',
  },
  {
    file: 'src/server/rate-limit/keys.ts',
    before: '32',
    after: '33',
    reason: 'An IPv4 address has four bytes: no more of them can be kept.',
  },
  {
    file: 'src/server/rate-limit/token-buckets.ts',
    before: 'oldest !== undefined',
    after: 'true',
    reason: 'With more keys than there may be, there is an oldest one.',
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
    places: 2,
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

export const isEquivalent = (mutant: Mutant): boolean =>
  EQUIVALENT_MUTANTS.some((known) => isSame(known, mutant))

/** The entries that are not as many mutants of the sources as they say: a place is gone, or one is new. */
export const staleEquivalents = (mutants: readonly Mutant[]): readonly EquivalentMutant[] =>
  EQUIVALENT_MUTANTS.filter(
    (known) => mutants.filter((mutant) => isSame(known, mutant)).length !== (known.places ?? 1),
  )

const isSame = (known: EquivalentMutant, { file, before, after }: Mutant): boolean =>
  known.file === file && known.before === before && known.after === after
