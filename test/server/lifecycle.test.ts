import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Server, createServer } from 'node:net'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { readEnv } from '#server/env.ts'
import { freePort } from '../free-port.ts'
import { DIALECTS, makePlace, withDatabase } from '../harness.ts'
import { childSettings } from './child-settings.ts'
import { Client } from './client.ts'
import { runToEnd, startProcess } from './server-process.ts'

const MAIN = join(import.meta.dirname, '../../src/server/main.ts')

const folders: string[] = []
const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'levro-life-'))
  folders.push(folder)
  return folder
}
const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

describe('starting', () => {
  it.each([
    [{ PORT: 'http' }, 'PORT must be a number from 0 to 65535, not "http".'],
    [{ METRICS_PORT: '-1' }, 'METRICS_PORT must be a number from 0 to 65535, not "-1".'],
    [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535, not "70000".'],
    [
      { DATABASE_URL: 'mysql://x' },
      'DATABASE_URL must be a PostgreSQL address, postgresql://user:password@host:5432/name.',
    ],
    [
      { PUBLIC_ORIGIN: 'levro.bg' },
      'PUBLIC_ORIGIN must be an address without a path, like https://levro.bg, not "levro.bg".',
    ],
    [
      { PUBLIC_ORIGIN: 'https://levro.bg/x' },
      'PUBLIC_ORIGIN must be an address without a path, like https://levro.bg, not "https://levro.bg/x".',
    ],
    [
      { TRUST_PROXY: '0.0.0.0/0' },
      'TRUST_PROXY must list networks like 10.0.0.0/8, or loopback, linklocal, uniquelocal; not "0.0.0.0/0".',
    ],
    [
      { TRUST_PROXY: 'true' },
      'TRUST_PROXY must list networks like 10.0.0.0/8, or loopback, linklocal, uniquelocal; not "true".',
    ],
    [
      { SOCKET: '/run/levro/1/http.sock' },
      'SOCKET must be a path from the root, like /run/levro/1/http.sock, and goes with PUBLIC_ORIGIN.',
    ],
    [
      { SOCKET: 'http.sock', PUBLIC_ORIGIN: 'https://levro.bg' },
      'SOCKET must be a path from the root, like /run/levro/1/http.sock, and goes with PUBLIC_ORIGIN.',
    ],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".',
    ],
    [{ METRICS_PORT: '3000' }, 'METRICS_PORT must be another port than PORT.'],
    [{ PORT: '3001', METRICS_PORT: '3001' }, 'METRICS_PORT must be another port than PORT.'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be one of development, test, production, not "prod".'],
  ])('API-04 · with %j exits with 2 and one sentence', async (settings, sentence) => {
    expect(() => readEnv(settings)).toThrow(sentence)
  })

  it.each([
    [{}, 'OPERATOR_NAME, OPERATOR_NUMBER, OPERATOR_ADDRESS are not set'],
    [{ OPERATOR_NAME: 'Levro', OPERATOR_NUMBER: '1' }, 'OPERATOR_ADDRESS is not set'],
    [{ OPERATOR_NAME: 'Levro', OPERATOR_NUMBER: '1', OPERATOR_ADDRESS: 'Sofia' }, undefined],
  ])(
    'API-04 · in production with %j the log says what is missing of the operator',
    async (operator, said) => {
      const place = await makePlace('sqlite')
      onTestFinished(place.remove)
      const start = async (settings: Record<string, string>) => {
        const child = await startProcess({ ...place.settings, LOG_LEVEL: 'warn', ...settings })
        child.kill('SIGTERM')
        return (await child.ended).stdout
      }
      const output = await start({ NODE_ENV: 'production', ...operator })
      if (said === undefined) expect(output).not.toContain('OPERATOR_')
      else expect(output).toContain(said)
      expect(await start(operator)).not.toContain('OPERATOR_')
    },
  )

  it('API-04 · with an invalid setting exits with 2', async () => {
    const { code, stderr } = await runToEnd({ DATA_DIR: makeFolder(), PORT: 'x' })
    expect([code, stderr]).toEqual([2, 'PORT must be a number from 0 to 65535, not "x".\n'])
  })

  it.each(['PORT', 'METRICS_PORT'])(
    'API-04 · on a port in use exits with 1 and names the setting: %s',
    async (setting) => {
      const holder = createServer()
      const port = await new Promise<number>((resolve) => {
        holder.listen(0, '127.0.0.1', () => resolve(portOf(holder)))
      })
      const { code, stderr } = await runToEnd({
        DATA_DIR: makeFolder(),
        PORT: '0',
        [setting]: String(port),
      })
      holder.close()
      expect(code).toBe(1)
      expect(stderr).toContain(
        `Port ${port} is taken. Stop the other program, or set ${setting} to a free one.\n`,
      )
    },
  )

  it('API-04 · without its database exits with 1 and one sentence', async () => {
    const settings = { DATA_DIR: '.', DATABASE_URL: 'postgresql://x@127.0.0.1:1/x' }
    const { code, stderr } = await runToEnd(settings)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The server could not start: [^\n]+\n$/)
  })

  it('API-04 · with a data folder that cannot be one exits with 2 and one sentence', async () => {
    const file = join(makeFolder(), 'file')
    writeFileSync(file, '')
    for (const folder of [file, join(file, 'below'), '/proc/levro', '/dev/null']) {
      const { code, stderr } = await runToEnd({ DATA_DIR: folder, PORT: '0' })
      expect([code, stderr]).toEqual([
        2,
        `DATA_DIR must be a folder: ${folder} is not one and cannot be created.\n`,
      ])
    }
  })

  it('API-04 · creates a data folder that only its owner can read', async () => {
    const folder = join(makeFolder(), 'new', 'data')
    const db = await openDatabase({ dataDir: folder, databaseUrl: undefined })
    await db.destroy()
    expect(statSync(folder).mode & 0o077).toBe(0)
  })

  it.each(DIALECTS)(
    'API-04 · on the database of a newer version exits with 1 and says so: %s',
    async (dialect) => {
      const place = await makePlace(dialect)
      await withDatabase(place, (db) =>
        sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2099-01-01')`.execute(db),
      )
      const { code, stderr } = await runToEnd(place.settings)
      expect(code).toBe(1)
      expect(stderr).toContain(
        'The server could not start: the database belongs to a newer version of Levro, which knows "9999-later".\n',
      )
      await place.remove()
    },
  )

  it.each(DIALECTS)('API-04 · four processes at once on a new database all start: %s', async (dialect) => {
    const place = await makePlace(dialect)
    const servers = await Promise.all(Array.from({ length: 4 }, () => startProcess(place.settings)))
    for (const [n, { origin }] of servers.entries()) {
      const client = new Client(origin)
      expect((await client.register(`user${n}@example.bg`)).status).toBe(200)
    }
    for (const { kill } of servers) kill('SIGKILL')
    await Promise.all(servers.map(({ ended }) => ended))
    await place.remove()
  })
})

describe('a log that cannot be written', () => {
  it('API-04 · delays no response and no shutdown', async () => {
    const place = await makePlace('sqlite')
    const port = String(await freePort())
    const full = openSync('/dev/full', 'w')
    const env = { ...childSettings(), ...place.settings, PORT: port, LOG_LEVEL: 'info' }
    const server = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', full, 'pipe'] })
    onTestFinished(() => void server.kill('SIGKILL'))
    let complaint = ''
    server.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
    const ended = once(server, 'close')
    const health = () => fetch(`http://127.0.0.1:${port}/healthz`).then(({ status }) => status)
    await expect.poll(() => health().catch(() => 0)).toBe(200)
    for (let n = 0; n < 50; n++) expect(await health()).toBe(200)
    server.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(complaint).toBe('The log cannot be written, and lines are lost.\n')
    closeSync(full)
    await place.remove()
  })
})

describe('the log', () => {
  it('API-04 · contains no password, cookie, email, row or file name', async () => {
    const place = await makePlace('sqlite')
    const server = await startProcess({ ...place.settings, LOG_LEVEL: 'trace' })
    const client = new Client(server.origin)
    await client.register()
    await client.bulk([{ name: 'Тайна стока', price: '77.77', currency: 'BGN' }], {
      filename: 'secret-name.csv',
    })
    await client.login(client.email, 'not the password')
    await fetch(`${server.origin}/api/auth/me?token=query-secret`)
    server.kill('SIGTERM')
    const { stdout, stderr } = await server.ended
    const secrets = [
      client.email,
      'a long enough secret',
      'not the password',
      client.cookie?.split('=')[1] ?? '',
      'Тайна',
      '77.77',
      'secret-name',
      'query-secret',
    ]
    for (const secret of secrets) expect(stdout + stderr).not.toContain(secret)
    expect(stdout).toContain('"route":"/api/convert/bulk"')
    const files = ['levro.db', 'levro.db-wal'].map((file) => {
      try {
        return readFileSync(join(place.settings.DATA_DIR, file), 'latin1')
      } catch {
        return ''
      }
    })
    expect(files.join('')).not.toContain(client.cookie?.split('=')[1] ?? 'x')
    await place.remove()
  })

  it('API-04 · has one line for each request, with its status and error code', async () => {
    const place = await makePlace('sqlite')
    const server = await startProcess({ ...place.settings, LOG_LEVEL: 'info' })
    const client = new Client(server.origin)
    await client.register()
    await client.login(client.email, 'not the password')
    await fetch(`${server.origin}/api/auth/logout`, {
      method: 'POST',
      headers: { origin: 'http://evil.example' },
    })
    await fetch(`${server.origin}/api/x%0A{"level":60,"msg":"planted"}%0D%1B[2J`)
    server.kill('SIGTERM')
    const lines = (await server.ended).stdout.split('\n').filter((line) => line.startsWith('{'))
    const requests = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    const told = requests.flatMap(({ method, route, status, code }) =>
      method === undefined ? [] : [[method, route, status, code]],
    )
    expect(told).toEqual([
      ['POST', '/api/auth/register', 200, undefined],
      ['POST', '/api/auth/login', 401, 'invalid_credentials'],
      ['POST', '/api/auth/logout', 403, 'cross_site'],
      ['GET', '/api/*', 404, 'not_found'],
    ])
    for (const { time, reqId, msg } of requests) {
      expect(time).toBeTypeOf('number')
      expect(msg).not.toBe('planted')
      expect([undefined, 36]).toContain(typeof reqId === 'string' ? reqId.length : undefined)
    }
    await place.remove()
  })
})
