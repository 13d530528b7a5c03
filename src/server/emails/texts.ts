import { formatCount, formatMoney } from '#money/format.ts'
import { EURO } from '#money/currency.ts'
import { LANGUAGES, type Lang } from '#i18n/language.ts'
import { findPack } from '#product/plans.ts'
import { PRODUCT, type Topic } from '#product/product.ts'
import type { Purchase } from '../payments/purchases.ts'
import type { EmailKind } from '../db/schema.ts'
import type { Message } from '../support/messages.ts'
import type { Frame, EmailText } from '../mail/layout.ts'

export const EMAIL_FRAME = {
  bg: {
    copyHint: 'Ако бутонът не работи, копирайте този адрес в браузъра:',
    footer: `${PRODUCT.name.bg} – лев и евро, точно до цента`,
  },
  en: {
    copyHint: 'If the button does not work, copy this address into the browser:',
    footer: `${PRODUCT.name.en} – lev and euro, right to the cent`,
  },
} satisfies Record<Lang, Frame>

/** Purchase confirmation. */
const PURCHASE_TEXT = {
  bg: ({ id, plan, tokens, price_cents, credited_at }: Purchase): EmailText => ({
    subject: `${formatCount(tokens, 'bg')} жетона са в профила ви в ${PRODUCT.name.bg}`,
    greeting: 'Здравейте,',
    body: [
      'Благодарим ви. Получихме плащането и добавихме жетоните в профила ви.',
      [
        `Пакет: ${packName(plan, 'bg')} – ${formatCount(tokens, 'bg')} жетона`,
        `Платено: ${formatMoney(price_cents, EURO, 'bg')}, еднократно`,
        `Дата: ${dateIn('bg', credited_at)}`,
        `Номер на покупката: ${id}`,
      ].join('\n'),
    ],
    action: 'Разписка за плащането',
    after: [
      'Жетоните не изтичат. Покупката и всяко използване на жетони виждате в профила си.',
      `Ако ви трябва фактура или нещо не е наред, пишете ни на ${PRODUCT.supportEmail}.`,
    ],
  }),
  en: ({ id, plan, tokens, price_cents, credited_at }: Purchase): EmailText => ({
    subject: `${formatCount(tokens, 'en')} tokens are in your ${PRODUCT.name.en} account`,
    greeting: 'Hello,',
    body: [
      'Thank you. Your payment has arrived and the tokens are in your account.',
      [
        `Pack: ${packName(plan, 'en')}, ${formatCount(tokens, 'en')} tokens`,
        `Paid: ${formatMoney(price_cents, EURO, 'en')}, once`,
        `Date: ${dateIn('en', credited_at)}`,
        `Purchase number: ${id}`,
      ].join('\n'),
    ],
    action: 'Payment receipt',
    after: [
      'Tokens never expire. Your account shows the purchase and every use of tokens.',
      `If you need an invoice, or something is wrong, write to ${PRODUCT.supportEmail}.`,
    ],
  }),
} satisfies Record<Lang, (purchase: Purchase) => EmailText>

const packName = (plan: string, lang: Lang): string => findPack(plan)?.name[lang] ?? plan

/** The date in Bulgaria, where the product is sold. */
const dateIn = (lang: Lang, time: number | null): string =>
  new Intl.DateTimeFormat(LANGUAGES[lang].tag, {
    dateStyle: 'long',
    timeZone: 'Europe/Sofia',
  }).format(time ?? 0)

type EmailTexts = Record<Exclude<EmailKind, 'support' | 'purchase'>, EmailText> & {
  support: (message: Message) => EmailText
  purchase: (purchase: Purchase) => EmailText
}

const TOPIC = {
  bg: {
    general: 'Общ въпрос',
    billing: 'Плащания и жетони',
    bug: 'Съобщение за грешка',
    feature: 'Предложение',
  },
  en: {
    general: 'General question',
    billing: 'Billing / tokens',
    bug: 'Bug report',
    feature: 'Feature request',
  },
} satisfies Record<Lang, Record<Topic, string>>

const supportText =
  (lang: Lang) =>
  ({ name, email, topic, text, id }: Message): EmailText => ({
    subject: `[${TOPIC[lang][topic]}] ${name}`,
    greeting: `${name} <${email}>`,
    body: [text],
    after: [`# ${id}`],
  })

export const EMAIL_TEXT = {
  bg: {
    verify: {
      subject: `Потвърдете имейла си в ${PRODUCT.name.bg}`,
      greeting: 'Здравейте,',
      body: [
        `С този адрес има профил в ${PRODUCT.name.bg}. Потвърдете, че адресът е ваш, за да сте сигурни, че писмата ни стигат до вас: например връзката за нова парола, ако я забравите.`,
      ],
      action: 'Потвърждаване на имейла',
      after: [
        'Връзката важи 24 часа.',
        'Ако не сте се регистрирали вие, не е нужно да правите нищо. Ако искате, пишете ни и ще изтрием профила.',
      ],
    },
    reset: {
      subject: `Нова парола за ${PRODUCT.name.bg}`,
      greeting: 'Здравейте,',
      body: ['Поискана е нова парола за профила с този имейл адрес.'],
      action: 'Задаване на нова парола',
      after: [
        'Връзката важи един час и може да се използва само веднъж.',
        'Ако не сте я поискали вие, не правете нищо: паролата ви остава същата.',
      ],
    },
    taken: {
      subject: `Опит за регистрация с вашия имейл в ${PRODUCT.name.bg}`,
      greeting: 'Здравейте,',
      body: [
        'Някой опита да се регистрира с този адрес, но с него вече има профил. Нищо в профила не е променено.',
        'Ако сте били вие и не помните паролата си, задайте нова.',
      ],
      action: 'Забравена парола',
      after: ['Ако не сте били вие, не е нужно да правите нищо.'],
    },
    password: {
      subject: `Паролата ви в ${PRODUCT.name.bg} е сменена`,
      greeting: 'Здравейте,',
      body: [
        'Паролата на профила ви беше сменена. На устройствата си ще трябва да влезете отново, с новата парола.',
        'Ако сте я сменили вие, не е нужно да правите нищо. Ако не сте, веднага задайте нова и ни пишете.',
      ],
      action: 'Задаване на нова парола',
      after: [],
    },
    deleted: {
      subject: `Профилът ви в ${PRODUCT.name.bg} е изтрит`,
      greeting: 'Здравейте,',
      body: [
        'Профилът с този имейл адрес беше изтрит заедно със запазените превалутирания и жетоните.',
        'Документите за покупки, ако има такива, пазим отделно, колкото изисква законът.',
        `Ако не сте го изтрили вие, пишете ни на ${PRODUCT.supportEmail}.`,
      ],
      after: [],
    },
    support: supportText('bg'),
    purchase: PURCHASE_TEXT.bg,
  },
  en: {
    verify: {
      subject: `Confirm your email at ${PRODUCT.name.en}`,
      greeting: 'Hello,',
      body: [
        `There is an account with this address at ${PRODUCT.name.en}. Confirm that the address is yours, so that you can be sure our emails reach you: the link for a new password, for example, should you forget yours.`,
      ],
      action: 'Confirm the email',
      after: [
        'The link is valid for 24 hours.',
        'If it was not you who registered, you can ignore this email, or write to us and we will delete the account.',
      ],
    },
    reset: {
      subject: `A new password for ${PRODUCT.name.en}`,
      greeting: 'Hello,',
      body: ['Somebody asked for a new password for the account with this email address.'],
      action: 'Set a new password',
      after: [
        'The link works once and expires in one hour.',
        'If it was not you, do nothing: your password stays as it is.',
      ],
    },
    taken: {
      subject: `Somebody tried to register with your email at ${PRODUCT.name.en}`,
      greeting: 'Hello,',
      body: [
        'Somebody tried to register with this address, which has an account already. Nothing in it was changed.',
        'If it was you and you do not remember your password, set a new one.',
      ],
      action: 'Forgotten password',
      after: ['If it was not you, there is nothing you need to do.'],
    },
    password: {
      subject: `Your password at ${PRODUCT.name.en} was changed`,
      greeting: 'Hello,',
      body: [
        'The password of your account was changed. You will have to sign in again on your devices, with the new one.',
        'If it was you, there is nothing you need to do. If it was not, set a new one at once and write to us.',
      ],
      action: 'Set a new password',
      after: [],
    },
    deleted: {
      subject: `Your account at ${PRODUCT.name.en} was deleted`,
      greeting: 'Hello,',
      body: [
        'The account with this email address was deleted, together with its saved conversions and tokens.',
        'Documents of purchases, if there are any, are kept apart from it for as long as the law demands.',
        `If it was not you who deleted it, write to us at ${PRODUCT.supportEmail}.`,
      ],
      after: [],
    },
    support: supportText('en'),
    purchase: PURCHASE_TEXT.en,
  },
} satisfies Record<Lang, EmailTexts>
