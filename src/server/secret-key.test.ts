import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { completeSignIn } from '#api/second-factor.ts'
import {
  DIALECTS,
  type Place,
  type TestDialect,
  makePlace,
  startServer,
  withDatabase,
} from '#test/harness.ts'
import { backupOf, makeTestPlace, restoreInto } from '#test/server/backups.ts'
import { Client } from '#test/server/client.ts'
import { balanceOf } from '#test/server/ledger-check.ts'
import { linesOf, runLevro } from '#test/server/levro-process.ts'
import { addedApp, codeAt } from '#test/server/second-factors.ts'
import { type Ended, startProcess } from '#test/server/server-process.ts'
import { fill } from '#test/server/filled-database.ts'
import { EnvError } from './env.ts'
import { loadSecretKey } from './secret-key.ts'

const OTHER_KEY = 'another-secret-key-of-the-tests-with-43-letters'

/** A database whose key is in the data folder. */
async function placeWithFile(dialect: TestDialect): Promise<Place & { file: string }> {
  const place = await makePlace(dialect)
  onTestFinished(place.remove)
  const settings = { ...place.settings, SECRET_KEY: '' }
  return { ...place, settings, file: join(settings.DATA_DIR, 'secret.key') }
}

const fingerprints = (place: Place): Promise<string[]> =>
  withDatabase(place, async (db) =>
    (await db.selectFrom('key_fingerprint').select('fingerprint').execute()).map((row) => row.fingerprint),
  )

/** What the server says instead of starting; undefined where it starts. */
async function refusal(settings: Record<string, string>): Promise<string | undefined> {
  try {
    const server = await startServer(settings)
    await server.stop()
    return undefined
  } catch (error) {
    if (error instanceof EnvError) return error.message
    throw error
  }
}

/** How a process ended that did not start. */
const endOf = (error: Error): Pick<Ended, 'code' | 'stderr'> =>
  JSON.parse(error.message.replace('The server ended: ', ''))

const missing = (file: string) =>
  `The secret key of this database is missing: there is no ${file}; put it back or set SECRET_KEY to it, or go on with a new one ("levro admin accept-key --yes").`

const different = (place: string) =>
  `${place} is not the secret key of this database; put back the right one, or go on with this one ("levro admin accept-key --yes").`

describe('the file of the secret key', () => {
  it('AUTH-02 · has 256 random bits, is readable by its owner only, and stays', async () => {
    const [first, second] = [await placeWithFile('sqlite'), await placeWithFile('sqlite')]
    for (const { settings, file } of [first, second]) {
      expect(await refusal(settings)).toBeUndefined()
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url')).toHaveLength(32)
    }
    const key = readFileSync(first.file, 'utf8')
    expect(key).not.toBe(readFileSync(second.file, 'utf8'))
    expect(await refusal(first.settings)).toBeUndefined()
    expect(readFileSync(first.file, 'utf8')).toBe(key)
    expect(readdirSync(first.settings.DATA_DIR).filter((name) => name.startsWith('secret'))).toEqual([
      'secret.key',
    ])
  })

  it('AUTH-02 · is in the database by a keyed hash only', async () => {
    const place = await placeWithFile('sqlite')
    await refusal(place.settings)
    const key = readFileSync(place.file, 'utf8').trim()
    const [fingerprint = ''] = await fingerprints(place)
    expect(Buffer.from(fingerprint, 'base64url')).toHaveLength(32)
    const files = readdirSync(place.settings.DATA_DIR).filter((name) => name.startsWith('levro.db'))
    const content = files.map((name) => readFileSync(join(place.settings.DATA_DIR, name), 'latin1')).join('')
    expect(content).toContain(fingerprint)
    expect(content).not.toContain(key)
    expect(content).not.toContain(Buffer.from(key, 'base64url').toString('latin1'))
  })

  it.each(DIALECTS)('API-04 · is one for all processes that start at once: %s', async (dialect) => {
    const place = await placeWithFile(dialect)
    const servers = await Promise.all(Array.from({ length: 4 }, () => startProcess(place.settings)))
    for (const { kill } of servers) kill('SIGTERM')
    for (const { ended } of servers) expect((await ended).code).toBe(0)
    const { fingerprint } = loadSecretKey({ secretKey: undefined, dataDir: place.settings.DATA_DIR })
    expect(await fingerprints(place)).toEqual([fingerprint])
  })

  it('API-04 · of several folders on one database the first counts', async () => {
    const [place, other] = [await placeWithFile('postgres'), await placeWithFile('sqlite')]
    const both = [place.settings, { ...place.settings, DATA_DIR: other.settings.DATA_DIR }]
    const starts = await Promise.all(both.map((settings) => startProcess(settings).catch(endOf)))
    for (const start of starts) if ('kill' in start) start.kill('SIGTERM')
    const refused = starts.flatMap((start, n) => ('code' in start ? [{ ...start, n }] : []))
    expect(refused).toHaveLength(1)
    for (const { code, stderr, n } of refused) {
      expect(code).toBe(2)
      const file = n === 0 ? place.file : other.file
      // It may come before its own key is created, or after.
      expect([different(file), missing(file)]).toContain(stderr.trimEnd())
    }
  })

  it('API-04 · that is damaged is refused, and not replaced', async () => {
    const { settings, file } = await placeWithFile('sqlite')
    for (const text of ['', '\n', 'short', `${'x'.repeat(42)}\n`, `${'x'.repeat(42)} y`]) {
      writeFileSync(file, text)
      expect(await refusal(settings)).toBe(
        `${file} is not a secret key: put back the one that was there, or delete it and go on with a new one ("levro admin accept-key --yes").`,
      )
      expect(readFileSync(file, 'utf8')).toBe(text)
    }
  })
})

describe.each(DIALECTS)('a database that is used with a key: %s', (dialect) => {
  it('API-04 · takes the present one, where it is of an earlier version', async () => {
    const place = await placeWithFile(dialect)
    await refusal(place.settings)
    const before = await fingerprints(place)
    await withDatabase(place, (db) => db.deleteFrom('key_fingerprint').execute())
    expect(await refusal(place.settings)).toBeUndefined()
    expect(await fingerprints(place)).toEqual(before)
  })

  it('AUTH-02 · is not opened without it or with another, and works again with it', async () => {
    const place = await placeWithFile(dialect)
    const { settings, file } = place
    const server = await startServer(settings)
    const user = await server.user()
    const { secret } = await addedApp(server, user)
    const since = server.time.now
    await server.stop()

    const key = readFileSync(file, 'utf8')
    rmSync(file)
    expect(await refusal(settings)).toBe(missing(file))
    const process = await startProcess({ LOG_LEVEL: 'silent', ...settings }).catch(endOf)
    expect(process).toMatchObject({ code: 2, stderr: `${missing(file)}\n` })
    expect(readdirSync(settings.DATA_DIR), 'no other is created').not.toContain('secret.key')
    expect(await refusal({ ...settings, SECRET_KEY: OTHER_KEY })).toBe(different('SECRET_KEY'))
    writeFileSync(file, OTHER_KEY)
    expect(await refusal(settings)).toBe(different(file))
    expect(await refusal({ ...settings, SECRET_KEY: key.trim() })).toBeUndefined()

    writeFileSync(file, key)
    const again = await startServer(settings)
    again.time.now = since + 60_000
    const browser = new Client(again.origin)
    const { refusal: begun } = await browser.login(user.email)
    const body = { ticket: begun.ticket, code: codeAt(secret, again.time.now) }
    expect((await browser.call(completeSignIn, { body })).status).toBe(200)
    await again.stop()
  })

  it('API-04 · is not changed by commands that use another, and read by those that use none', async () => {
    const { settings, file, ...place } = await placeWithFile(dialect)
    const server = await startServer(settings)
    const { email } = await server.user()
    await server.stop()
    writeFileSync(file, OTHER_KEY)
    const admin = (...args: string[]) => runLevro(settings, 'admin', ...args)
    for (const args of [
      ['grant', email, '5', '--note', 'x'],
      ['sign-out', email],
      ['remove-factors', email, '--yes'],
      ['delete', email, '--yes'],
      ['security'],
    ])
      expect(await admin(...args), args[0]).toEqual({ code: 2, stdout: '', stderr: `${different(file)}\n` })
    expect((await admin('user', email)).code).toBe(0)
    expect((await admin('ledger', '--check')).code).toBe(0)
    expect(await withDatabase({ settings, ...place }, (db) => balanceOf(db, email))).toBe(15)
  })

  it('AUTH-02 · goes on with a new one on request: apps have to be set up again, and that is logged once', async () => {
    const { settings, file, ...place } = await placeWithFile(dialect)
    const server = await startServer(settings)
    const user = await server.user()
    const { secret, codes } = await addedApp(server, user)
    await server.stop()
    rmSync(file)
    expect((await runLevro(settings, 'admin', 'accept-key')).code, 'not without --yes').toBe(2)
    expect(await refusal(settings)).toBe(missing(file))
    expect(await runLevro(settings, 'admin', 'accept-key', '--yes')).toEqual({
      code: 0,
      stdout: `${file} is the secret key now: 1 authenticator apps must be set up again\n`,
      stderr: '',
    })
    const [event] = linesOf(await runLevro(settings, 'admin', 'security', '--limit', '1'))
    expect(event).toMatchObject({ event: 'admin-key-accepted', outcome: 'success' })

    const after = await startProcess({ ...settings, LOG_LEVEL: 'info' })
    const browser = new Client(after.origin)
    const { ticket } = (await browser.login(user.email)).refusal
    const complete = (code: string) => browser.call(completeSignIn, { body: { ticket, code } })
    for (let n = 0; n < 2; n++)
      expect((await complete(codeAt(secret, Date.now() + 30_000 * n))).refusal.code).toBe('wrong_code')
    expect((await complete(codes[0] ?? '')).status).toBe(200)
    after.kill('SIGTERM')
    const lines = (await after.ended).stdout.split('\n').filter((line) => line.includes('"level":50'))
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        level: 50,
        use: 'totp',
        msg: 'a stored secret was not encrypted with this secret key, and is not accepted',
      },
    ])
    const kept = await withDatabase({ settings, ...place }, (db) =>
      db.selectFrom('free_token_grant').select('kept_until').where('kept_until', 'is', null).execute(),
    )
    expect(kept, 'hashes of the earlier key expire').toEqual([])
  })
})

describe('a backup', () => {
  it('API-04 · has no key, and is restored without it: the server does not start until it is there', async () => {
    const source = await placeWithFile('sqlite')
    const server = await startServer(source.settings)
    await server.user()
    await server.stop()
    const key = readFileSync(source.file, 'utf8')
    const target = await placeWithFile('postgres')
    const file = join(source.settings.DATA_DIR, 'levro.backup')
    expect((await runLevro(source.settings, 'admin', 'backup', file)).code).toBe(0)
    const { code, stdout } = await runLevro(target.settings, 'admin', 'restore', file)
    expect(code).toBe(0)
    expect(stdout).toContain(missing(target.file))
    expect(await refusal(target.settings)).toBe(missing(target.file))
    writeFileSync(target.file, key)
    expect(await refusal(target.settings)).toBeUndefined()
  })

  it.each(DIALECTS)('API-04 · is not restored next to a server that has another key: %s', async (dialect) => {
    const source = await makeTestPlace('sqlite')
    await withDatabase(source, fill)
    const target = await placeWithFile(dialect)
    const server = await startServer(target.settings)
    await expect(restoreInto(target, await backupOf(source))).rejects.toThrow(
      'A server has used this database with another secret key than that of the backup. Restore it into a new database.',
    )
    expect(await server.db.selectFrom('account').selectAll().execute()).toEqual([])
    expect((await server.client().register()).status).toBe(200)
    await server.stop()
  })
})
