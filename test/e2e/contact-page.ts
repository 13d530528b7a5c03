/** Texts and locators of the contact page. */
import type { Page } from 'playwright-core'
import type { MailServer } from '../server/mail-server.ts'
import { type Visitor, signedInMark, signedOutMark, type TestApp, eventually } from './steps.ts'
import type { Lang } from './words.ts'

export const SUPPORT = 'support@levro.bg'
export const CALL = '**/api/support/contact'
export const NAME = 'Ива Петрова'
export const EMAIL = 'Iva.Petrova@example.bg'

export const TEXTS = {
  bg: {
    language: 'BG – Български',
    privacy: 'Поверителност',
    contact: 'Контакти',
    heading: 'Пишете ни',
    reply: 'Обикновено отговаряме до един работен ден.',
    name: 'Име',
    topic: 'Тема',
    topics: ['Общ въпрос', 'Плащания и жетони', 'Съобщение за грешка', 'Предложение'],
    message: 'Съобщение',
    terms: /^Приемам Общите условия/,
    send: 'Изпратете',
    needs: 'Остава да попълните: име, имейл, съобщение и съгласие с условията.',
    needsEmail: 'Остава да попълните: валиден имейл.',
    sent: 'Благодарим! Съобщението ви е изпратено. Ще ви отговорим по имейл.',
    subject: '[Плащания и жетони] Ива Петрова',
    blocked: 'Изпращането е блокирано.',
    emailSupport: 'Пишете ни по имейл',
    invalidEmail: 'Въведете валиден имейл адрес.',
    tooMany: 'Твърде много опити. Опитайте отново след 60 минути.',
    failed: 'Съобщението не можа да бъде изпратено.',
    unreachable: 'Нещо се обърка. Опитайте отново или ни пишете по имейл.',
    offline: 'Няма връзка с интернет. Написаното остава тук.',
    internal: 'Възникна грешка при нас. Опитайте отново след малко.',
    questions: 'Често задавани въпроси',
    noScripts: /^Формулярът работи само с JavaScript\..*support@levro\.bg\.$/,
    upTo: /До 5000 знака\.$/,
    left: /Остават 12 знака\.$/,
    nameLeft: 'Остава 1 знак.',
    over: /3 знака над границата\.$/,
    tooLong: 'Съобщението може да е до 5000 знака.',
    nameTooLong: 'Името може да е до 100 знака.',
    aboutPlan: 'Интересувам се от пакета Enterprise.\n',
    planHint: /^Напишете колко цени имате/,
  },
  en: {
    language: 'EN – English',
    privacy: 'Privacy',
    contact: 'Contact',
    heading: 'Contact us',
    reply: 'Typical reply within one business day.',
    name: 'Name',
    topic: 'Topic',
    topics: ['General question', 'Billing / tokens', 'Bug report', 'Feature request'],
    message: 'Message',
    terms: /^I accept the Terms of Service/,
    send: 'Send message',
    needs: 'Still needed: your name, your email, a message and your consent to the terms.',
    needsEmail: 'Still needed: a valid email.',
    sent: "Thanks! Your message has been sent. We'll reply by email.",
    // The subject is Bulgarian in both languages: support reads it.
    subject: '[Плащания и жетони] Ива Петрова',
    blocked: 'Submission blocked.',
    emailSupport: 'Email support',
    invalidEmail: 'Enter a valid email address.',
    tooMany: 'Too many attempts. Try again in 60 minutes.',
    failed: "We couldn't send your message.",
    unreachable: 'Something went wrong. Please try again or email support.',
    offline: 'There is no internet connection. What you have written stays here.',
    internal: 'Something failed on our side. Try again in a moment.',
    questions: 'Frequently asked questions',
    noScripts: /^The form needs JavaScript\..*support@levro\.bg\.$/,
    upTo: /Up to 5,000 characters\.$/,
    left: /12 characters left\.$/,
    nameLeft: '1 character left.',
    over: /3 characters too many\.$/,
    tooLong: 'The message can be up to 5,000 characters long.',
    nameTooLong: 'The name can be up to 100 characters long.',
    aboutPlan: 'I am interested in the Enterprise pack.\n',
    planHint: /^Tell us how many prices you have/,
  },
}

export function partsOf(page: Page, lang: Lang) {
  const texts = TEXTS[lang]
  const main = page.getByRole('main')
  return {
    main,
    name: main.getByLabel(texts.name, { exact: true }),
    email: main.locator('input[name=email]'),
    topic: main.getByLabel(texts.topic, { exact: true }),
    message: main.getByLabel(texts.message, { exact: true }),
    terms: main.getByRole('checkbox', { name: texts.terms }),
    honeypot: main.locator('input[name=website]'),
    send: main.getByRole('button', { name: texts.send, exact: true }),
    alert: main.getByRole('alert').filter({ hasText: /./ }),
    status: main.getByRole('status').filter({ hasText: /./ }),
  }
}

export type Form = Visitor & ReturnType<typeof partsOf>

/** Opens the contact page for a new visitor, or for a signed-in user. */
export async function openForm(
  app: TestApp,
  lang: Lang,
  { path = '/contact', user }: { path?: string; user?: Visitor } = {},
): Promise<Form> {
  const visitor = user ?? (await app.visitor(lang))
  await visitor.go(path)
  await (user ? signedInMark(visitor.page) : signedOutMark(visitor)).waitFor()
  return { ...visitor, ...partsOf(visitor.page, lang) }
}

export async function fillIn({ name, email, message, terms }: Form, text = 'Здравейте'): Promise<void> {
  await name.fill(NAME)
  await email.fill(EMAIL)
  await message.fill(text)
  await terms.check()
}

/** The values of the fields. */
export const filled = async ({ name, email, topic, message, terms }: Form) => [
  await name.inputValue(),
  await email.inputValue(),
  await topic.inputValue(),
  await message.inputValue(),
  await terms.isChecked(),
]

/** Returns the accessible description of a field or a button. */
export const describedBy = (form: Form, part: 'name' | 'message' | 'send'): Promise<string> =>
  form[part].evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.innerText ?? '')
      .join(' ')
      .replaceAll('\u00a0', ' '),
  )

/** Waits for the email to support that contains this text. */
export async function emailContaining(mail: MailServer, words: string) {
  const find = () => mail.emailsTo(SUPPORT, 'support').find(({ text = '' }) => text.includes(words))
  await eventually(() => find() !== undefined).toBe(true)
  return find()
}
