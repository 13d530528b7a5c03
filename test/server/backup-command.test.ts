import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { login } from '#api/auth.ts'
import { type Place, makePlace, startServer, withDatabase } from '../harness.ts'
import { countRows, makeTestPlace } from './backups.ts'
import { childSettings } from './child-settings.ts'
import { PASSWORD } from './client.ts'
import { fill } from './filled-database.ts'
import { runLevro } from './levro-process.ts'

const MAIN = join(import.meta.dirname, '../../src/cli/main.ts')

describe('levro admin backup', () => {
  let place: Place
  let folder: string
  let file: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'levro-backup-'))
    file = join(folder, 'levro.backup')
    place = await makePlace('sqlite')
    await withDatabase(place, fill)
    const { code } = await runLevro(place.settings, 'admin', 'backup', file)
    expect(code).toBe(0)
  })
  afterAll(async () => {
    await place.remove()
    rmSync(folder, { recursive: true })
  })

  const admin = (...args: string[]) => runLevro(place.settings, 'admin', ...args)

  /** Failure with exactly one sentence. */
  const refusal = (sentence: string) => ({ code: 1, stdout: '', stderr: `${sentence}\n` })

  it('API-04 · writes a file that only its owner can read, and prints its counts', async () => {
    const other = join(folder, 'second.backup')
    const { stdout } = await admin('backup', other)
    const { size, mode } = statSync(other)
    expect(mode & 0o777).toBe(0o600)
    expect(stdout).toMatch(new RegExp(`^18 tables, 41 rows, ${size} bytes, ledger head 3:[0-9a-f]{64}\n$`))
    const checked = await runLevro({}, 'admin', 'backup', '--check', other)
    expect(checked).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(
        /^The backup of \d{4}-\S+Z is whole: 18 tables, 41 rows, ledger head 3:[0-9a-f]{64}\n$/,
      ),
    })
    rmSync(other)
    expect(readdirSync(folder)).toEqual(['levro.backup'])
  })

  it('API-04 · replaces a file only with --force', async () => {
    const kept = join(folder, 'kept')
    writeFileSync(kept, 'mine')
    expect(await admin('backup', kept)).toEqual(refusal(`${kept} is there already. --force replaces it.`))
    expect(readFileSync(kept, 'utf8')).toBe('mine')
    expect((await admin('backup', kept, '--force')).code).toBe(0)
    expect((await admin('backup', '--check', kept)).code).toBe(0)
    rmSync(kept)
  })

  it('API-04 · fails with one sentence when a file cannot be written or read, and leaves no file', async () => {
    const cannot = (name: string, why: string) => refusal(`${name} cannot be written: ${why}.`)
    expect(await admin('backup', '/dev/full')).toEqual(cannot('/dev/full', 'there is no room left'))
    const nowhere = join(folder, 'none', 'x')
    expect(await admin('backup', nowhere)).toEqual(cannot(nowhere, 'there is no such file or folder'))
    expect(await admin('backup', folder, '--force')).toEqual(cannot(folder, 'it is a folder'))
    const missing = join(folder, 'missing')
    for (const args of [['backup', '--check'], ['restore']])
      expect(await admin(...args, missing)).toEqual(
        refusal(`${missing} cannot be read: there is no such file or folder.`),
      )
    expect(readdirSync(folder)).toEqual(['levro.backup'])
  })

  it('API-04 · fails with one sentence when there is no database to back up', async () => {
    const [nowhere, missing] = [join(folder, 'none', 'x'), join(folder, 'missing')]
    expect(await runLevro({ DATA_DIR: nowhere }, 'admin', 'backup', missing)).toEqual(
      refusal(`There is no database in ${nowhere}. Set DATA_DIR or DATABASE_URL as for the server.`),
    )
    const empty = await makeTestPlace('postgres')
    expect(await runLevro(empty.settings, 'admin', 'backup', missing)).toEqual(
      refusal('This is not a Levro database: it has no record of migrations.'),
    )
    expect(await countRows(empty)).toBe(0)
    await withDatabase(empty, (db) => sql`insert into kysely_migration values ('9999-later', '')`.execute(db))
    expect(await runLevro(empty.settings, 'admin', 'backup', missing)).toEqual(
      refusal('The database is that of a newer version of Levro: back it up with that one.'),
    )
    expect(existsSync(missing)).toBe(false)
  })

  it.each([
    ['there is no room left', '>/dev/full'],
    ['the reader has closed the pipe', '| true'],
  ])('API-04 · works through a pipe: %s', async (why, where) => {
    const env = { ...childSettings(), ...place.settings, NODE: process.execPath, MAIN }
    const line = `set -o pipefail; "$NODE" "$MAIN" admin backup - ${where}`
    const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
      execFile('bash', ['--norc', '-c', line], { env }, (error, _out, err) =>
        resolve({ code: error?.code, stderr: err }),
      )
    })
    expect([code, stderr]).toEqual([1, `The backup cannot be written: ${why}.\n`])
  })

  it('API-04 · restores through pipes into the other database', async () => {
    const target = await makeTestPlace('postgres')
    const env = { ...childSettings(), ...place.settings, NODE: process.execPath, MAIN }
    const line = `set -o pipefail; "$NODE" "$MAIN" admin backup - | DATABASE_URL="$TO" "$NODE" "$MAIN" admin restore -`
    const TO = target.settings.DATABASE_URL ?? expect.fail()
    const { error, out, err } = await new Promise<{ error: unknown; out: string; err: string }>((resolve) => {
      execFile('bash', ['--norc', '-c', line], { env: { ...env, TO } }, (error, out, err) =>
        resolve({ error, out, err }),
      )
    })
    expect(error).toBe(null)
    expect(err).toMatch(/^18 tables, 41 rows, \d+ bytes, ledger head 3:[0-9a-f]{64}\n$/)
    expect(out).toMatch(
      /is restored: 18 tables, 41 rows\nSecond factors are those of the backup, also what was used or removed since: 2 passkeys, 1 authenticator apps, 1 recovery codes\n2 accounts, 3 entries: everything adds up\ntokens by reason, .+\n3 entries are of an earlier version: .+\nledger head 3:[0-9a-f]{64}\n$/,
    )
    expect(await countRows(target)).toBe(41)
  })

  it('API-04 · that is interrupted leaves no file, and ends by the signal', async () => {
    const source = await makeTestPlace('postgres')
    await withDatabase(source, async (db) => {
      await fill(db)
      // A locked table makes the backup block half way.
      const { promise: isSent, resolve: send } = Promise.withResolvers<void>()
      const held = db.transaction().execute(async (trx) => {
        await sql`lock table job in access exclusive mode`.execute(trx)
        await isSent
      })
      const target = join(folder, 'broken-off')
      const env = { ...childSettings(), ...source.settings }
      const child = spawn(process.execPath, [MAIN, 'admin', 'backup', target], { env, stdio: 'ignore' })
      const ended = once(child, 'close')
      await vi.waitFor(
        () => expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toHaveLength(1),
        {
          timeout: 20_000,
        },
      )
      child.kill('SIGINT')
      send()
      await held
      expect(await ended).toEqual([null, 'SIGINT'])
    })
    expect(readdirSync(folder)).toEqual(['levro.backup'])
  })

  it.each(['sqlite', 'postgres'] as const)(
    'API-04 · is restored next to a server that runs on an empty database, which then serves it: %s',
    async (dialect) => {
      const [first, second] = [await makeTestPlace('sqlite'), await makeTestPlace(dialect)]
      const origin = await startServer(first.settings)
      const owner = await origin.user()
      const moved = join(folder, `moved-${dialect}`)
      expect((await runLevro(first.settings, 'admin', 'backup', moved)).code).toBe(0)
      await origin.stop()

      const server = await startServer(second.settings)
      const wrong = await server.client().call(login, { body: { email: owner.email, password: PASSWORD } })
      expect(wrong.status).toBe(401)
      const logged = () => server.db.selectFrom('security_event').select('event').execute()
      await expect.poll(logged).toHaveLength(1)
      expect((await runLevro(second.settings, 'admin', 'restore', moved)).code).toBe(0)
      const client = server.client()
      expect((await client.login(owner.email)).status).toBe(200)
      const again = await runLevro(second.settings, 'admin', 'restore', moved)
      expect([again.code, again.stdout]).toEqual([1, ''])
      expect(again.stderr).toMatch(/^The database is not empty\. [^\n]+\n$/)
      await server.stop()
      rmSync(moved)
    },
  )
})
