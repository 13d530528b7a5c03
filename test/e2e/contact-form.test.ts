import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  CALL,
  EMAIL,
  filled,
  fillIn,
  emailContaining,
  NAME,
  openForm,
  partsOf,
  TEXTS,
} from './contact-page.ts'
import { startAppWithMail } from './mail.ts'
import { login, signedInMark, signedOutMark, eventually } from './steps.ts'

const { app, mail } = startAppWithMail()

// Behaviour that does not depend on the language; `contact.test.ts` tests the texts.
const lang = 'bg'
const texts = TEXTS[lang]

it('INFO-02 INFO-03 · the form is prefilled with the email of the user, and another one can be entered', async () => {
  const user = await app.user(lang)
  const form = await openForm(app, lang, { path: '/contact', user })
  await eventually(() => form.email.inputValue()).toBe(user.email)
  await form.name.fill(NAME)
  await form.message.fill('До собствения ми имейл')
  await form.terms.check()
  await form.send.click()
  await form.status.waitFor()
  const own = await emailContaining(mail(), 'До собствения ми имейл')
  expect(own?.replyTo).toEqual([{ name: NAME, address: user.email }])
  expect(await filled(form)).toEqual(['', user.email, 'general', '', false])
  await form.email.fill('')
  expect(await form.email.inputValue()).toBe('')
  await fillIn(form, 'До друг мой имейл')
  await form.send.click()
  await form.status.waitFor()
  const other = await emailContaining(mail(), 'До друг мой имейл')
  expect(other?.replyTo).toEqual([{ name: NAME, address: EMAIL }])
})

it('INFO-02 AUTH-04 · sign-out deletes the draft from the device', async () => {
  const user = await app.user(lang)
  const form = await openForm(app, lang, { path: '/contact', user })
  const { page, words } = form
  await fillIn(form, 'Лично')
  await page.getByRole('banner').getByRole('button', { name: words.logout }).click()
  await signedOutMark(form).waitFor()
  await form.go('/contact')
  await signedOutMark(form).waitFor()
  expect(await filled(form)).toEqual(['', '', 'general', '', false])
})

it('INFO-02 AUTH-04 · the draft is not shown to another user who signs in', async () => {
  const user = await app.user(lang)
  const other = await app.user(lang)
  const form = await openForm(app, lang, { path: '/contact', user })
  await fillIn(form, 'Лично')
  await form.context.clearCookies()
  await form.go('/login')
  await login(form, other.email)
  await signedInMark(form.page).waitFor()
  await form.go('/contact')
  await eventually(() => filled(form)).toEqual(['', other.email, 'general', '', false])
})

it('INFO-02 · repeated submits send one message, and the fields are read-only during the request', async () => {
  const form = await openForm(app, lang)
  const { page, main, name, message, status } = form
  let calls = 0
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route(CALL, async (route) => {
    calls += 1
    await asked
    await route.fulfill({ json: { ok: true } })
  })
  await fillIn(form)
  await form.send.click()
  const button = main.locator('button[type=submit]')
  await eventually(() => button.isEnabled()).toBe(false)
  await button.click({ force: true })
  await name.press('Enter')
  await message.pressSequentially('!')
  expect(await message.inputValue()).toBe('Здравейте')
  answer()
  await status.waitFor()
  expect(calls).toBe(1)
})

it('INFO-02 · text typed before hydration is kept, and the form is not submitted by the browser', async () => {
  const { page, go } = await app.visitor(lang)
  let start = () => {}
  const started = new Promise<void>((resolve) => (start = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await started
    await route.continue()
  })
  await page.goto('about:blank')
  const arriving = go('/contact?topic=billing')
  const form = { page, ...partsOf(page, lang) }
  await form.name.fill(NAME)
  await form.email.fill(EMAIL)
  await form.topic.selectOption('feature')
  await form.message.fill('Бързам')
  await form.terms.check()
  // A native submit would navigate and put the fields into the URL.
  expect(await form.send.isEnabled()).toBe(false)
  await form.name.press('Enter')
  start()
  await arriving
  await eventually(() => form.send.isEnabled()).toBe(true)
  expect(new URL(page.url()).search).toBe('?topic=billing')
  expect([await form.name.inputValue(), await form.message.inputValue()]).toEqual([NAME, 'Бързам'])
  expect(await form.topic.inputValue()).toBe('feature')
})

it('INFO-02 LAY-08 · the form is filled in and sent by keyboard only', async () => {
  const form = await openForm(app, lang)
  const { page, name, topic, message, terms, send, status } = form
  const { keyboard } = page
  const isAt = (field: Locator) => field.evaluate((element) => element === document.activeElement)
  await name.focus()
  await keyboard.insertText(NAME)
  await keyboard.press('Tab')
  await keyboard.insertText(EMAIL)
  await keyboard.press('Tab')
  expect(await isAt(topic)).toBe(true)
  await keyboard.press('ArrowDown')
  await keyboard.press('Tab')
  expect(await isAt(message), 'the honeypot field is skipped').toBe(true)
  await keyboard.insertText('Само с клавиши')
  await keyboard.press('Tab')
  expect(await isAt(terms)).toBe(true)
  await keyboard.press('Space')
  // Skip the links to the legal documents.
  for (let i = 0; i < 3; i++) await keyboard.press('Tab')
  expect(await isAt(send)).toBe(true)
  await keyboard.press('Enter')
  await status.waitFor()
  const received = await emailContaining(mail(), 'Само с клавиши')
  expect(received?.subject).toBe(texts.subject)
})
