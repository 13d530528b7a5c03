import { describe, expect, test } from 'vitest'
import { runCampaign } from './fuzz/campaign.ts'
import { KIND_NAMES, KINDS } from './fuzz/kinds.ts'

/** Other seeds and counts: `node scripts/fuzz-price-lists.ts`. */
const SEED = 20260101

const ALL = KIND_NAMES.reduce((sum, kind) => sum + KINDS[kind].files, 0)

describe(`BULK-15 · ${ALL} generated files are read correctly or rejected`, () => {
  test.each(KIND_NAMES)(
    '%s',
    async (kind) => {
      const { counts, failure } = await runCampaign(kind, SEED, KINDS[kind].files)
      expect(failure).toBeUndefined()
      // A run in which most files are rejected proves nothing.
      expect(counts.read).toBeGreaterThan(KINDS[kind].files * KINDS[kind].leastRead)
      expect(counts.validRows).toBeGreaterThan(counts.read)
    },
    300_000,
  )
})
