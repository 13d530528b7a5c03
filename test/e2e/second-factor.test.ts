import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { linkIn } from '../server/mail-server.ts'
import { runTool } from '../system-tool.ts'
import { codeAt } from '../server/second-factors.ts'
import { accessibilityViolations } from './accessibility.ts'
import { startAppWithMail } from './mail.ts'
import { PASSWORD, type Visitor, downloaded, eventually, login, register, signedInMark } from './steps.ts'
import { inTurn, LANGS } from './words.ts'

const { app, mail } = startAppWithMail()

const TEXTS = {
  bg: {
    settings: 'Настройки',
    addPasskey: 'Добавете ключ за достъп',
    passkeySignIn: 'Влезте с ключ за достъп',
    passkeyAdded: 'Ключът за достъп е добавен.',
    unsupported: 'Този браузър или адрес не поддържа ключове за достъп.',
    cancelled: 'Не беше потвърдено на устройството ви. Опитайте отново, ако желаете.',
    kept: 'Запазих ги',
    addApp: 'Добавете приложение за кодове',
    appCode: 'Код от приложението',
    confirm: 'Потвърдете',
    code: 'Код',
    step: 'Още една стъпка',
    wrongCode: 'Кодът не е верен или вече е използван. Опитайте със следващия.',
    missingCode: 'Въведете кода.',
    back: 'Назад към паролата',
    left: /^Остават 9$/,
    identity: 'Потвърдете, че сте вие',
    password: 'Парола',
    data: 'Изтеглете данните',
    cancel: 'Отказ',
    withPasskey: 'С ключ за достъп',
    tooMany: /^Твърде много опити/,
    offer: 'Влезте с код',
    sendCode: 'Изпратете код по имейла',
    sent: /^Ако има такъв профил, изпратихме код/,
    remove: /^Премахнете: Ключ|^Премахнете: Chrome/,
    removeYes: 'Премахнете',
    setPassword: 'Задайте паролата',
    factorsStay: /Профилът се пази и с приложение за кодове/,
    title: 'Двуфакторна защита',
    unconfirmed: /се добавят, след като потвърдите имейла си/,
    confirmAgain: 'Изпратете писмо за потвърждение',
    confirmEmail: 'Потвърдете имейла',
    confirmed: 'Имейлът е потвърден',
    missingPassword: 'Напишете паролата си.',
    wrongPassword: 'Паролата не е вярна. Опитайте отново.',
  },
  en: {
    settings: 'Settings',
    addPasskey: 'Add a passkey',
    passkeySignIn: 'Sign in with a passkey',
    passkeyAdded: 'The passkey was added.',
    unsupported: 'This browser or address does not support passkeys.',
    cancelled: 'It was not confirmed on your device. Try again if you wish.',
    kept: 'I have kept them',
    addApp: 'Add an authenticator app',
    appCode: 'Code from the app',
    confirm: 'Confirm',
    code: 'Code',
    step: 'One more step',
    wrongCode: 'The code is wrong or was already used. Try the next one.',
    missingCode: 'Enter the code.',
    back: 'Back to the password',
    left: /^9 left$/,
    identity: 'Confirm that it is you',
    password: 'Password',
    data: 'Download your data',
    cancel: 'Cancel',
    withPasskey: 'With a passkey',
    tooMany: /^Too many attempts/,
    offer: 'Sign in with a code',
    sendCode: 'Email me a code',
    sent: /^If there is such an account, we have sent a code/,
    remove: /^Remove: /,
    removeYes: 'Remove',
    setPassword: 'Set the password',
    factorsStay: /The account also has an authenticator app/,
    title: 'Two-step protection',
    unconfirmed: /can be added once you have confirmed your email/,
    confirmAgain: 'Send an email to confirm it',
    confirmEmail: 'Confirm the email',
    confirmed: 'The email is confirmed',
    missingPassword: 'Enter your password.',
    wrongPassword: 'The password is wrong. Try again.',
  },
}

/** An authenticator in Chromium that keeps passkeys and checks its user. */
async function addAuthenticator(page: Page, isUserVerified = true) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  })
  return {
    passkeys: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    add: (credential: object) =>
      session.send('WebAuthn.addCredential', { authenticatorId, credential: credential as never }),
    verify: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

describe.each(LANGS)('two-step protection, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]
  let people = 0
  const named = (visitor: Visitor, name: string) =>
    visitor.page.getByRole('main').getByRole('button', { name, exact: true })

  /** Passkeys need a host name. */
  const visitorAtHost = () =>
    app.visitor(lang, { baseURL: app.product.origin.replace('127.0.0.1', 'localhost') })

  /** Registers, with a confirmed email unless told. */
  async function registered(visitor: Visitor, isConfirmed = true): Promise<string> {
    const email = `${lang}.person${++people}@example.bg`
    await register(visitor, email)
    if (isConfirmed)
      await app.product.database((db) =>
        db.updateTable('account').set({ verified_at: 1 }).where('email', '=', email).execute(),
      )
    return email
  }

  async function openSettings({ go, page }: Visitor): Promise<void> {
    await go('/account/settings')
    await page.getByRole('heading', { name: texts.settings }).waitFor()
  }

  async function shownCodes({ page }: Visitor): Promise<string[]> {
    const codes = page.getByTestId('codes').getByRole('listitem')
    await eventually(() => codes.count()).toBe(10)
    return codes.allInnerTexts()
  }

  async function addedApp(visitor: Visitor): Promise<{ secret: string; codes: string[] }> {
    const { page } = visitor
    await openSettings(visitor)
    await named(visitor, texts.addApp).click()
    const secret = (await page.getByTestId('secret').innerText()).replaceAll(' ', '')
    await page.getByRole('dialog').getByRole('img').waitFor()
    expect(await accessibilityViolations(page, 'set-up')).toEqual([])
    await page.getByLabel(texts.appCode).fill(codeAt(secret, Date.now()))
    await page.getByRole('dialog').getByRole('button', { name: texts.confirm }).click()
    const codes = await shownCodes(visitor)
    expect(await accessibilityViolations(page, 'recovery codes')).toEqual([])
    await page.getByRole('button', { name: texts.kept }).click()
    return { secret, codes }
  }

  it('AUTH-02 LAY-08 · the QR code of an app holds the secret, on paper white in both colour schemes', async () => {
    const user = await app.visitor(lang)
    const { page } = user
    await registered(user)
    await openSettings(user)
    await named(user, texts.addApp).click()
    const secret = (await page.getByTestId('secret').innerText()).replaceAll(' ', '')
    const folder = mkdtempSync(join(tmpdir(), 'levro-qr-'))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const path = join(folder, `${colorScheme}.png`)
      await page.getByRole('dialog').getByRole('img').screenshot({ path })
      const uri = new URL((await runTool('zbarimg', '--raw', '--quiet', path)).trim())
      expect([uri.protocol, uri.host, uri.searchParams.get('secret')]).toEqual(['otpauth:', 'totp', secret])
    }
    rmSync(folder, { recursive: true })
  })

  it('AUTH-02 AUTH-10 · nothing is added before the email is confirmed, on another device with the password', async () => {
    const user = await app.visitor(lang)
    const { page } = user
    const email = await registered(user, false)
    await openSettings(user)
    const section = page.getByRole('region', { name: texts.title })
    await section.getByText(texts.unconfirmed).waitFor()
    expect(await accessibilityViolations(page, 'unconfirmed')).toEqual([])
    expect(await section.getByRole('button').allInnerTexts()).toEqual([texts.confirmAgain])
    await section.getByRole('button').click()
    const link = linkIn(await mail().waitForEmail(email, 'verify', 2))

    const phone = await app.visitor(lang)
    await phone.page.goto(link)
    const action = named(phone, texts.confirmEmail)
    await action.click()
    const field = phone.page.getByLabel(texts.password, { exact: true })
    await eventually(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await accessibilityViolations(phone.page, 'password at the link')).toEqual([])
    await action.click()
    await phone.page.getByText(texts.missingPassword).waitFor()
    await field.fill('not the password')
    await action.click()
    await phone.page.getByText(texts.wrongPassword).waitFor()
    await field.fill(PASSWORD)
    await action.click()
    await phone.page.getByRole('heading', { name: texts.confirmed }).waitFor()

    // The user comes back to the window.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await eventually(() => section.getByRole('button').allInnerTexts()).toEqual([
      texts.addPasskey,
      texts.addApp,
    ])
  })

  it('AUTH-02 · a passkey is added in the settings, and signs in alone', async () => {
    const user = await visitorAtHost()
    const { page } = user
    await registered(user)
    const authenticator = await addAuthenticator(page)
    await openSettings(user)
    await named(user, texts.addPasskey).click()
    await shownCodes(user)
    await page.getByRole('button', { name: texts.kept }).click()
    await page.getByTestId('factors').getByText('Chrome').waitFor()
    expect(await accessibilityViolations(page, 'settings')).toEqual([])

    const elsewhere = await visitorAtHost()
    const other = await addAuthenticator(elsewhere.page)
    for (const passkey of await authenticator.passkeys()) await other.add(passkey)
    await elsewhere.go('/login?next=/account/settings')
    await named(elsewhere, texts.passkeySignIn).click()
    await elsewhere.page.waitForURL(/[^=]\/account\/settings$/)
    await eventually(() => elsewhere.page.getByTestId('factors').count()).toBe(1)
    await elsewhere.page.getByRole('button', { name: texts.remove }).click()
    await elsewhere.page.getByRole('dialog').getByRole('button', { name: texts.removeYes }).click()
    await eventually(() => elsewhere.page.getByTestId('factors').count()).toBe(0)
  })

  it('AUTH-02 · a passkey that is refused on the device, or that the address does not support, is explained', async () => {
    const visitor = await visitorAtHost()
    const authenticator = await addAuthenticator(visitor.page)
    await authenticator.verify(false)
    await visitor.go('/login')
    await named(visitor, texts.passkeySignIn).click()
    await visitor.page.getByText(texts.cancelled).waitFor()
    const atAddress = await app.visitor(lang)
    await atAddress.go('/login')
    await named(atAddress, texts.passkeySignIn).click()
    await atAddress.page.getByText(texts.unsupported).waitFor()
  })

  it('AUTH-02 · with an authenticator app, a new device is asked for its code or a recovery code', async () => {
    const user = await app.visitor(lang)
    const email = await registered(user)
    const { secret, codes } = await addedApp(user)
    const other = await app.visitor(lang)
    const { page } = other
    await other.go('/login?next=/account/settings')
    await login(other, email)
    await page.getByRole('heading', { name: texts.step }).waitFor()
    expect(await accessibilityViolations(page, 'second step')).toEqual([])
    const field = page.getByLabel(texts.code, { exact: true })
    await page.getByRole('button', { name: texts.confirm }).click()
    await page.getByText(texts.missingCode).waitFor()
    await field.fill(codeAt(secret, Date.now() - 3_600_000))
    await page.keyboard.press('Enter')
    await page.getByText(texts.wrongCode).waitFor()
    await page.getByRole('button', { name: texts.back }).click()
    await login(other, email)
    await field.fill(codes[0] ?? '')
    await page.keyboard.press('Enter')
    await page.waitForURL(/[^=]\/account\/settings$/)
    await page.getByTestId('factors').getByText(texts.left).waitFor()
  })

  it('AUTH-06 · a sensitive request asks who is signed in once the sign-in is not recent', async () => {
    const user = await visitorAtHost()
    const { page } = user
    await registered(user)
    await openSettings(user)
    await app.product.database((db) => db.updateTable('session').set({ confirmed_at: 0 }).execute())
    await named(user, texts.data).click()
    const dialog = page.getByRole('dialog', { name: texts.identity })
    await dialog.waitFor()
    expect(await accessibilityViolations(page, 'confirmation')).toEqual([])
    await dialog.getByRole('button', { name: texts.cancel }).click()
    await named(user, texts.data).click()
    await dialog.getByLabel(texts.password, { exact: true }).fill(PASSWORD)
    const saved = await downloaded(page, dialog.getByRole('button', { name: texts.confirm }))
    expect(saved.name).toBe('levro-data.json')

    const authenticator = await addAuthenticator(page)
    await named(user, texts.addPasskey).click()
    await page.getByRole('button', { name: texts.kept }).click()
    expect(await authenticator.passkeys()).toHaveLength(1)
    await app.product.database((db) => db.updateTable('session').set({ confirmed_at: 0 }).execute())
    await named(user, texts.data).click()
    await downloaded(page, dialog.getByRole('button', { name: texts.withPasskey }))
  })

  it('AUTH-02 · C09 · an owner whom others keep out signs in at once with a code from an email', async () => {
    const user = await app.visitor(lang)
    const email = await registered(user)
    const other = await app.visitor(lang)
    for (let n = 0; n < 10; n++)
      await other.context.request.post('/api/auth/login', {
        data: { email, password: `wrong ${n}` },
        headers: { origin: app.product.origin },
      })
    await other.go('/login')
    const { page } = other
    await login(other, email)
    await page.getByText(texts.tooMany).waitFor()
    await page.getByRole('button', { name: texts.offer }).click()
    await page.getByRole('button', { name: texts.sendCode }).click()
    await page.getByText(texts.sent).waitFor()
    expect(await accessibilityViolations(page, 'emailed code')).toEqual([])
    const { text = '' } = await mail().waitForEmail(email, 'device-code')
    const [code = ''] = /^[0-9A-Z]{4}-[0-9A-Z]{4}$/m.exec(text) ?? []
    await page.getByLabel(texts.code, { exact: true }).fill(code)
    await page.getByRole('button', { name: texts.confirm }).click()
    await signedInMark(page).waitFor()
  })

  it('AUTH-10 · after a new password by a link the owner is led to the second factors, which it has not removed', async () => {
    const user = await app.visitor(lang)
    const email = await registered(user)
    const { codes } = await addedApp(user)
    const other = await app.visitor(lang)
    const { page } = other
    await other.context.request.post('/api/auth/forgot-password', {
      data: { email },
      headers: { origin: app.product.origin, 'accept-language': lang },
    })
    await page.goto(linkIn(await mail().waitForEmail(email, 'reset')))
    await page.fill('input[name=password]', PASSWORD)
    await page.locator('form').getByRole('button', { name: texts.setPassword }).click()
    await page.getByText(texts.factorsStay).waitFor()
    await login(other, email)
    await page.getByLabel(texts.code, { exact: true }).fill(codes[0] ?? '')
    await page.getByRole('button', { name: texts.confirm }).click()
    await page.getByTestId('factors').waitFor()
    expect(new URL(page.url()).pathname).toMatch(/\/account\/settings$/)
  })
})
