import { describe, expect } from 'vitest'
import {
  CALL,
  describedBy,
  EMAIL,
  filled,
  fillIn,
  emailContaining,
  NAME,
  openForm,
  partsOf,
  TEXTS,
  SUPPORT,
} from './contact-page.ts'
import { accessibilityViolations } from './accessibility.ts'
import { startAppWithMail } from './mail.ts'
import { signedOutMark, eventually } from './steps.ts'
import { inTurn, LANGS, WORDS } from './words.ts'

const { app, mail } = startAppWithMail()

describe.each(LANGS)('contact, in %s', (lang) => {
  const it = inTurn(lang)

  const texts = TEXTS[lang]

  it('INFO-02 ROUTE-04 · without scripts the page shows the support address and hides the form', async () => {
    const { page, go } = await app.visitor(lang, { javaScriptEnabled: false })
    await go('/contact')
    const { main, send } = partsOf(page, lang)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(texts.heading)
    await main.getByText(texts.reply, { exact: true }).waitFor()
    expect(await main.locator('noscript').innerText()).toMatch(texts.noScripts)
    expect(await main.locator(`noscript a[href="mailto:${SUPPORT}"]`).isVisible()).toBe(true)
    expect(await send.isVisible()).toBe(false)
    expect(await main.locator('form').isVisible()).toBe(false)
    const first = main.locator('details').first()
    await first.locator('summary').click()
    expect(await first.locator('p').isVisible()).toBe(true)
  })

  it('INFO-02 · the page shows the form, topics, FAQ, support address and reply time', async () => {
    const form = await openForm(app, lang)
    const { main, topic, honeypot, terms, page } = form
    expect(await topic.locator('option').allInnerTexts()).toEqual(texts.topics)
    expect(await filled(form)).toEqual(['', '', 'general', '', false])
    await main.getByText(texts.reply, { exact: true }).waitFor()
    expect(await main.getByRole('link', { name: SUPPORT }).first().getAttribute('href')).toBe(
      `mailto:${SUPPORT}`,
    )
    // Links to the terms open a new tab, so that the form is not lost.
    for (const link of await main.locator('form').getByRole('link').all())
      expect(await link.getAttribute('target')).toBe('_blank')
    expect(await honeypot.locator('..').getAttribute('aria-hidden')).toBe('true')
    expect(await terms.isChecked()).toBe(false)

    await page.getByRole('heading', { name: texts.questions, level: 2 }).waitFor()
    const questions = main.locator('details')
    expect(await questions.count()).toBeGreaterThanOrEqual(5)
    for (const question of await questions.all()) {
      await question.locator('summary').click()
      const answer = await question.locator('p').innerText()
      expect(answer.length).toBeGreaterThan(60)
      expect(answer).not.toMatch(/[[\]{}]|undefined/)
      expect(answer).not.toMatch(lang === 'bg' ? /\b[a-z]+ [a-z]+\b/ : /[а-я]/i)
      expect(await main.locator('details[open]').count(), 'one answer is open').toBe(1)
    }
  })

  it('INFO-02 · Send is enabled when all fields are filled in, the email is valid and the terms are accepted', async () => {
    const form = await openForm(app, lang)
    const { name, email, message, terms, send, page } = form
    let calls = 0
    await page.route(CALL, (route) => ((calls += 1), route.abort()))
    const isEnabled = () => send.isEnabled()
    expect(await isEnabled()).toBe(false)
    expect(await describedBy(form, 'send')).toBe(texts.needs)
    await fillIn(form)
    await eventually(isEnabled).toBe(true)
    expect(await describedBy(form, 'send')).toBe('')
    const spoilt = [
      [name, ' ', NAME],
      [message, ' \n ', 'Здравейте'],
      [email, '', EMAIL],
      [email, 'iva@example', EMAIL],
    ] as const
    for (const [field, wrong, right] of spoilt) {
      await field.fill(wrong)
      expect(await isEnabled(), wrong).toBe(false)
      if (wrong === 'iva@example') expect(await describedBy(form, 'send')).toBe(texts.needsEmail)
      // Neither a click nor Enter submits the form.
      await send.click({ force: true })
      await email.press('Enter')
      await field.fill(right)
      expect(await isEnabled()).toBe(true)
    }
    await terms.uncheck()
    expect(await isEnabled()).toBe(false)
    expect(calls).toBe(0)
  })

  it('INFO-02 · length limits are shown in advance, and long text is rejected instead of truncated', async () => {
    const form = await openForm(app, lang)
    const { name, message, send, alert, page } = form
    await fillIn(form)
    expect(await describedBy(form, 'message')).toMatch(texts.upTo)
    await message.fill('я'.repeat(4988))
    expect(await describedBy(form, 'message')).toMatch(texts.left)
    await message.fill(`${'я'.repeat(5002)}😀`)
    expect(await describedBy(form, 'message')).toContain(texts.tooLong)
    expect((await describedBy(form, 'message')).replace(` ${texts.tooLong}`, '')).toMatch(texts.over)
    expect(await alert.innerText()).toBe(texts.tooLong)
    expect(await send.isEnabled()).toBe(false)
    expect((await message.inputValue()).length).toBe(5004)
    const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
    expect(await page.evaluate(isWider), 'a long word is broken').toBe(false)
    await message.fill('я'.repeat(5000))
    expect(await send.isEnabled()).toBe(true)
    await name.fill('я'.repeat(99))
    expect(await describedBy(form, 'name')).toBe(texts.nameLeft)
    await name.fill('я'.repeat(101))
    expect(await alert.innerText()).toBe(texts.nameTooLong)
    expect(await send.isEnabled()).toBe(false)
  })

  it('INFO-02 · query parameters select the topic and prefill the message about Enterprise', async () => {
    const form = await openForm(app, lang, { path: '/contact?topic=billing' })
    const { topic, message, page } = form
    await eventually(() => topic.inputValue()).toBe('billing')
    expect(await message.inputValue()).toBe('')
    await form.go('/contact?topic=toString&plan=pro')
    await signedOutMark(form).waitFor()
    expect([await topic.inputValue(), await message.inputValue()]).toEqual(['general', ''])
    await form.go('/contact?topic=billing&plan=enterprise')
    await eventually(() => message.inputValue()).toBe(texts.aboutPlan)
    expect(await describedBy(form, 'message')).toMatch(texts.planHint)
    await page.route(CALL, (route) => route.fulfill({ json: { ok: true } }))
    await fillIn(form, `${texts.aboutPlan}60 000 цени`)
    await form.send.click()
    await form.status.waitFor()
    expect(await filled(form), 'the prefilled topic is used once').toEqual(['', '', 'general', '', false])
  })

  it('INFO-03 · a message is emailed to support with the sender as reply-to, and the fields are cleared', async () => {
    const form = await openForm(app, lang)
    const text = `Здравейте,\n<b>12,50 лв.</b> & 6,39 € (${lang})`
    await fillIn(form, text)
    await form.topic.selectOption('billing')
    await form.send.click()
    expect(await form.status.innerText()).toBe(texts.sent)
    expect(await filled(form)).toEqual(['', '', 'general', '', false])
    expect(await form.send.isEnabled()).toBe(false)
    expect(await form.send.evaluate((button) => button === document.activeElement)).toBe(true)
    const received = await emailContaining(mail(), text)
    expect(received?.replyTo).toEqual([{ name: NAME, address: EMAIL }])
    expect(received?.subject).toBe(texts.subject)
    await form.name.fill('И')
    expect(await form.status.count(), 'typing clears the status').toBe(0)
  })

  it('INFO-03 · a filled honeypot field blocks the submission', async () => {
    const form = await openForm(app, lang)
    let calls = 0
    await form.page.route(CALL, (route) => ((calls += 1), route.abort()))
    await fillIn(form)
    await form.honeypot.fill('https://example.bg')
    await form.send.click()
    expect(await form.alert.innerText()).toBe(texts.blocked)
    expect(await form.alert.getByRole('link').count()).toBe(0)
    const link = form.page.getByRole('main').getByRole('link', { name: texts.emailSupport, exact: true })
    expect(await link.getAttribute('href')).toBe(`mailto:${SUPPORT}`)
    expect(calls).toBe(0)
    expect(await form.name.inputValue()).toBe(NAME)
  })

  it('INFO-03 LAY-08 · a failed submission shows an error message and keeps the fields', async () => {
    const form = await openForm(app, lang)
    const { page, context, alert, send, email, message } = form
    await fillIn(form, 'Дълго писано')
    await form.topic.selectOption('bug')
    const typed = [NAME, EMAIL, 'bug', 'Дълго писано', true]
    const expectError = async (text: string) => {
      await send.click()
      await eventually(() => alert.allInnerTexts()).toEqual([text])
      expect(await filled(form)).toEqual(typed)
      expect(await send.isEnabled(), 'the form can be submitted again').toBe(true)
    }
    await context.setOffline(true)
    await expectError(`${texts.unreachable} ${texts.offline}`)
    expect(await alert.getByRole('link').getAttribute('href')).toBe(`mailto:${SUPPORT}`)
    await context.setOffline(false)
    const answers = [
      [{ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }, texts.failed],
      [{ status: 500, json: { error: texts.internal, code: 'internal' } }, texts.internal],
      [{ status: 429, json: { error: texts.tooMany, code: 'too_many_requests' } }, texts.tooMany],
      [{ status: 200, contentType: 'text/html', body: '<p>Hotel network</p>' }, texts.unreachable],
    ] as const
    for (const [answer, text] of answers) {
      await page.route(CALL, (route) => route.fulfill(answer))
      await expectError(text)
      await page.unroute(CALL)
    }
    // Valid for the browser, rejected by the server: the error is shown at the field.
    typed[1] = 'ива@пример.бг'
    await email.fill('ива@пример.бг')
    expect(await alert.count(), 'typing clears the error').toBe(0)
    await expectError(texts.invalidEmail)
    await eventually(() => email.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await accessibilityViolations(page, 'a rejected email')).toEqual([])
    await email.fill(EMAIL)
    await message.fill('я'.repeat(5001))
    expect(await accessibilityViolations(page, 'too long')).toEqual([])
    await message.fill('Дълго писано')
    await send.click()
    expect(await form.status.innerText()).toBe(texts.sent)
    expect(await accessibilityViolations(page, 'sent')).toEqual([])
  })

  it('INFO-02 · the draft is kept across pages and languages until it is sent', async () => {
    const form = await openForm(app, lang, { path: '/contact?topic=billing' })
    const { page } = form
    const other = lang === 'bg' ? 'en' : 'bg'
    await eventually(() => form.topic.inputValue()).toBe('billing')
    await form.name.fill(NAME)
    await form.message.fill('Дълго писано')
    await form.terms.check()
    const toOther = page.getByRole('banner').getByRole('link', { name: TEXTS[other].language })
    await toOther.click()
    const there = { ...form, ...partsOf(page, other) }
    await there.name.waitFor()
    await eventually(() => filled(there)).toEqual([NAME, '', 'billing', 'Дълго писано', true])

    // Client navigation to another URL: only the untouched topic follows its query.
    await page.getByRole('contentinfo').getByRole('link', { name: TEXTS[other].privacy, exact: true }).click()
    await page.waitForURL((url) => url.pathname.endsWith('/privacy'))
    await page.getByRole('contentinfo').getByRole('link', { name: TEXTS[other].contact, exact: true }).click()
    await eventually(() => filled(there)).toEqual([NAME, '', 'general', 'Дълго писано', true])
    await there.email.fill(EMAIL)
    await page.route(CALL, (route) => route.fulfill({ json: { ok: true } }))
    await there.send.click()
    await there.status.waitFor()
    await page.reload()
    await eventually(() => there.email.isEditable()).toBe(true)
    await signedOutMark({ ...form, words: WORDS[other] }).waitFor()
    expect(await filled(there)).toEqual(['', '', 'general', '', false])
  })
})
