import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { me } from '#api/auth.ts'
import {
  completeSignIn,
  removePasskey,
  replaceRecoveryCodes,
  requestPasskey,
  signInWithPasskey,
} from '#api/second-factor.ts'
import { DIALECTS, startServer } from '../harness.ts'
import { makeTestPlace } from './backups.ts'
import { runLevro } from './levro-process.ts'
import { addedApp, addedPasskey, siteOf } from './second-factors.ts'

describe.each(DIALECTS)('second factors of a restored backup: %s', (dialect) => {
  it('AUTH-02 · are those of the backup, which is said, and everyone signs in again with all of them', async () => {
    const [source, target] = [await makeTestPlace(dialect), await makeTestPlace(dialect)]
    const before = await startServer(source.settings)
    const user = await before.user()
    const { codes } = await addedApp(before, user)
    const passkey = await addedPasskey(before, user)
    const [used = '', lost = ''] = codes
    const signInBy = async (code: string) => {
      const browser = before.client()
      const { ticket } = (await browser.login(user.email)).refusal
      expect((await browser.call(completeSignIn, { body: { ticket, code } })).status).toBe(200)
      return browser
    }
    const browser = await signInBy(lost)
    expect((await browser.login(user.email)).status, 'a known device').toBe(200)
    const { ticket } = (await before.client().login(user.email)).refusal
    const { options } = (await before.client().call(requestPasskey)).reply
    const file = join(source.settings.DATA_DIR, 'levro.backup')
    expect((await runLevro(source.settings, 'admin', 'backup', file)).code).toBe(0)
    await signInBy(used)
    expect((await user.call(removePasskey, { params: { id: passkey.id } })).status).toBe(200)
    expect((await user.call(replaceRecoveryCodes)).status).toBe(200)
    await before.stop()

    const { stdout } = await runLevro(target.settings, 'admin', 'restore', file)
    expect(stdout).toContain(
      '\nSecond factors are those of the backup, also what was used or removed since: 1 passkeys, 1 authenticator apps, 9 recovery codes\n',
    )
    const after = await startServer(target.settings)
    for (const client of [user, browser]) client.origin = after.origin
    expect((await user.call(me)).reply.user, 'sessions have ended').toBeNull()
    expect((await browser.login(user.email)).refusal.code, 'the device is not known').toBe(
      'second_factor_required',
    )
    const fresh = after.client()
    const begun = { ticket, code: used }
    expect((await fresh.call(completeSignIn, { body: begun })).refusal.code).toBe('sign_in_expired')
    const site = { origin: siteOf(fresh) }
    const body = { passkey: passkey.get(options, site) }
    expect((await fresh.call(signInWithPasskey, { body })).refusal.code).toBe('passkey_rejected')
    const again = (await fresh.login(user.email)).refusal.ticket
    const complete = (code: string) => fresh.call(completeSignIn, { body: { ticket: again, code } })
    expect((await complete(lost)).refusal.code, 'used before the backup').toBe('wrong_code')
    expect((await complete(used)).status, 'used after the backup').toBe(200)
    const asked = (await fresh.call(requestPasskey)).reply.options
    const removed = { passkey: passkey.get(asked, site) }
    expect((await after.client().call(signInWithPasskey, { body: removed })).status).toBe(200)
    await after.stop()
  })
})
