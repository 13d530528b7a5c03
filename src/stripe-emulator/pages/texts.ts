import { formatDateTime } from '#i18n/format.ts'
import type { Lang } from '#i18n/language.ts'

const EN = {
  testMark: 'Test payment: no real card, no real money',
  title: (amount: string) => `Payment of ${amount}`,
  pay: (amount: string) => `Pay ${amount}`,
  otherwise: 'Or choose another outcome',
  choices: {
    declined: { name: 'Card declined', hint: 'The payment does not go through, but you can try again.' },
    delayed: { name: 'Payment with a delay', hint: 'Like a bank transfer: confirmed after 10 seconds.' },
    'delayed-failing': {
      name: 'Failing payment with a delay',
      hint: 'After 10 seconds the bank refuses it.',
    },
    expired: { name: 'Time runs out', hint: 'The payment is closed and cannot be completed any more.' },
  },
  declined: 'The card was declined and nothing has been paid. Try again, or choose another outcome.',
  cancel: 'Cancel and go back',
  back: 'Back to the site',
  paid: 'Paid',
  paidText: 'The payment was accepted. You will not be charged again.',
  waiting: 'Waiting for confirmation',
  waitingText: 'The payment was requested. The bank will confirm or refuse it shortly.',
  refused: 'Refused by the bank',
  refusedText: 'The payment was not confirmed and nothing has been paid.',
  expired: 'Time has run out',
  expiredText: 'Nothing has been paid. To try again, start over from the site.',
  toReceipt: 'See the receipt',
  receipt: 'Receipt',
  number: 'Number',
  paidOn: 'Paid on',
  paidWith: 'Paid with',
  card: 'Test card ••••\u00a04242',
  sepa_debit: 'Test bank account ••••\u00a03000',
  total: 'Total',
  refunded: (date: string) => `Refunded on ${date}`,
  left: 'Remains paid',
  unknown: 'There is no such page',
}

const BG: typeof EN = {
  testMark: 'Тестово плащане: без истинска карта и без истински пари',
  title: (amount) => `Плащане на ${amount}`,
  pay: (amount) => `Платете ${amount}`,
  otherwise: 'Или изберете какво да се случи',
  choices: {
    declined: { name: 'Картата е отказана', hint: 'Плащането не минава, но можете да опитате отново.' },
    delayed: {
      name: 'Плащане със закъснение',
      hint: 'Като банков превод: потвърждава се след 10 секунди.',
    },
    'delayed-failing': {
      name: 'Неуспешно плащане със закъснение',
      hint: 'След 10 секунди банката го отхвърля.',
    },
    expired: { name: 'Срокът изтича', hint: 'Плащането се затваря и вече не може да бъде довършено.' },
  },
  declined: 'Картата беше отказана и нищо не е платено. Опитайте отново или изберете друго.',
  cancel: 'Отказ и връщане назад',
  back: 'Обратно към сайта',
  paid: 'Платено',
  paidText: 'Плащането е прието. Няма да платите втори път.',
  waiting: 'Очаква потвърждение',
  waitingText: 'Плащането е заявено. Банката ще го потвърди или отхвърли след малко.',
  refused: 'Отхвърлено от банката',
  refusedText: 'Плащането не беше потвърдено и нищо не е платено.',
  expired: 'Срокът изтече',
  expiredText: 'Нищо не е платено. За нов опит започнете отначало от сайта.',
  toReceipt: 'Вижте разписката',
  receipt: 'Разписка',
  number: 'Номер',
  paidOn: 'Платено на',
  paidWith: 'Начин на плащане',
  card: 'Тестова карта ••••\u00a04242',
  sepa_debit: 'Тестова банкова сметка ••••\u00a03000',
  total: 'Общо',
  refunded: (date) => `Възстановено на ${date}`,
  left: 'Остава платено',
  unknown: 'Няма такава страница',
}

export const PAGE_TEXTS: Record<Lang, typeof EN> = { bg: BG, en: EN }

/** @param timeS seconds since 1970 */
export const formatDate = (timeS: number, lang: Lang): string =>
  formatDateTime(timeS * 1000, lang, { dateStyle: 'long', timeZone: 'Europe/Sofia' })
