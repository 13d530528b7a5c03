import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { auditLedger } from '#server/tokens/audit.ts'
import { DIALECTS, makePlace, withDatabase } from '../harness.ts'
import { Client } from './client.ts'
import { expectConsistentLedger } from './ledger-check.ts'
import { oneServer } from './one-server.ts'
import { makeRows } from './reference.ts'

const DYING = `--import ${pathToFileURL(join(import.meta.dirname, 'dying-commit.ts')).href}`
const USERS = 8

const { undoing, serverOn } = oneServer()

describe.each(DIALECTS)(
  'a server that is killed while charges of several users are committed: %s',
  (dialect) => {
    it.each(['before', 'after'] as const)(
      'CONV-11 · %s the commit, has answered none of them, and charges none twice when they are repeated',
      async (moment) => {
        const place = await makePlace(dialect)
        undoing.push(place.remove)
        const file = join(place.settings.DATA_DIR, 'dies')
        const server = await serverOn({ ...place.settings, NODE_OPTIONS: DYING, DIES_ONCE: file })
        const users = Array.from({ length: USERS }, () => new Client(server.origin))
        for (const user of users) expect((await user.register()).status).toBe(200)
        const call = (user: Client, n: number) => user.bulk(makeRows(n + 1), { key: 'k' })

        writeFileSync(file, moment)
        const answers = await Promise.allSettled(users.map(call))
        expect((await server.ended).signal).toBe('SIGKILL')
        expect(answers.map(({ status }) => status)).toEqual(users.map(() => 'rejected'))
        const jobs = () => withDatabase(place, (db) => db.selectFrom('job').select('id').execute())
        const stored = (await jobs()).map(({ id }) => id)
        if (moment === 'before') expect(stored).toEqual([])
        else expect(stored).not.toEqual([])

        const next = await serverOn(place.settings)
        const repeated = await Promise.all(users.map((user, n) => call(user.at(next.origin), n)))
        expect(repeated.map(({ reply }) => reply.newBalance)).toEqual(users.map((_, n) => 15 - (n + 1)))
        const ids = repeated.map(({ reply }) => reply.jobId)
        expect(ids).toEqual(expect.arrayContaining(stored))
        expect((await jobs()).map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
        await withDatabase(place, async (db) => {
          await expectConsistentLedger(db)
          expect((await auditLedger(db)).faults).toEqual([])
        })
      },
    )
  },
)
