import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { linkIn } from '../server/mail-server.ts'
import { accessibilityViolations } from './accessibility.ts'
import { startAppWithMail } from './mail.ts'
import { PASSWORD, eventually, register } from './steps.ts'
import { LANGS } from './words.ts'

const { app, mail } = startAppWithMail()

const TEXTS = {
  bg: {
    title: 'API ключове',
    unconfirmed: 'API ключ се създава, след като потвърдите имейла си.',
    confirmEmail: 'Потвърдете имейла',
    confirmed: 'Имейлът е потвърден',
    create: 'Създайте ключ',
    name: 'Име',
    nameMissing: 'Напишете име.',
    read: /^Да чете запазените превалутирания/,
    scopesMissing: 'Изберете поне едно.',
    convert: /^Да превалутира с вашите жетони/,
    check: /^Да проверява файлове/,
    requests: 'Най-много заявки в минута',
    tokens: 'Най-много жетони на ден',
    wrongNumber: 'Въведете цяло число от 1 до 600.',
    shown: 'Новият ви API ключ',
    copy: 'Копирайте ключа',
    kept: 'Копирах го',
    facts: /convert · заявки\/мин: 30 · жетони\/ден: 5$/,
    unused: /не е използван$/,
    used: /последно ползване: /,
    identity: 'Потвърдете, че сте вие',
    password: 'Парола',
    confirm: 'Потвърдете',
    revoke: 'Отменете: Магазин',
    revokeYes: 'Отменете',
    revoked: 'Ключът е отменен.',
  },
  en: {
    title: 'API keys',
    unconfirmed: 'An API key can be created once you have confirmed your email.',
    confirmEmail: 'Confirm the email',
    confirmed: 'The email is confirmed',
    create: 'Create a key',
    name: 'Name',
    nameMissing: 'Enter a name.',
    read: /^Read the saved conversions/,
    scopesMissing: 'Choose at least one.',
    convert: /^Convert with your tokens/,
    check: /^Check files/,
    requests: 'Most requests per minute',
    tokens: 'Most tokens per day',
    wrongNumber: 'Enter a whole number from 1 to 600.',
    shown: 'Your new API key',
    copy: 'Copy the key',
    kept: 'I have copied it',
    facts: /convert · requests\/min: 30 · tokens\/day: 5$/,
    unused: /never used$/,
    used: /last used/,
    identity: 'Confirm that it is you',
    password: 'Password',
    confirm: 'Confirm',
    revoke: 'Revoke: Магазин',
    revokeYes: 'Revoke',
    revoked: 'The key was revoked.',
  },
}

it.each(LANGS)(
  'OPEN-01 · a key is made in the settings, shown once, used and revoked, in %s',
  async (lang) => {
    const t = TEXTS[lang]
    const visitor = await app.visitor(lang)
    const { page, go } = visitor
    const email = `${randomUUID()}@example.bg`
    await register(visitor, email)
    await go('/account/settings')
    const section = page.getByRole('region', { name: t.title })
    await section.getByText(t.unconfirmed).waitFor()
    expect(await section.getByRole('button', { name: t.create }).count()).toBe(0)
    await page.goto(linkIn(await mail().waitForEmail(email, 'verify')))
    await page.getByRole('button', { name: t.confirmEmail }).click()
    await page.getByRole('heading', { name: t.confirmed }).waitFor()

    await go('/account/settings')
    await section.getByRole('button', { name: t.create }).click()
    const name = section.getByLabel(t.name, { exact: true })
    await eventually(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await section.getByText(t.nameMissing).waitFor()
    await name.fill('Магазин')
    await section.getByLabel(t.read).press('Space')
    await section.getByLabel(t.convert).press('Space')
    await section.getByLabel(t.check).press('Space')
    await name.press('Enter')
    await section.getByText(t.scopesMissing).waitFor()
    await section.getByLabel(t.convert).press('Space')
    await section.getByLabel(t.requests).fill('1e2')
    await section.getByLabel(t.tokens).fill('5')
    await name.press('Enter')
    await section.getByText(t.wrongNumber).waitFor()
    await section.getByLabel(t.requests).fill('30')
    expect(await accessibilityViolations(page, 'form')).toEqual([])
    await name.press('Enter')

    const dialog = page.getByRole('dialog', { name: t.shown })
    const key = await dialog.getByTestId('new-api-key').innerText()
    expect(key).toMatch(/^levro_[\w-]{43}$/)
    expect(await accessibilityViolations(page, 'new key')).toEqual([])
    // It is shown this once: Escape does not lose it.
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: t.copy }).click()
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key)
    await dialog.getByRole('button', { name: t.kept }).click()
    const line = section.getByTestId('api-keys').getByRole('listitem')
    await line.getByText(t.facts).waitFor()
    await line.getByText(t.unused).waitFor()
    expect(await page.content()).not.toContain(key)

    const bulk = () =>
      fetch(`${app.product.origin}/api/convert/bulk`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ rows: [{ name: 'Сирене', price: '12.50', currency: 'BGN' }] }),
      })
    expect((await bulk()).status).toBe(200)
    await page.reload()
    await line.getByText(t.used).waitFor()

    await app.product.database((db) => db.updateTable('session').set({ confirmed_at: 0 }).execute())
    await section.getByRole('button', { name: t.revoke }).click()
    await page.getByRole('dialog').getByRole('button', { name: t.revokeYes }).click()
    const identity = page.getByRole('dialog', { name: t.identity })
    await identity.getByLabel(t.password, { exact: true }).fill(PASSWORD)
    await identity.getByRole('button', { name: t.confirm }).click()
    await page.getByText(t.revoked).waitFor()
    await eventually(() => line.count()).toBe(0)
    expect((await bulk()).status).toBe(401)
  },
)
