import { formatCount, formatMoney } from '#money/format.ts'
import { EURO } from '#money/currency.ts'
import { LANGUAGES, type Lang } from '#i18n/language.ts'
import { findPack } from '#product/plans.ts'
import { type Operator, operatorLine } from '#product/operator.ts'
import { visibleLines, visibleText } from '#product/display-text.ts'
import { PRODUCT, type Topic } from '#product/product.ts'
import { type Purchase, paidAt } from '../payments/purchases.ts'
import type { EmailKind } from '../db/schema.ts'
import type { FactorChange } from '../second-factor/factors.ts'
import type { Message } from '../support/messages.ts'
import type { Frame, EmailText } from '../mail/layout.ts'

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

/** The facts of a purchase, one a line. */
function purchaseFacts(purchase: Purchase, operator: Operator, lang: Lang): string {
  const { id, plan, tokens, price_cents } = purchase
  const { pack, paid, date, number } = RECEIPT_TEXT[lang]
  return [
    pack(packName(plan, lang), formatCount(tokens, lang)),
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
    paid: (amount: string) => `Платено: ${amount}, еднократно`,
    date: 'Дата',
    number: 'Номер на покупката',
  },
  en: {
    pack: (name: string, tokens: string) => `Pack: ${name}, ${tokens} tokens`,
    paid: (amount: string) => `Paid: ${amount}, once`,
    date: 'Date',
    number: 'Purchase number',
  },
} satisfies Record<Lang, unknown>

/** Purchase confirmation. */
const PURCHASE_TEXT = {
  bg: (purchase: Purchase, operator: Operator): EmailText => ({
    subject: `${formatCount(purchase.tokens, 'bg')} жетона са в профила ви в ${PRODUCT.name.bg}`,
    greeting: 'Здравейте,',
    body: [
      'Благодарим ви. Получихме плащането и добавихме жетоните в профила ви.',
      purchaseFacts(purchase, operator, 'bg'),
    ],
    action: 'Вижте разписката',
    after: [
      'Жетоните не изтичат. Покупката и всяко използване на жетони са в профила ви.',
      `Ако ви трябва фактура или нещо не е наред, пишете ни на ${PRODUCT.supportEmail}.`,
    ],
  }),
  en: (purchase: Purchase, operator: Operator): EmailText => ({
    subject: `${formatCount(purchase.tokens, 'en')} tokens are in your ${PRODUCT.name.en} account`,
    greeting: 'Hello,',
    body: [
      'Thank you. Your payment has arrived and the tokens are in your account.',
      purchaseFacts(purchase, operator, 'en'),
    ],
    action: 'View receipt',
    after: [
      'Tokens never expire. Your account shows the purchase and every use of tokens.',
      `If you need an invoice, or something is wrong, write to ${PRODUCT.supportEmail}.`,
    ],
  }),
} satisfies Record<Lang, (purchase: Purchase, operator: Operator) => EmailText>

const packName = (plan: string, lang: Lang): string => findPack(plan)?.name[lang] ?? plan

/** The date in Bulgaria, where the product is sold. */
const dateIn = (lang: Lang, time: number | null): string =>
  new Intl.DateTimeFormat(LANGUAGES[lang].tag, {
    dateStyle: 'long',
    timeZone: 'Europe/Sofia',
  }).format(time ?? 0)

type EmailTexts = Record<
  Exclude<EmailKind, 'support' | 'purchase' | 'new-device' | 'second-factor' | 'device-code'>,
  EmailText
> & {
  /** @param device browser and system; empty when unknown */
  'new-device': (device: string, at: number) => EmailText
  /** @param change a {@link FactorChange} */
  'second-factor': (change: string) => EmailText
  'device-code': (code: string) => EmailText
  support: (message: Message) => EmailText
  purchase: (purchase: Purchase, operator: Operator) => EmailText
}

/** Date and time in Bulgaria, where the product is sold. */
const timeIn = (lang: Lang, time: number): string =>
  new Intl.DateTimeFormat(LANGUAGES[lang].tag, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Sofia',
  }).format(time)

const FACTOR_CHANGE: Record<Lang, Readonly<Record<string, string>> & Record<FactorChange, string>> = {
  bg: {
    'passkey-added': 'Добавен е ключ за достъп.',
    'passkey-removed': 'Премахнат е ключ за достъп.',
    'app-added': 'Добавено е приложение за кодове.',
    'app-removed': 'Премахнато е приложението за кодове.',
    'codes-replaced': 'Създадени са нови резервни кодове; предишните вече не важат.',
    'removed-by-support':
      'По молба до поддръжката двуфакторната защита на профила ви е премахната. За вход стига паролата.',
    'code-used': 'Използван е резервен код. Той вече не важи.',
  },
  en: {
    'passkey-added': 'A passkey was added.',
    'passkey-removed': 'A passkey was removed.',
    'app-added': 'An authenticator app was added.',
    'app-removed': 'The authenticator app was removed.',
    'codes-replaced': 'New recovery codes were created; the former ones no longer work.',
    'removed-by-support':
      'At the request of the account’s owner, support has removed its two-step protection. The password alone signs in.',
    'code-used': 'A recovery code was used. It no longer works.',
  },
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
        'Паролата на профила ви беше сменена. На всяко устройство ще трябва да влезете отново с новата парола.',
        'Ако сте я сменили вие, не е нужно да правите нищо. Ако не сте, задайте нова веднага и ни пишете.',
      ],
      action: 'Задайте нова парола',
      after: [],
    },
    'new-device': (device, at) => ({
      subject: `Вход от ново устройство в ${PRODUCT.name.bg}`,
      greeting: 'Здравейте,',
      body: [
        'В профила ви влезе устройство, което не познаваме.',
        [
          ...(device === '' ? [] : [`Устройство: ${device}`]),
          `Кога: ${timeIn('bg', at)} (българско време)`,
        ].join('\n'),
        'Ако сте били вие, не е нужно да правите нищо. Ако не сте, прекратете сесията от настройките и сменете паролата си.',
      ],
      action: 'Вижте устройствата си',
      after: [],
    }),
    'failed-sign-ins': {
      subject: `Неуспешни опити за вход в профила ви в ${PRODUCT.name.bg}`,
      greeting: 'Здравейте,',
      body: [
        'Някой въведе грешна парола за профила ви поне десет пъти за един час. Нищо в профила не е променено и той не е заключен.',
        'Ако сте били вие, не е нужно да правите нищо. Ако не сте, проверете дали паролата ви не се използва и другаде, и добавете ключ за достъп или приложение за кодове – тогава паролата сама не стига за вход.',
      ],
      action: 'Отворете настройките',
      after: [],
    },
    'second-factor': (change) => ({
      subject: `Промяна в двуфакторната защита на профила ви в ${PRODUCT.name.bg}`,
      greeting: 'Здравейте,',
      body: [
        FACTOR_CHANGE.bg[change] ?? '',
        `Ако сте били вие, не е нужно да правите нищо. Ако не сте, сменете паролата си веднага и ни пишете на ${PRODUCT.supportEmail}.`,
      ],
      action: 'Отворете настройките',
      after: [],
    }),
    'device-code': (code) => ({
      subject: `Код за вход в ${PRODUCT.name.bg}`,
      greeting: 'Здравейте,',
      body: [
        'Поискан е код, за да влезете в профила си от ново устройство въпреки неуспешните опити на други. Въведете го на страницата за вход, а след него – и паролата си.',
        code,
      ],
      after: [
        'Кодът важи един час и може да се използва само веднъж. Не го давайте на никого: ние никога няма да ви го поискаме.',
        'Ако не сте го поискали вие, не правете нищо.',
      ],
    }),
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
        'The password of your account was changed. You will have to sign in again on each device with the new one.',
        'If it was you, there is nothing you need to do. If it was not, set a new password at once and write to us.',
      ],
      action: 'Set a new password',
      after: [],
    },
    'new-device': (device, at) => ({
      subject: `A new device has signed in at ${PRODUCT.name.en}`,
      greeting: 'Hello,',
      body: [
        'A device that we do not know has signed in to your account.',
        [
          ...(device === '' ? [] : [`Device: ${device}`]),
          `When: ${timeIn('en', at)} (time in Bulgaria)`,
        ].join('\n'),
        'If it was you, there is nothing you need to do. If it was not, end its session in the settings and change your password.',
      ],
      action: 'View your devices',
      after: [],
    }),
    'failed-sign-ins': {
      subject: `Failed attempts to sign in to your account at ${PRODUCT.name.en}`,
      greeting: 'Hello,',
      body: [
        'Someone entered a wrong password for your account at least ten times within an hour. Nothing in it was changed, and it is not locked.',
        'If it was you, there is nothing you need to do. If it was not, make sure that you use this password nowhere else, and add a passkey or an authenticator app: then the password alone is not enough to sign in.',
      ],
      action: 'Open the settings',
      after: [],
    },
    'second-factor': (change) => ({
      subject: `The two-step protection of your account at ${PRODUCT.name.en} was changed`,
      greeting: 'Hello,',
      body: [
        FACTOR_CHANGE.en[change] ?? '',
        `If it was you, there is nothing you need to do. If it was not, change your password at once and write to us at ${PRODUCT.supportEmail}.`,
      ],
      action: 'Open the settings',
      after: [],
    }),
    'device-code': (code) => ({
      subject: `Your sign-in code for ${PRODUCT.name.en}`,
      greeting: 'Hello,',
      body: [
        'Someone asked for a code to sign in to your account on a new device in spite of failed attempts by others. Enter it on the sign-in page, and your password after it.',
        code,
      ],
      after: [
        'The code works once and expires in one hour. Give it to no one: we will never ask you for it.',
        'If it was not you, do nothing.',
      ],
    }),
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
  },
} satisfies Record<Lang, EmailTexts>
