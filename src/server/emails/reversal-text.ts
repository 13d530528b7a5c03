import { formatCount, formatMoney } from '#money/format.ts'
import { EURO } from '#money/currency.ts'
import type { Lang } from '#i18n/language.ts'
import { type Operator, operatorLine } from '#product/operator.ts'
import { PRODUCT } from '#product/product.ts'
import type { EmailText } from '../mail/layout.ts'
import type { Purchase } from '../payments/purchases.ts'
import type { Schema } from '../db/schema.ts'
import { dateIn, packName } from './purchase-facts.ts'

/**
 * A refund or a dispute, the ledger entry by which tokens were taken or given back, and how many of the latter were deducted at
 * once for tokens owed.
 */
export type Reversal = {
  purchase: Purchase
  entry: Pick<Schema['token_entry'], 'reason' | 'delta' | 'uncovered' | 'balance_after'>
  debtPaid: number
  operator: Operator
}

const FACTS = {
  bg: {
    pack: (name: string, tokens: string) => `Пакет: ${name} – ${tokens} жетона`,
    paid: 'Платено',
    refunded: 'Възстановена сума досега',
    disputed: 'Оспорена сума',
    taken: 'Отнети жетони',
    given: 'Върнати жетони',
    debt: 'Вече използвани, остават дължими',
    debtPaid: 'Дължими за друга покупка, приспаднати веднага',
    balance: 'Жетони в профила след това',
    date: 'Дата на плащането',
    number: 'Номер на покупката',
  },
  en: {
    pack: (name: string, tokens: string) => `Pack: ${name}, ${tokens} tokens`,
    paid: 'Paid',
    refunded: 'Refunded so far',
    disputed: 'Disputed amount',
    taken: 'Tokens taken',
    given: 'Tokens given back',
    debt: 'Already used, still owed',
    debtPaid: 'Owed for another purchase, deducted at once',
    balance: 'Tokens in the account afterwards',
    date: 'Date of the payment',
    number: 'Purchase number',
  },
} satisfies Record<Lang, unknown>

/** One a line. */
function facts({ purchase, entry, debtPaid, operator }: Reversal, lang: Lang): string {
  const { id, plan, tokens, price_cents, refunded_cents, disputed_cents } = purchase
  const { delta, uncovered, balance_after } = entry
  const { pack, ...label } = FACTS[lang]
  const money = (cents: number) => formatMoney(cents, EURO, lang)
  const count = (n: number) => formatCount(n, lang)
  return [
    pack(packName(plan, lang), count(tokens)),
    `${label.paid}: ${money(price_cents)}`,
    refunded_cents > 0 && `${label.refunded}: ${money(refunded_cents)}`,
    disputed_cents > 0 && `${label.disputed}: ${money(disputed_cents)}`,
    isBack(entry) ? `${label.given}: ${count(delta)}` : `${label.taken}: ${count(-delta)}`,
    uncovered > 0 && `${label.debt}: ${count(uncovered)}`,
    debtPaid > 0 && `${label.debtPaid}: ${count(debtPaid)}`,
    `${label.balance}: ${count(balance_after - debtPaid)}`,
    `${label.date}: ${dateIn(lang, purchase.paid_at ?? purchase.credited_at)}`,
    `${label.number}: ${id}`,
    operatorLine(operator, lang),
  ]
    .filter((line) => line !== false && line !== '')
    .join('\n')
}

/** An entry of 0 without uncovered tokens ends a reversal that found nothing to take. */
const isBack = ({ delta, uncovered }: Reversal['entry']): boolean =>
  delta > 0 || (delta === 0 && uncovered === 0)

type Texts = Record<
  'refund' | 'refundBack' | 'dispute' | 'disputeBack',
  { subject: string; cause: string; consequence: string[] }
>

const TEXTS = {
  bg: {
    refund: {
      subject: `Върнахме ви плащане в ${PRODUCT.name.bg}`,
      cause: 'Сума по покупката ви беше върната. Отнехме жетоните, които съответстват на нея.',
      consequence: ['Останалите жетони можете да използвате както досега.'],
    },
    refundBack: {
      subject: `Връщането на плащане в ${PRODUCT.name.bg} е отменено`,
      cause: 'Връщането на сума по покупката ви беше отменено. Жетоните отново са ваши.',
      consequence: [],
    },
    dispute: {
      subject: `Плащането ви в ${PRODUCT.name.bg} е оспорено`,
      cause:
        'Банката ви оспори плащане по покупка. Докато тя реши, жетоните, които съответстват на оспорената сума, не могат да се използват.',
      consequence: [
        'Останалите жетони можете да използвате както досега. Нови пакети можете да купите, след като банката реши.',
        `Ако не сте искали да оспорите плащането, кажете на банката си и ни пишете на ${PRODUCT.supportEmail}.`,
      ],
    },
    disputeBack: {
      subject: `Оспорването на плащането ви в ${PRODUCT.name.bg} приключи`,
      cause: 'Оспорването на плащането по покупката ви отпадна. Жетоните отново са ваши.',
      consequence: [],
    },
  },
  en: {
    refund: {
      subject: `Your payment at ${PRODUCT.name.en} was refunded`,
      cause: 'Money of your purchase was refunded. We have taken the tokens that correspond to it.',
      consequence: ['You can use your other tokens as before.'],
    },
    refundBack: {
      subject: `The refund of your payment at ${PRODUCT.name.en} was cancelled`,
      cause: 'The refund of your purchase was cancelled. The tokens are yours again.',
      consequence: [],
    },
    dispute: {
      subject: `Your payment at ${PRODUCT.name.en} is disputed`,
      cause:
        'Your bank has disputed the payment of a purchase. Until it decides, the tokens that correspond to the disputed amount cannot be used.',
      consequence: [
        'You can use your other tokens as before. New packs can be bought once the bank has decided.',
        `If you did not mean to dispute the payment, tell your bank and write to us at ${PRODUCT.supportEmail}.`,
      ],
    },
    disputeBack: {
      subject: `The dispute of your payment at ${PRODUCT.name.en} is over`,
      cause: 'The dispute of the payment of your purchase was withdrawn. The tokens are yours again.',
      consequence: [],
    },
  },
} satisfies Record<Lang, Texts>

const FRAME = {
  bg: {
    greeting: 'Здравейте,',
    action: 'Отворете профила си',
    debt: 'Жетоните, които вече са използвани, ще приспаднем от следващия пакет, който купите, или от жетони, които ви върнем.',
    contact: `Ако нещо не е наред, пишете ни на ${PRODUCT.supportEmail}.`,
  },
  en: {
    greeting: 'Hello,',
    action: 'Open your account',
    debt: 'The tokens that were already used will be deducted from the next pack that you buy, or from tokens that we give back to you.',
    contact: `If something is wrong, write to us at ${PRODUCT.supportEmail}.`,
  },
} satisfies Record<Lang, unknown>

/** Tells the buyer that tokens were taken for a refund or a dispute, or given back. */
export const reversalText =
  (lang: Lang) =>
  (reversal: Reversal): EmailText => {
    const { reason, uncovered } = reversal.entry
    const cause = reason === 'dispute' ? 'dispute' : 'refund'
    const text = TEXTS[lang][isBack(reversal.entry) ? (`${cause}Back` as const) : cause]
    const frame = FRAME[lang]
    return {
      subject: text.subject,
      greeting: frame.greeting,
      body: [text.cause, facts(reversal, lang)],
      action: frame.action,
      after: [...text.consequence, ...(uncovered > 0 ? [frame.debt] : []), frame.contact],
    }
  }
