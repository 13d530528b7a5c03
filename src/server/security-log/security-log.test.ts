import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { changePassword, deleteAccount, downloadData } from '#api/account.ts'
import { logout, resetPassword } from '#api/auth.ts'
import { listJobs } from '#api/conversions.ts'
import { completeSignIn } from '#api/second-factor.ts'
import { accountIdOf } from '#test/server/ledger-check.ts'
import { linesOf, runAdminCommand } from '#test/server/levro-process.ts'
import { PASSWORD } from '#test/server/client.ts'
import { addedApp, codeAt } from '#test/server/second-factors.ts'
import { forgetLimits, from, onEachDatabaseWithMail } from '#test/server/with-mail.ts'
import { loadSecretKey } from '../secret-key.ts'
import { MAX_ROWS_PER_HOUR, deleteOldSecurityEvents, makeSecurityLog } from './security-log.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const IP = '203.0.113.77'

onEachDatabaseWithMail((server) => {
  beforeEach(async () => {
    await forgetLimits(server().db)
    await server().db.deleteFrom('security_event').execute()
  })

  /** The events of the log once there are so many, as `event outcome code`, in the order of their names. */
  async function logged(count: number): Promise<string[]> {
    const rows = () => server().db.selectFrom('security_event').selectAll().execute()
    await expect.poll(async () => (await rows()).length).toBe(count)
    return (await rows())
      .map(({ event, outcome, code, times }) => [event, outcome, code, times].join(' ').replace('  ', ' '))
      .toSorted()
  }

  describe('the security log', () => {
    it('AUTH-02 · has sign-ins, failures, refusals and changes, with a pseudonym and a shortened network', async () => {
      const { time, db } = server()
      const user = server().client()
      const call = (endpoint: Parameters<typeof user.call>[0], body?: object) =>
        user.call(endpoint, { ...(body && { body }), headers: from(IP) })
      await user.call((await import('#api/auth.ts')).register, {
        body: { email: user.email, password: PASSWORD },
        headers: from(IP),
      })
      const accountId = await accountIdOf(db, user.email)
      await call(changePassword, { currentPassword: 'wrong one', newPassword: 'another long secret' })
      await call(changePassword, { currentPassword: 'wrong one', newPassword: 'another long secret' })
      await call(downloadData)
      await call(logout)
      await call(listJobs)
      await call(resetPassword, { token: 'none', password: 'another long secret' })
      expect(await logged(6)).toEqual([
        'data-download success 1',
        'password-change failure wrong_password 2',
        'password-reset failure link_expired 1',
        'registration success 1',
        'request refusal not_authenticated 1',
        'sign-out success 1',
      ])
      const rows = await db.selectFrom('security_event').selectAll().execute()
      expect(new Set(rows.map(({ network }) => network))).toEqual(new Set(['203.0.113', '']))
      const accounts = new Set(rows.map(({ account }) => account))
      expect(accounts.size, 'one account, and requests of none').toBe(2)
      const everything = JSON.stringify(rows)
      for (const secret of [user.email, accountId, IP, PASSWORD]) expect(everything).not.toContain(secret)
      expect(rows.every(({ first_at, last_at }) => first_at <= time.now && last_at <= time.now)).toBe(true)
    })

    it('AUTH-02 · names the account of a sign-in that failed, and of its second step', async () => {
      const user = await server().user()
      const { secret } = await addedApp(server(), user)
      const browser = server().client()
      await browser.login(user.email, 'wrong one')
      const { refusal } = await browser.login(user.email)
      const code = codeAt(secret, (server().time.now += 30_000))
      await browser.call(completeSignIn, { body: { ticket: refusal.ticket, code: '000000' } })
      await browser.call(completeSignIn, { body: { ticket: refusal.ticket, code } })
      expect(await logged(6)).toEqual([
        'app-added success 1',
        'registration success 1',
        'second-factor failure wrong_code 1',
        'second-factor success 1',
        'sign-in failure invalid_credentials 1',
        'sign-in failure second_factor_required 1',
      ])
      const rows = await server().db.selectFrom('security_event').select('account').execute()
      expect(new Set(rows.map(({ account }) => account)).size).toBe(1)
    })

    it('AUTH-11 · is part of a user’s data, and outlives the account without naming it', async () => {
      const user = await server().user()
      await logged(1)
      const { securityEvents } = (await user.call(downloadData)).reply
      expect(securityEvents).toMatchObject([{ event: 'registration', outcome: 'success', times: 1 }])
      await user.call(deleteAccount)
      expect(await logged(3)).toContain('account-deletion success 1')
    })

    it('API-04 · is listed for the operator, for one account or for all, with what was done on the machine', async () => {
      const [user, other] = [await server().user(), await server().user()]
      expect((await runAdminCommand(server(), 'grant', other.email, '5', '--note', 'test')).code).toBe(0)
      await logged(3)
      const all = await runAdminCommand(server(), 'security')
      expect(linesOf(all)).toHaveLength(3)
      const own = await runAdminCommand(server(), 'security', user.email)
      expect(linesOf(own)).toMatchObject([{ event: 'registration', outcome: 'success', times: 1 }])
      const theirs = linesOf(await runAdminCommand(server(), 'security', other.email))
      expect(new Set(theirs.map((line) => line['event']))).toEqual(new Set(['admin-grant', 'registration']))
      expect(theirs.find((line) => line['event'] === 'admin-grant')).toMatchObject({ network: '' })
    })

    it('AUTH-02 · is kept for ninety days', async () => {
      const { db, time } = server()
      await server().user()
      await logged(1)
      await deleteOldSecurityEvents(db, time.now + 89 * DAY_MS)
      await logged(1)
      await deleteOldSecurityEvents(db, time.now + 90 * DAY_MS)
      await logged(0)
    })

    it('AUTH-02 · has what a client did that leaves before the answer', async () => {
      const user = await server().user()
      const { hostname, port, host } = new URL(server().origin)
      const body = JSON.stringify({ email: user.email, password: 'wrong one' })
      const head = [
        'POST /api/auth/login HTTP/1.1',
        `host: ${host}`,
        'content-type: application/json',
        `content-length: ${Buffer.byteLength(body)}`,
        'x-forwarded-for: 203.0.113.9',
      ]
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
      // The password takes longer to compare than the request to arrive.
      await sleep(10)
      socket.resetAndDestroy()
      expect(await logged(2)).toContain('sign-in failure invalid_credentials 1')
      const limits = await server().db.selectFrom('throttle').select('key').execute()
      expect(limits.filter(({ key }) => key.includes('undefined'))).toEqual([])
      const networks = await server().db.selectFrom('security_event').select('network').execute()
      expect(networks.map(({ network }) => network)).toContain('203.0.113')
    })

    it('AUTH-02 · has 5,000 rows an hour, and counts what comes beyond without accounts and networks', async () => {
      const { db, env, time } = server()
      const hour = Math.floor(time.now / HOUR_MS) * HOUR_MS
      const event = { event: 'sign-in', outcome: 'failure', code: 'invalid_credentials' } as const
      const ipOf = (n: number) => `10.${n >> 8}.${n & 255}.1`
      // Two processes share the limit.
      const logs = [0, 1].map(() => makeSecurityLog(db, loadSecretKey(env)))
      const [first, second] = logs
      const known = { ...event, accountId: 'known', ip: '198.51.100.1', at: hour }
      first?.record(known)
      for (let n = 0; n < MAX_ROWS_PER_HOUR; n++) logs[n % 2]?.record({ ...event, ip: ipOf(n), at: hour + n })
      await first?.flush()
      await second?.flush()
      for (let n = 0; n < 30; n++)
        second?.record({ ...event, accountId: `a${n}`, ip: `203.0.${n}.1`, at: hour + n })
      for (let n = 0; n < 2; n++) first?.record(known)
      second?.record({ ...event, event: 'sign-out', outcome: 'success', code: '', at: hour + HOUR_MS })
      second?.record({ ...event, ip: '203.0.113.1', at: hour + HOUR_MS })
      await second?.flush()
      await first?.flush()
      const rows = await db.selectFrom('security_event').selectAll().execute()
      const named = rows.filter((row) => row.hour === hour && row.network !== '')
      expect(named).toHaveLength(MAX_ROWS_PER_HOUR)
      expect(named.find(({ network }) => network === '198.51.100')?.times, 'known before').toBe(3)
      const rest = rows.filter((row) => row.hour === hour && row.network === '')
      expect(rest).toMatchObject([{ account: '', times: 31, first_at: hour, last_at: hour + 4999 }])
      const next = rows
        .filter((row) => row.hour > hour)
        .map(({ event: name, network }) => `${name} ${network}`)
      expect(next.toSorted(), 'the next hour has its own').toEqual(['sign-in 203.0.113', 'sign-out '])
    })

    it('AUTH-02 · is written by several processes at once without a conflict, and loses no count', async () => {
      const { db, env, time } = server()
      const key = loadSecretKey(env)
      const events = Array.from({ length: 60 }, (_, n) => ({
        event: 'sign-in',
        outcome: 'success' as const,
        accountId: `a${n}`,
        ip: `10.0.${n}.1`,
        at: time.now,
      }))
      const logs = Array.from({ length: 4 }, () => makeSecurityLog(db, key))
      for (let round = 0; round < 10; round++) {
        for (const [n, log] of logs.entries())
          for (const event of n % 2 === 0 ? events : events.toReversed()) log.record(event)
        await Promise.all(logs.map((log) => log.flush()))
      }
      const rows = await db.selectFrom('security_event').select('times').execute()
      expect(rows.map(({ times }) => times)).toEqual(events.map(() => 40))
    })

    it('AUTH-02 · keeps what could not be stored, and stores it once', async () => {
      const { db, env, time } = server()
      const log = makeSecurityLog(db, loadSecretKey(env))
      const event = { event: 'sign-in', outcome: 'success', at: time.now } as const
      log.record({ ...event, ip: '10.0.0.1' })
      log.record({ ...event, ip: '10.0.1.1' })
      await db.schema.alterTable('security_event').renameTo('security_event_away').execute()
      await expect(log.flush()).rejects.toThrow('security_event')
      await db.schema.alterTable('security_event_away').renameTo('security_event').execute()
      log.record({ ...event, ip: '10.0.1.9' })
      await log.flush()
      await log.flush()
      const rows = db.selectFrom('security_event').select(['network', 'times']).orderBy('network')
      expect(await rows.execute()).toEqual([
        { network: '10.0.0', times: 1 },
        { network: '10.0.1', times: 2 },
      ])
    })

    it('AUTH-02 · counts a storm of equal failures in one row', async () => {
      const stranger = server().client()
      await Promise.all(
        Array.from({ length: 40 }, (_, n) => server().client().login(stranger.email, `wrong ${n}`)),
      )
      const rows = server().db.selectFrom('security_event').select(['outcome', 'times']).orderBy('outcome')
      await expect
        .poll(() => rows.execute())
        .toEqual([
          { outcome: 'failure', times: 10 },
          { outcome: 'refusal', times: 30 },
        ])
    })
  })
})
