import { describe, expect, it } from 'vitest'
import { me } from '#api/auth.ts'
import { listEntries } from '#api/account.ts'
import { contact } from '#api/site.ts'
import type { Client } from './client.ts'
import { accountIdOf } from './ledger-check.ts'
import { linesOf, runAdminCommand } from './levro-process.ts'
import { makeRows } from './reference.ts'
import { addedApp, addedPasskey } from './second-factors.ts'
import { expectSent, onEachDatabaseWithMail } from './with-mail.ts'

onEachDatabaseWithMail((server, mail) => {
  const admin = (...args: string[]) => runAdminCommand(server(), ...args)
  const isSignedIn = async (client: Client) => (await client.call(me)).reply.user !== null
  const iso = () => new Date(server().time.now).toISOString()

  describe('levro admin user', () => {
    it('API-04 · prints an account without its secrets', async () => {
      const user = await server().user()
      await server().client().login(user.email)
      await user.bulk(makeRows(5))
      const { code, stdout, stderr } = await admin('user', user.email.toUpperCase())
      expect([code, stderr]).toEqual([0, ''])
      expect(JSON.parse(stdout)).toEqual({
        id: await accountIdOf(server().db, user.email),
        email: user.email,
        isVerified: false,
        createdAt: iso(),
        tokens: 10,
        sessions: 2,
        lastUsedAt: iso(),
        jobs: 1,
        rows: 5,
        factors: { app: false, passkeys: 0, recoveryCodes: 0 },
        lastEntries: (await user.call(listEntries)).reply.entries,
      })
      expect(stdout).not.toMatch(/argon2|hash/)
    })

    it('API-04 · prints accounts without sessions and conversions', async () => {
      const user = await server().user()
      await admin('sign-out', user.email)
      const { stdout } = await admin('user', user.email)
      expect(JSON.parse(stdout)).toMatchObject({ sessions: 0, lastUsedAt: null, jobs: 0, rows: 0 })
    })

    it.each([['user'], ['sign-out'], ['remove-factors', '--yes']])(
      'API-04 · %s of an unknown email exits with 1 and one sentence',
      async (command, ...options) => {
        const { code, stdout, stderr } = await admin(command, 'nobody@example.bg', ...options)
        const sentence = 'There is no account with the email nobody@example.bg.\n'
        expect([code, stdout, stderr]).toEqual([1, '', sentence])
      },
    )
  })

  describe('levro admin remove-factors', () => {
    it('API-04 · lets in an owner who has lost every factor, ends the sessions and reports it', async () => {
      const user = await server().user()
      await addedApp(server(), user)
      await addedPasskey(server(), user)
      const factors = { app: true, passkeys: 1, recoveryCodes: 10 }
      expect(JSON.parse((await admin('user', user.email)).stdout)).toMatchObject({ factors })
      expect(await admin('remove-factors', user.email, '--yes', '--lang', 'en')).toEqual({
        code: 0,
        stdout: '',
        stderr: '',
      })
      expect(await isSignedIn(user)).toBe(false)
      expect((await server().client().login(user.email)).status).toBe(200)
      server().time.now = Date.now()
      const { text } = await mail().waitForEmail(user.email, 'second-factor', 3)
      expect(text).toContain('support has removed its two-step protection')
      const again = await admin('remove-factors', user.email, '--yes')
      expect([again.code, again.stderr]).toEqual([1, `The account of ${user.email} has no second factor.\n`])
      const logged = linesOf(await admin('security', user.email)).map(({ event }) => event)
      expect(logged.filter((event) => event === 'admin-factors-removed')).toHaveLength(1)
    })

    it('API-04 · does all of it or nothing', async () => {
      const { db } = server()
      const user = await server().user()
      await addedApp(server(), user)
      await expectSent(db)
      const before = JSON.parse((await admin('user', user.email)).stdout)
      // The log of what was done is the last part.
      await db.schema.alterTable('security_event').renameTo('security_event_away').execute()
      const failed = await admin('remove-factors', user.email, '--yes')
      await db.schema.alterTable('security_event_away').renameTo('security_event').execute()
      expect([failed.code, failed.stdout]).toEqual([1, ''])
      expect(failed.stderr).toContain('security_event')
      expect(JSON.parse((await admin('user', user.email)).stdout)).toEqual(before)
      expect(before).toMatchObject({ sessions: 1, factors: { app: true, recoveryCodes: 10 } })
      expect(await isSignedIn(user)).toBe(true)
      expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
      expect((await admin('remove-factors', user.email, '--yes')).code).toBe(0)
      expect(await isSignedIn(user)).toBe(false)
    })
  })

  describe('levro admin sign-out', () => {
    it('API-04 · ends all sessions of one account or of all accounts', async () => {
      const [user, other] = [await server().user(), await server().user()]
      const twin = server().client()
      await twin.login(user.email)
      expect(await admin('sign-out', user.email)).toEqual({ code: 0, stdout: '2\n', stderr: '' })
      expect(await Promise.all([user, twin, other].map(isSignedIn))).toEqual([false, false, true])
      expect((await admin('sign-out', user.email)).stdout).toBe('0\n')
      const devices = server().db.selectFrom('known_device').innerJoin('account', 'account.id', 'account_id')
      expect(await devices.select('token_hash').where('email', '=', user.email).execute()).toEqual([])
      const all = await admin('sign-out', '--all')
      expect([all.code, Number(all.stdout)]).toEqual([0, expect.any(Number)])
      expect(Number(all.stdout)).toBeGreaterThan(0)
      expect(await isSignedIn(other)).toBe(false)
      expect((await user.login()).status).toBe(200)
    })
  })

  describe('levro admin delete', () => {
    it('API-04 · deletes an account as its owner can, and confirms it by email in the language given', async () => {
      const user = await server().user()
      expect((await admin('delete', user.email)).code, 'not without --yes').toBe(2)
      expect((await user.login()).status).toBe(200)
      const outcome = await admin('delete', user.email.toUpperCase(), '--yes', '--lang', 'en')
      expect(outcome).toEqual({ code: 0, stdout: '', stderr: '' })
      expect(await isSignedIn(user)).toBe(false)
      expect((await user.login()).status).toBe(401)
      // The command line uses the real clock.
      server().time.now = Date.now()
      const received = await mail().waitForEmail(user.email, 'deleted')
      expect(received.subject).toBe('Your account at Levro was deleted')
      expect((await admin('delete', user.email, '--yes')).code).toBe(1)
    })
  })

  describe('levro admin messages', () => {
    it('INFO-03 · lists messages newest first, and whether each was emailed to support', async () => {
      const write = (message: string) => {
        const body = { name: 'Ива', email: 'iva@example.bg', topic: 'billing', message }
        return server().client().call(contact, { body })
      }
      await write('първо\nписмо')
      await expectSent(server().db)
      await mail().goDown()
      server().time.now += 1000
      await write('второ')
      const outcome = await admin('messages')
      expect(outcome.code).toBe(0)
      const [second, first] = linesOf(outcome)
      expect(second).toMatchObject({ at: iso(), text: 'второ', isMailed: false, topic: 'billing' })
      expect(first).toMatchObject({
        text: 'първо\nписмо',
        name: 'Ива',
        email: 'iva@example.bg',
        isMailed: true,
      })
      expect(linesOf(await admin('messages', '--limit', '1'))).toEqual([second])
      await mail().comeUp()
      await expectSent(server().db, server().time)
      expect(linesOf(await admin('messages', '--limit', '1'))[0]).toMatchObject({ isMailed: true })
    })

    it('INFO-03 · shows nothing that controls the terminal, with the same value', async () => {
      const message = 'a\u001b[2J\u007f\u009b\u061c\u200e\u202e\u2066\u2028\ufeff\u{e0041}\nб'
      const body = { name: 'Ива\u202e', email: 'iva@example.bg', topic: 'bug', message } as const
      await server().client().call(contact, { body })
      const { stdout } = await admin('messages', '--limit', '1')
      expect(stdout).not.toMatch(/[^\P{C}\n]|\u2028/u)
      expect(JSON.parse(stdout)).toMatchObject({ name: body.name, text: message })
      await expectSent(server().db)
    })
  })

  describe('levro admin mail', () => {
    it('API-04 · lists failed emails, and queues them again', async () => {
      const user = server().client()
      mail().reject(user.email)
      await user.register()
      const problems = () => server().db.selectFrom('outbox').select('problem').execute()
      await expect.poll(problems).toEqual([{ problem: expect.stringContaining('550') }])
      const outcome = await admin('mail')
      expect(outcome.code).toBe(0)
      expect(linesOf(outcome)).toEqual([
        {
          id: expect.any(String),
          kind: 'verify',
          lang: 'bg',
          email: user.email,
          createdAt: iso(),
          attempts: 1,
          dueAt: null,
          problem: expect.stringContaining('550'),
        },
      ])
      mail().accept(user.email)
      const [retried] = linesOf(await admin('mail', '--retry'))
      expect(retried?.['dueAt']).not.toBeNull()
      // Due by the real clock, which differs from the test's clock.
      server().time.now = Math.max(server().time.now, Date.parse(String(retried?.['dueAt'])))
      await mail().waitForEmail(user.email, 'verify')
      await expectSent(server().db)
      expect((await admin('mail')).stdout).toBe('')
    })
  })
})
