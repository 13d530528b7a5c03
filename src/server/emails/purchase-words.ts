import { formatCount, formatMoney } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { findPack } from '#product/plans.ts'
import { PRODUCT } from '#product/product.ts'
import type { Purchase } from '../payments/purchases.ts'
import type { Words } from './texts.ts'

/** What was bought, to be kept. */
export const PURCHASE_WORDS = {
  bg: ({ id, plan, tokens, price_cents, credited_at }: Purchase): Words => ({
    subject: `${formatCount(tokens, 'bg')} жетона са в профила ви в ${PRODUCT.name.bg}`,
    greeting: 'Здравейте,',
    body: [
      'Благодарим ви. Получихме плащането и добавихме жетоните в профила ви.',
      [
        `Пакет: ${packName(plan, 'bg')} – ${formatCount(tokens, 'bg')} жетона`,
        `Платено: ${formatMoney(price_cents, 'EUR', 'bg')}, еднократно`,
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
  en: ({ id, plan, tokens, price_cents, credited_at }: Purchase): Words => ({
    subject: `${formatCount(tokens, 'en')} tokens are in your ${PRODUCT.name.en} account`,
    greeting: 'Hello,',
    body: [
      'Thank you. Your payment has arrived and the tokens are in your account.',
      [
        `Pack: ${packName(plan, 'en')}, ${formatCount(tokens, 'en')} tokens`,
        `Paid: ${formatMoney(price_cents, 'EUR', 'en')}, once`,
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
} satisfies Record<Lang, (purchase: Purchase) => Words>

const packName = (plan: string, lang: Lang): string => findPack(plan)?.name[lang] ?? plan

/** The day in Bulgaria, where the product is sold. */
const dateIn = (lang: Lang, time: number | null): string =>
  new Intl.DateTimeFormat(lang === 'bg' ? 'bg-BG' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'Europe/Sofia',
  }).format(time ?? 0)
