import { describe, expect, it } from 'vitest'
import { me, requestReset, resetPassword } from '#api/auth.ts'
import { requestDeviceCode } from '#api/second-factor.ts'
import { acceptTerms, contact } from '#api/site.ts'
import { deleteAccount, downloadData, requestVerification } from '#api/account.ts'
import { TERMS_VERSION } from '#product/limits.ts'
import { PRODUCT } from '#product/product.ts'
import { beginBulk } from '#test/server/call-in-flight.ts'
import { accountIdOf } from '#test/server/ledger-check.ts'
import { tokenIn } from '#test/server/mail-server.ts'
import { makeRows } from '#test/server/reference.ts'
import { findRowsWith, readAllRows } from '#test/server/whole-store.ts'
import { expectSent, onEachDatabaseWithMail } from '#test/server/with-mail.ts'
import { makeOutbox } from '../mail/outbox.ts'
import { deleteOldFreeTokenGrants } from '../tokens/free-tokens.ts'

const DAY_MS = 86_400_000

onEachDatabaseWithMail((server, mail) => {
  describe('deleting an account', () => {
    it('AUTH-06 · deletes its rows from every table at once', async () => {
      const { db } = server()
      const user = await server().user(100)
      const otherDevice = server().client()
      await otherDevice.login(user.email)
      const { jobId } = (await user.bulk(makeRows(3), { key: 'a-key' })).reply
      await user.call(acceptTerms, { body: { version: TERMS_VERSION } })
      await user.call(requestReset, { body: { email: user.email } })
      await user.call(requestVerification)
      await user.call(downloadData)
      await server().client().register(user.email)
      await expectSent(db)
      const id = await accountIdOf(db, user.email)
      const tables = Object.keys(await findRowsWith(db, id)).sort()
      expect(tables).toEqual([
        'account',
        'bulk_key',
        'email_link',
        'job',
        'known_device',
        'session',
        'terms_acceptance',
        'token_entry',
      ])

      const tokens = [user.cookie, otherDevice.cookie]
      const answer = await user.call(deleteAccount)
      expect([answer.reply, user.cookie, user.device]).toEqual([{ ok: true }, undefined, undefined])
      const notice = await mail().waitForEmail(user.email, 'deleted')
      expect(notice.text).toContain(PRODUCT.supportEmail)
      await expectSent(db)
      for (const text of [id, user.email, jobId]) expect(await findRowsWith(db, text)).toEqual({})
      for (const token of tokens) {
        user.cookie = token
        expect((await user.call(me)).reply.user).toBeNull()
      }
    })

    it('AUTH-06 · ends its tokens, and its address can be registered again as a new account, without free tokens', async () => {
      const user = await server().user(100)
      await user.call(requestReset, { body: { email: user.email } })
      const token = tokenIn(await mail().waitForEmail(user.email, 'reset'))
      await user.call(deleteAccount)
      const late = await user.call(resetPassword, { body: { token, password: 'another long secret' } })
      expect([late.status, late.refusal.code]).toEqual([410, 'link_expired'])
      expect((await user.login()).status).toBe(401)
      expect((await user.register()).reply).toEqual({ ok: true, user: { email: user.email }, tokens: 0 })
    })

    it('AUTH-06 · keeps that its mailbox has had free tokens for a year, and no longer', async () => {
      const { db, time } = server()
      const user = await server().user()
      await user.call(deleteAccount)
      await deleteOldFreeTokenGrants(db, time.now + 365 * DAY_MS - 1)
      expect((await user.register()).reply.tokens).toBe(0)
      const other = await server().user()
      await other.call(deleteAccount)
      await deleteOldFreeTokenGrants(db, time.now + 365 * DAY_MS)
      expect((await other.register()).reply.tokens).toBe(15)
    })

    it('AUTH-06 · needs a session, and a second deletion fails', async () => {
      expect((await server().client().call(deleteAccount)).status).toBe(401)
      const user = await server().user()
      const answers = await Promise.all(Array.from({ length: 10 }, () => user.call(deleteAccount)))
      const statuses = answers.map(({ status }) => status).sort((a, b) => a - b)
      expect(statuses).toEqual([200, ...Array<number>(9).fill(401)])
      await expectSent(server().db)
      expect(mail().emailsTo(user.email, 'deleted')).toHaveLength(1)
    })

    it('AUTH-06 · fails a conversion whose body is still being received: nothing of it is stored', async () => {
      const { db } = server()
      const user = await server().user(20_000)
      const small = await beginBulk(user, makeRows(5))
      const large = await beginBulk(user, makeRows(4000))
      await user.call(deleteAccount)
      for (const { finish } of [small, large])
        expect(await finish()).toMatchObject({ code: 'not_authenticated' })
      const { job, job_chunk, token_entry } = await readAllRows(db)
      expect([job, job_chunk]).toEqual([[], []])
      expect(token_entry?.filter((entry) => entry.startsWith('conversion'))).toEqual([])
    })

    it('AUTH-06 · deletes the emails to it that wait, and none to others', async () => {
      const { db, time } = server()
      await mail().goDown()
      const [user, other] = [await server().user(), await server().user()]
      const renamed = server().client()
      await renamed.register(`Iva.${renamed.email}`)
      for (const email of [user.email, other.email, `iva.${renamed.email}`]) {
        await user.call(requestReset, { body: { email } })
        await user.call(requestDeviceCode, { body: { email } })
        await makeOutbox(
          () => time.now,
          () => {},
        ).put(db, { kind: 'failed-sign-ins', lang: 'bg', email })
      }
      for (const client of [user, renamed]) await client.call(deleteAccount)
      const waiting = await db.selectFrom('outbox').select(['kind', 'email']).orderBy('kind').execute()
      const kindsTo = (address: string) =>
        waiting.filter(({ email }) => email === address).map(({ kind }) => kind)
      expect(kindsTo(user.email)).toEqual(['deleted'])
      expect(kindsTo(`Iva.${renamed.email}`)).toEqual(['deleted'])
      expect(kindsTo(other.email)).toEqual(['device-code', 'failed-sign-ins', 'reset', 'verify'])
      expect(waiting).toHaveLength(6)
      await mail().comeUp()
      await expectSent(db, time)
    })

    it('INFO-03 · of an account with the address of support keeps the messages sent to it', async () => {
      const { db, time } = server()
      await mail().goDown()
      const impostor = server().client()
      await impostor.register(PRODUCT.supportEmail)
      const message = { name: 'Ива', email: 'iva@example.bg', topic: 'bug', message: 'Не работи.' }
      await impostor.call(contact, { body: message })
      await impostor.call(deleteAccount)
      await mail().comeUp()
      await expectSent(db, time)
      expect(mail().emailsTo(PRODUCT.supportEmail, 'support').at(-1)?.text).toContain('Не работи.')
    })
  })
})
