import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deleteAccount, getAccount } from '#api/account.ts'
import { register, verifyEmail } from '#api/auth.ts'
import { deleteAccount as removeAccount } from '#server/account/delete-account.ts'
import { confirmAddress, createAccount, findAccountById, lockAccount } from '#server/auth/accounts.ts'
import { parseEmail } from '#server/auth/email.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { loadSecretKey } from '#server/secret-key.ts'
import { deleteOldFreeTokenGrants, giveFreeTokens } from '#server/tokens/free-tokens.ts'
import { PASSWORD } from './client.ts'
import { expectConsistentLedger } from './ledger-check.ts'
import { tokenIn } from './mail-server.ts'
import { expectSent, forgetLimits, from, onEachDatabaseWithMail } from './with-mail.ts'

const DAY_MS = 86_400_000

/** `+`: registers, `!`: confirms, `-`: deletes its account; `<` registers where tokens come only when confirmed. */
type Action = '+' | '<' | '!' | '-'
/** What one spelling of the mailbox does, or that so many days pass. */
type Step = `${'a' | 'b' | 'c'}${Action}` | number

let mailboxes = 0

onEachDatabaseWithMail((server, mail) => {
  /** The functions that registering, confirming and deleting call, without the time to hash a password. */
  function openMailbox() {
    const { db, env } = server()
    const key = loadSecretKey(env)
    const name = `ana${mailboxes++}x`
    const addresses = {
      a: `${name}@gmail.com`,
      b: `${name}+1@gmail.com`,
      c: `a.${name.slice(1)}@googlemail.com`,
    }
    const ids = new Map<string, string>()
    let at = server().time.now

    async function act(spelling: keyof typeof addresses, action: Action): Promise<number | undefined> {
      const email = parseEmail(addresses[spelling]) ?? expect.fail()
      const id = ids.get(spelling)
      at += 1000
      return inTransaction(db, async (trx) => {
        if ((action === '+' || action === '<') === (id !== undefined)) return undefined
        if (id === undefined) {
          const created = await createAccount(trx, { email, passwordHash: 'none', at })
          const accountId = created?.id ?? expect.fail()
          ids.set(spelling, accountId)
          const recipient = { accountId, email: email.key, at }
          return action === '+' ? giveFreeTokens(trx, key, recipient) : 0
        }
        await lockAccount(trx, id)
        if (action === '!') return confirmAddress(trx, key, id, at)
        await removeAccount(trx, key, { accountId: id, at })
        ids.delete(spelling)
        return 0
      })
    }

    /** @returns the tokens that each step gave; undefined where it is not possible */
    async function run(steps: readonly Step[]): Promise<(number | undefined)[]> {
      const given: (number | undefined)[] = []
      for (const step of steps) {
        if (typeof step === 'number') {
          at += step * DAY_MS
          await deleteOldFreeTokenGrants(db, at)
          given.push(0)
        } else given.push(await act(step[0] as 'a', step[1] as Action))
      }
      return given
    }

    const stateOf = async (spelling: string) => {
      const account = await findAccountById(db, ids.get(spelling) ?? 'none')
      return (
        account && {
          freeTokens: account.freeTokens,
          isVerified: account.isVerified,
          balance: account.balance,
        }
      )
    }
    return { run, stateOf }
  }

  describe('of one mailbox, free tokens', () => {
    const ORDERS: [string, Step[], number[]][] = [
      ['an ordinary user', ['a+', 'a!'], [15, 0]],
      ['who waits for the confirmation', ['a<', 'a!'], [0, 15]],
      ['deleted and registered again', ['a+', 'a!', 'a-', 'a+', 'a!'], [15, 0, 0, 0, 0]],
      [
        'again and again without confirming',
        ['a+', 'a-', 'a+', 'a-', 'b+', 'b-', 'a+'],
        [15, 0, 0, 0, 0, 0, 0],
      ],
      ['a stranger, then the owner', ['a+', 'a-', 'a+', 'a!'], [15, 0, 0, 15]],
      ['the owner only once', ['a+', 'a-', 'a+', 'a!', 'a-', 'a+', 'a!'], [15, 0, 0, 15, 0, 0, 0]],
      ['a stranger in another spelling, who stays', ['b+', 'a+', 'a!', 'b!'], [15, 0, 15, 0]],
      ['and goes later', ['b+', 'a+', 'a!', 'b-', 'a-', 'a+', 'a!'], [15, 0, 15, 0, 0, 0, 0]],
      ['a waiting stranger takes nothing', ['b<', 'b-', 'a+', 'a!'], [0, 0, 15, 0]],
      ['two who wait', ['a<', 'b<', 'a!', 'b!'], [0, 0, 15, 0]],
      ['a year after an unconfirmed one', ['a+', 'a-', 364, 'a+', 'a-', 1, 'a+'], [15, 0, 0, 0, 0, 0, 15]],
      [
        'a year after a confirmed one',
        ['a+', 'a!', 'a-', 364, 'b+', 'b!', 1, 'c+'],
        [15, 0, 0, 0, 0, 0, 0, 15],
      ],
      ['not while it exists', ['a+', 'a-', 'b<', 'b!', 400, 'c+', 'c!'], [15, 0, 0, 15, 0, 0, 0]],
      [
        'not by a stranger who goes while it exists',
        ['b+', 'a<', 'a!', 'b-', 400, 'c+', 'c!'],
        [15, 0, 15, 0, 0, 0, 0],
      ],
    ]

    it.each(ORDERS)('AUTH-01 · %s', async (_title, steps, expected) => {
      expect(await openMailbox().run(steps)).toEqual(expected)
    })

    it('AUTH-01 · a grant of an earlier version, of which nobody knows whether it was confirmed, refuses no owner', async () => {
      const { db } = server()
      const mailbox = openMailbox()
      await mailbox.run(['a+', 'a!', 'a-'])
      await db.updateTable('free_token_grant').set({ confirmed: 0 }).execute()
      expect(await mailbox.run(['a+', 'a!', 'a-', 'a+', 'a!'])).toEqual([0, 15, 0, 0, 0])
    })

    it('AUTH-01 · an account of an earlier version has received them, confirmed or not', async () => {
      const { db } = server()
      for (const [steps, then] of [
        [['a+', 'a!'], 0],
        [['a+'], 15],
      ] as const) {
        const mailbox = openMailbox()
        await mailbox.run(steps)
        await db.deleteFrom('free_token_grant').execute()
        expect(await mailbox.run(['a-', 'a+', 'a!'])).toEqual([0, 0, then])
      }
    })

    it('AUTH-01 · are given once unconfirmed and once confirmed at most, and refused only after a confirmed account had them', async () => {
      const step = fc
        .tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('+', '<', '!', '-'))
        .map(([spelling, action]) => `${spelling}${action}` as const)
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
          const mailbox = openMailbox()
          let [unconfirmed, confirmed, wasReceived] = [0, 0, false]
          for (const one of steps) {
            const before = await mailbox.stateOf(one[0] ?? '')
            const [given = 0] = await mailbox.run([one])
            const after = await mailbox.stateOf(one[0] ?? '')
            if (given > 0 && one.endsWith('!')) confirmed++
            else if (given > 0) unconfirmed++
            if (one.endsWith('!') && before?.isVerified === false) {
              expect(after?.freeTokens).not.toBe('pending')
              if (before.freeTokens === 'pending')
                expect(after?.freeTokens).toBe(wasReceived ? 'refused' : 'given')
              if (after?.freeTokens === 'given') wasReceived = true
            }
            if (after !== undefined) expect(after.balance).toBe(after.freeTokens === 'given' ? 15 : 0)
          }
          expect(unconfirmed).toBeLessThanOrEqual(1)
          expect(confirmed).toBeLessThanOrEqual(1)
        }),
        { numRuns: 60 },
      )
      await expectConsistentLedger(server().db)
    })

    it('AUTH-01 · a stranger who registers with an address and deletes the account takes nothing from its owner', async () => {
      const { db } = server()
      await forgetLimits(db)
      const stranger = server().client()
      const { email } = stranger
      const registerAs = (client: typeof stranger, ip: string) =>
        client.call(register, { body: { email, password: PASSWORD }, headers: from(ip) })
      expect((await registerAs(stranger, '192.0.2.50')).reply.tokens).toBe(15)
      await expectSent(db)
      await stranger.call(deleteAccount)
      const owner = server().client()
      expect((await registerAs(owner, '192.0.2.51')).reply.tokens).toBe(0)
      expect((await owner.call(getAccount)).reply.freeTokens).toBe('pending')
      const token = tokenIn(await mail().waitForEmail(email, 'verify', 2))
      const { reply } = await owner.call(verifyEmail, { body: { token } })
      expect(reply).toEqual({ ok: true, tokensAdded: 15, freeTokens: 'given' })
      expect((await owner.call(verifyEmail, { body: { token } })).reply.tokensAdded).toBe(0)
    })

    it('AUTH-01 · two spellings that are confirmed at once get them once', async () => {
      const mailbox = openMailbox()
      await mailbox.run(['c+', 'c-', 'a<', 'b<'])
      const given = await Promise.all([mailbox.run(['a!']), mailbox.run(['b!'])])
      expect(given.flat().toSorted((one, other) => Number(one) - Number(other))).toEqual([0, 15])
    })
  })
})
