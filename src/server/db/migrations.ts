import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { foundations } from './migrations/0001-foundations.ts'
import { trustedAccounts } from './migrations/0002-trusted-accounts.ts'
import { purchases } from './migrations/0003-purchases.ts'
import { paymentTime } from './migrations/0004-payment-time.ts'
import { jobTotals } from './migrations/0005-job-totals.ts'
import { jobSource } from './migrations/0006-job-source.ts'
import { jobPart } from './migrations/0007-job-part.ts'
import { ledgerChain } from './migrations/0008-ledger-chain.ts'
import { secondFactors } from './migrations/0009-second-factors.ts'
import { freeTokens } from './migrations/0010-free-tokens.ts'
import { securityLog } from './migrations/0011-security-log.ts'
import { keyFingerprint } from './migrations/0012-key-fingerprint.ts'
import { wrongCodes } from './migrations/0013-wrong-codes.ts'
import { confirmedGrants } from './migrations/0014-confirmed-grants.ts'
import { apiKeys } from './migrations/0015-api-keys.ts'
import { files } from './migrations/0016-files.ts'
import type { Dialect, MigrationStep } from './column-types.ts'

const STEPS: Record<string, MigrationStep> = {
  '0001-foundations': foundations,
  '0002-trusted-accounts': trustedAccounts,
  '0003-purchases': purchases,
  '0004-payment-time': paymentTime,
  '0005-job-totals': jobTotals,
  '0006-job-source': jobSource,
  '0007-job-part': jobPart,
  '0008-ledger-chain': ledgerChain,
  '0009-second-factors': secondFactors,
  '0010-free-tokens': freeTokens,
  '0011-security-log': securityLog,
  '0012-key-fingerprint': keyFingerprint,
  '0013-wrong-codes': wrongCodes,
  '0014-confirmed-grants': confirmedGrants,
  '0015-api-keys': apiKeys,
  '0016-files': files,
}

export const migrationsFor = (dialect: Dialect): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(STEPS).map(([name, step]) => [name, { up: (db: Kysely<unknown>) => step(db, dialect) }]),
  )
