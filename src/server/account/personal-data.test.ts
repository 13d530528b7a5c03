import { describe, expect, it } from 'vitest'
import { getJob, listJobs } from '#api/conversions.ts'
import { requestReset } from '#api/auth.ts'
import { listFactors } from '#api/second-factor.ts'
import { acceptTerms, contact } from '#api/site.ts'
import { downloadData, getAccount, listEntries, listSessions, requestVerification } from '#api/account.ts'
import { TERMS_VERSION } from '#product/limits.ts'
import type { Client } from '#test/server/client.ts'
import { accountIdOf } from '#test/server/ledger-check.ts'
import { makeRows } from '#test/server/reference.ts'
import { addedApp, addedPasskey } from '#test/server/second-factors.ts'
import { expectSent, onEachDatabaseWithMail } from '#test/server/with-mail.ts'

onEachDatabaseWithMail((server, mail) => {
  const write = (client: Client, email: string, message: string) =>
    client.call(contact, { body: { name: 'Ива', email, topic: 'general', message } })

  describe('the download of personal data', () => {
    it('AUTH-11 · contains what the other endpoints return, in one file', async () => {
      const user = await server().user()
      await user.call(acceptTerms, { body: { version: TERMS_VERSION } })
      await user.bulk(makeRows(5), { filename: 'първи "файл".csv' })
      await user.bulk([...makeRows(3), { name: 'x', price: 'y', currency: 'BGN' }, {}])
      const answer = await user.call(downloadData)
      expect(answer.headers.get('content-disposition')).toBe('attachment; filename="levro-data.json"')
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(answer.headers.get('cache-control')).toBe('no-store')

      const { reply } = answer
      const at = new Date(server().time.now).toISOString()
      expect(reply.exportedAt).toBe(at)
      const {
        conversions,
        purchases,
        tokensOwed: _owed,
        isDisputed: _disputed,
        ...facts
      } = bodyOf(await user.call(getAccount))
      expect(reply.account).toEqual({ ...facts, tokens: 7 })
      expect([conversions, purchases]).toEqual([reply.jobs.length, reply.purchases.length])
      expect(reply.sessions).toEqual((await user.call(listSessions)).reply.sessions)
      expect(reply.acceptedTerms).toEqual([{ version: TERMS_VERSION, at }])
      expect(reply.tokens).toEqual((await user.call(listEntries)).reply.entries)
      expect(reply.messages).toEqual([])
      const { jobs } = (await user.call(listJobs)).reply
      expect(reply.jobs.map(({ job }) => job)).toEqual(jobs)
      for (const [n, { id }] of jobs.entries())
        expect(reply.jobs[n]).toEqual(bodyOf(await user.call(getJob, { params: { id } })))
    })

    it('AUTH-11 · contains messages to support sent while signed in, and none that others sent with the same address', async () => {
      const user = await server().user()
      await write(user, 'another@example.bg', 'от мен, с друг адрес')
      await write(server().client(), user.email, 'от друг, с моя адрес')
      const { messages } = (await user.call(downloadData)).reply
      expect(messages.map(({ text }) => text)).toEqual(['от мен, с друг адрес'])
    })

    it('AUTH-11 · contains known devices and queued emails', async () => {
      const user = await server().user()
      await server().client().login(user.email)
      mail().behave('answer 451')
      await user.call(requestVerification)
      const { knownDevices, waitingLetters, acceptedTerms } = (await user.call(downloadData)).reply
      expect(knownDevices).toHaveLength(2)
      expect(waitingLetters.map(({ kind }) => kind)).toContain('verify')
      expect(acceptedTerms.map(({ version }) => version)).toEqual(['1.0.0'])
      mail().behave('take')
      await expectSent(server().db, server().time)
    })

    it('AUTH-11 · contains what the account has of each kind in its order, and nothing of another account that has more', async () => {
      const { time } = server()
      const [user, other] = [await server().user(), await server().user()]
      await expectSent(server().db)
      mail().behave('answer 451')
      await server().client().login(other.email, 'a wrong password')
      for (const client of [user, other, other]) {
        time.now += 60_000
        await addedPasskey(server(), client)
        await write(client, 'a@example.bg', `${client === user ? 'моя' : 'чужда'} първа`)
        time.now += 60_000
        await write(client, 'a@example.bg', `${client === user ? 'моя' : 'чужда'} втора`)
        await client.call(requestReset, { body: { email: client.email } })
        await client.bulk(makeRows(2))
        await server().client().login(client.email)
      }
      await addedApp(server(), other)
      const { reply } = await user.call(downloadData)
      expect(reply.secondFactors).toEqual((await user.call(listFactors)).reply)
      expect(reply.secondFactors).toMatchObject({ app: null, passkeys: [{}], recoveryCodes: 10 })
      expect(reply.messages.map(({ text }) => text)).toEqual(['моя първа', 'моя втора'])
      expect([reply.knownDevices.length, reply.sessions.length, reply.jobs.length]).toEqual([1, 1, 1])
      const waiting = reply.waitingLetters.map(({ kind }) => kind)
      expect(waiting.toSorted()).toEqual(['reset', 'second-factor'])
      const times = reply.waitingLetters.map(({ at }) => at)
      expect(times).toEqual(times.toSorted())
      await expect
        .poll(async () => (await user.call(downloadData)).reply.securityEvents.map(({ event }) => event))
        .toContain('registration')
      const { securityEvents } = (await user.call(downloadData)).reply
      expect(securityEvents.map(({ code }) => code)).not.toContain('invalid_credentials')
      mail().behave('take')
    })

    it('AUTH-11 · lists the accepted terms by their time', async () => {
      const { db, time } = server()
      const user = await server().user()
      const account_id = await accountIdOf(db, user.email)
      for (const [version, ago] of [
        ['3', 2],
        ['2', 1],
      ] as const)
        await db
          .insertInto('terms_acceptance')
          .values({ account_id, version, at: time.now - ago })
          .execute()
      const { acceptedTerms } = (await user.call(downloadData)).reply
      const at = (ago: number) => new Date(time.now - ago).toISOString()
      expect(acceptedTerms).toEqual([
        { version: '3', at: at(2) },
        { version: '2', at: at(1) },
        { version: TERMS_VERSION, at: at(0) },
      ])
    })

    it('AUTH-11 · is not started by a link on another site, and has no body for HEAD', async () => {
      const user = await server().user()
      const headers = { 'sec-fetch-site': 'cross-site' }
      const { status, refusal } = await user.call(downloadData, { headers })
      expect([status, refusal.code]).toEqual([403, 'cross_site'])
      const head = await fetch(server().origin + downloadData.path, {
        method: 'HEAD',
        headers: { cookie: user.cookie ?? '' },
      })
      expect([head.status, await head.text()]).toEqual([200, ''])
    })

    it('AUTH-11 · contains no data of other users, and needs a session', async () => {
      const [user, other] = [await server().user(), await server().user()]
      await other.bulk([{ name: 'чужда стока', price: '3', currency: 'BGN' }])
      const { text } = await user.call(downloadData)
      expect(text).not.toContain(other.email)
      expect(text).not.toContain('чужда стока')
      expect((await server().client().call(downloadData)).status).toBe(401)
    })

    it('AUTH-11 · contains no secrets', async () => {
      const user = await server().user()
      const { text } = await user.call(downloadData)
      expect(text).not.toMatch(/argon2|password|token_hash/)
      for (const cookie of [user.cookie, user.device]) expect(text).not.toContain(cookie?.split('=')[1])
    })

    it('AUTH-11 · is limited to twenty times an hour', async () => {
      const user = await server().user()
      const answers = await Promise.all(Array.from({ length: 25 }, () => user.call(downloadData)))
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
    })
  })
})

const bodyOf = ({ text }: { text: string }): Record<string, unknown> => JSON.parse(text)
