import { expect, it } from 'vitest'
import { downloadData } from '#api/account.ts'
import { LIMITS } from '#product/limits.ts'
import { onEachDatabase } from '#test/harness.ts'
import { makeRows } from '#test/server/reference.ts'
import { grantTokens } from '../tokens/ledger.ts'

onEachDatabase((server) => {
  it(
    'AUTH-11 · the download of personal data of a large account is complete',
    { timeout: 120_000 },
    async () => {
      const { db, time } = server()
      const user = await server().user(LIMITS.bulkRows * 3)
      const rows = makeRows(LIMITS.bulkRows)
      for (let n = 0; n < 2; n++) expect((await user.bulk(rows)).status).toBe(200)
      for (let n = 0; n < 1100; n++)
        await grantTokens(db, { email: user.email, tokens: 1, note: 'x', at: time.now })
      const { reply } = await user.call(downloadData)
      expect(reply.jobs.map(({ rows }) => rows.length)).toEqual([LIMITS.bulkRows, LIMITS.bulkRows])
      expect(reply.tokens.map(({ seq }) => seq)).toEqual(Array.from({ length: 1104 }, (_, n) => 1104 - n))
    },
  )
})
