import { formatCount, formatMoney } from '#money/format.ts'
import { EURO } from '#money/currency.ts'
import type { Lang } from '#i18n/language.ts'
import { type Operator, operatorLine } from '#product/operator.ts'
import { visibleLines, visibleText } from '#product/display-text.ts'
import { PRODUCT, type Topic } from '#product/product.ts'
import { type Purchase, paidAt } from '../payments/purchases.ts'
import type { EmailKind } from '../db/schema.ts'
import type { Message } from '../support/messages.ts'
import type { Frame, EmailText } from '../mail/layout.ts'
import { dateIn, packName } from './purchase-facts.ts'
import { type Reversal, reversalText } from './reversal-text.ts'
import { SECURITY_TEXT, type SecurityTexts } from './security-text.ts'

export const EMAIL_FRAME = {
  bg: {
    copyHint: 'Ако бутонът не работи, копирайте този адрес в браузъра:',
    footer: `${PRODUCT.name.bg} – лев и евро, точно до цента`,
  },
  en: {
    copyHint: 'If the button does not work, copy this address into your browser:',
    footer: `${PRODUCT.name.en} – lev and euro, right to the cent`,
  },
} satisfies Record<Lang, Frame>

/** A purchase, and how many of its tokens were deducted at once for tokens owed. */
type Confirmation = { purchase: Purchase; operator: Operator; debtPaid: number }

/** The facts of a purchase, one a line. */
function purchaseFacts({ purchase, operator, debtPaid }: Confirmation, lang: Lang): string {
  const { id, plan, tokens, price_cents } = purchase
  const { pack, debt, paid, date, number } = RECEIPT_TEXT[lang]
  return [
    pack(packName(plan, lang), formatCount(tokens, lang)),
    debtPaid > 0 ? `${debt}: ${formatCount(debtPaid, lang)}` : '',
    paid(formatMoney(price_cents, EURO, lang)),
    `${date}: ${dateIn(lang, paidAt(purchase))}`,
    `${number}: ${id}`,
    operatorLine(operator, lang),
  ]
    .filter((line) => line !== '')
    .join('\n')
}

const RECEIPT_TEXT = {
  bg: {
    pack: (name: string, tokens: string) => `Пакет: ${name} – ${tokens} жетона`,
    debt: 'Дължими жетони, приспаднати веднага',
    paid: (amount: string) => `Платено: ${amount}, еднократно`,
    date: 'Дата',
    number: 'Номер на покупката',
  },
  en: {
    pack: (name: string, tokens: string) => `Pack: ${name}, ${tokens} tokens`,
    debt: 'Tokens owed, deducted at once',
    paid: (amount: string) => `Paid: ${amount}, once`,
    date: 'Date',
    number: 'Purchase number',
  },
} satisfies Record<Lang, unknown>

/** Purchase confirmation. */
const PURCHASE_TEXT = {
  bg: (confirmation: Confirmation): EmailText => ({
    subject: `${formatCount(confirmation.purchase.tokens, 'bg')} жетона са в профила ви в ${PRODUCT.name.bg}`,
    greeting: 'Здравейте,',
    body: [
      'Благодарим ви. Получихме плащането и добавихме жетоните в профила ви.',
      purchaseFacts(confirmation, 'bg'),
    ],
    action: 'Вижте разписката',
    after: [
      'Жетоните не изтичат. Покупката и всяко използване на жетони са в профила ви.',
      `Ако ви трябва фактура или нещо не е наред, пишете ни на ${PRODUCT.supportEmail}.`,
    ],
  }),
  en: (confirmation: Confirmation): EmailText => ({
    subject: `${formatCount(confirmation.purchase.tokens, 'en')} tokens are in your ${PRODUCT.name.en} account`,
    greeting: 'Hello,',
    body: [
      'Thank you. Your payment has arrived and the tokens are in your account.',
      purchaseFacts(confirmation, 'en'),
    ],
    action: 'View receipt',
    after: [
      'Tokens never expire. Your account shows the purchase and every use of tokens.',
      `If you need an invoice, or something is wrong, write to ${PRODUCT.supportEmail}.`,
    ],
  }),
} satisfies Record<Lang, (confirmation: Confirmation) => EmailText>

type EmailTexts = Record<
  Exclude<EmailKind, 'support' | 'purchase' | 'refund' | 'dispute' | keyof SecurityTexts>,
  EmailText
> &
  SecurityTexts & {
    support: (message: Message) => EmailText
    purchase: (confirmation: Confirmation) => EmailText
    reversal: (reversal: Reversal) => EmailText
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
    subject: `[${TOPIC[lang][topic]}] ${visibleText(name)}`,
    greeting: `${visibleText(name)} <${email}>`,
    body: [visibleLines(text)],
    after: [`# ${id}`],
  })

export const EMAIL_TEXT = {
  bg: {
    verify: {
      subject: `Потвърдете имейла си в ${PRODUCT.name.bg}`,
      greeting: 'Здравейте,',
      body: [
        `С този адрес е създаден профил в ${PRODUCT.name.bg}. Потвърдете, че адресът е ваш, за да е сигурно, че писмата ни стигат до вас – например връзката за нова парола, ако забравите своята.`,
      ],
      action: 'Потвърдете имейла',
      after: [
        'Връзката важи 24 часа.',
        'Ако не сте се регистрирали вие, не е нужно да правите нищо. Ако желаете, пишете ни и ще изтрием профила.',
      ],
    },
    reset: {
      subject: `Нова парола за ${PRODUCT.name.bg}`,
      greeting: 'Здравейте,',
      body: ['Поискана е нова парола за профила с този имейл адрес.'],
      action: 'Задайте нова парола',
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
      action: 'Задайте нова парола',
      after: ['Ако не сте били вие, не е нужно да правите нищо.'],
    },
    password: {
      subject: `Паролата ви в ${PRODUCT.name.bg} е сменена`,
      greeting: 'Здравейте,',
      body: [
        'Паролата на профила ви беше сменена. На всяко устройство ще трябва да влезете отново с новата парола. Ключовете за достъп и приложението за кодове, ако имате такива, остават.',
        'Ако сте я сменили вие, не е нужно да правите нищо. Ако не сте, задайте нова веднага и ни пишете.',
      ],
      action: 'Задайте нова парола',
      after: [],
    },
    ...SECURITY_TEXT.bg,
    deleted: {
      subject: `Профилът ви в ${PRODUCT.name.bg} е изтрит`,
      greeting: 'Здравейте,',
      body: [
        'Профилът с този имейл адрес беше изтрит заедно със запазените превалутирания и жетоните.',
        'Документите за покупки, ако има такива, се пазят отделно за срока, който законът изисква.',
        `Ако не сте го изтрили вие, пишете ни на ${PRODUCT.supportEmail}.`,
      ],
      after: [],
    },
    support: supportText('bg'),
    purchase: PURCHASE_TEXT.bg,
    reversal: reversalText('bg'),
  },
  en: {
    verify: {
      subject: `Confirm your email at ${PRODUCT.name.en}`,
      greeting: 'Hello,',
      body: [
        `There is an account with this address at ${PRODUCT.name.en}. Confirm that the address is yours, so that you can be sure our emails reach you – for example, the link for a new password if you forget yours.`,
      ],
      action: 'Confirm your email',
      after: [
        'The link is valid for 24 hours.',
        'If it was not you who registered, you can ignore this email, or write to us and we will delete the account.',
      ],
    },
    reset: {
      subject: `A new password for ${PRODUCT.name.en}`,
      greeting: 'Hello,',
      body: ['Someone asked for a new password for the account with this email address.'],
      action: 'Set a new password',
      after: [
        'The link works once and expires in one hour.',
        'If it was not you, do nothing: your password stays as it is.',
      ],
    },
    taken: {
      subject: `Someone tried to register with your email at ${PRODUCT.name.en}`,
      greeting: 'Hello,',
      body: [
        'Someone tried to register with this address, which already has an account. Nothing in it was changed.',
        'If it was you and you do not remember your password, set a new one.',
      ],
      action: 'Set a new password',
      after: ['If it was not you, there is nothing you need to do.'],
    },
    password: {
      subject: `Your password at ${PRODUCT.name.en} was changed`,
      greeting: 'Hello,',
      body: [
        'The password of your account was changed. You will have to sign in again on each device with the new one. Passkeys and the authenticator app, if you have any, stay.',
        'If it was you, there is nothing you need to do. If it was not, set a new password at once and write to us.',
      ],
      action: 'Set a new password',
      after: [],
    },
    ...SECURITY_TEXT.en,
    deleted: {
      subject: `Your account at ${PRODUCT.name.en} was deleted`,
      greeting: 'Hello,',
      body: [
        'The account with this email address was deleted, together with its saved conversions and tokens.',
        'Purchase records, if there are any, are kept separately for as long as the law requires.',
        `If it was not you who deleted it, write to us at ${PRODUCT.supportEmail}.`,
      ],
      after: [],
    },
    support: supportText('en'),
    purchase: PURCHASE_TEXT.en,
    reversal: reversalText('en'),
  },
} satisfies Record<Lang, EmailTexts>
