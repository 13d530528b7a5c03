import { expect, it } from 'vitest'
import { deleteAccount, endAllSessions } from '#api/account.ts'
import { createApiKey, revokeApiKey } from '#api/api-keys.ts'
import {
  completeSignIn,
  confirmApp,
  recogniseDevice,
  removeApp,
  replaceRecoveryCodes,
  requestPasskey,
  signInWithPasskey,
  startApp,
} from '#api/second-factor.ts'
import { onEachDatabase } from '#test/harness.ts'
import { addedApiKey } from '#test/server/api-keys.ts'
import { type Answer, type Client, PASSWORD } from '#test/server/client.ts'
import { accountIdOf } from '#test/server/ledger-check.ts'
import { haveToWait } from '#test/server/lock-waits.ts'
import { addedApp, addedPasskey, ticketOf } from '#test/server/second-factors.ts'
import { inTransaction } from '../db/transaction.ts'
import { lockAccount } from './accounts.ts'

/** A request that changes what an account has, and is prepared before. */
type Prepared = () => Promise<Answer<unknown>>

onEachDatabase((server, dialect) => {
  /** By a user with an app, a passkey and recovery codes. */
  const REQUESTS: Record<string, (user: Client, codes: string[]) => Promise<Prepared>> = {
    completeSignIn: async ({ email }, [code = '']) => {
      const browser = server().client()
      const ticket = await ticketOf(browser, email)
      return () => browser.call(completeSignIn, { body: { ticket, code } })
    },
    signInWithPasskey: async (user) => {
      const passkey = await addedPasskey(server(), user)
      const { options } = (await user.call(requestPasskey)).reply
      return () =>
        server()
          .client()
          .call(signInWithPasskey, { body: { passkey: passkey.get(options) } })
    },
    recogniseDevice: async ({ email }, [code = '']) => {
      const browser = server().client()
      return () => browser.call(recogniseDevice, { body: { email, code } })
    },
    startApp: async (user) => () => user.call(startApp),
    confirmApp: async (user) => () => user.call(confirmApp, { body: { code: '000000' } }),
    removeApp: async (user) => () => user.call(removeApp),
    replaceRecoveryCodes: async (user) => () => user.call(replaceRecoveryCodes),
    createApiKey: async (user) => () =>
      user.call(createApiKey, { body: { name: 'Магазин', scopes: ['read'] } }),
    revokeApiKey: async (user) => {
      const { apiKey } = await addedApiKey(server(), user)
      return () => user.call(revokeApiKey, { params: { id: apiKey.id } })
    },
    endAllSessions: async (user) => () => user.call(endAllSessions, { body: { password: PASSWORD } }),
    deleteAccount: async (user) => () => user.call(deleteAccount),
  }

  it.each(Object.entries(REQUESTS))(
    'AUTH-10 · what an account has is changed by one request at a time: %s',
    async (name, prepare) => {
      const { db } = server()
      const user = await server().user()
      const { codes } = await addedApp(server(), user)
      const send = await prepare(user, codes)
      const id = await accountIdOf(db, user.email)
      const { answer } = await inTransaction(db, async (trx) => {
        await lockAccount(trx, id)
        const sent = send()
        await haveToWait(db, dialect, 1)
        return { answer: sent }
      })
      expect((await answer).status).toBe(name === 'confirmApp' ? 403 : 200)
    },
  )
})
