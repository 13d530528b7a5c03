/** Texts and checks of the checkout and success pages. */
import { eventually, type Visitor } from './steps.ts'

export const START = '**/api/create-checkout-session'
export const FINALIZE = '**/api/checkout/finalize'

export const TEXTS = {
  bg: {
    checkout: 'Плащане',
    starting: 'Подготвяме плащането…',
    item: 'Подготвяме защитено плащане за пакет Business.',
    pack: 'Business · 2000 жетона 14,99 €',
    redirecting: 'Преминаване към плащането…',
    fallback: 'Ако страницата за плащане не се отвори, продължете оттук.',
    continue: 'продължете оттук',
    notStarted: 'Плащането не можа да започне',
    noPack: 'Не е избран пакет.',
    nothingCharged: 'Нищо не е удържано.',
    unknownPack: 'Няма такъв пакет. Изберете пакет от страницата с цените.',
    providerDown: 'Доставчикът на плащания не отговаря и плащането не започна. Опитайте отново след малко.',
    nonJson: 'Сървърът не отговори с JSON (статус 502): <html> <h1>Bad Gateway</h1> </html>',
    noAnswer: 'Проверете връзката си.',
    payment: 'Левро Business',
    pay: 'Платете 4,99 €',
    cancel: 'Отказ и връщане назад',
    cancelled: 'Плащането не е завършено. Нищо не е удържано.',
    prices: 'Един жетон – една цена',

    purchase: 'Покупка на жетони',
    checking: 'Приключваме покупката ви…',
    waiting: 'Доставчикът още не е потвърдил плащането. Можете да изчакате',
    unasked: 'В момента плащането не може да бъде проверено.',
    done: 'Плащането е успешно',
    coming: '500 жетона са на път към профила ви.',
    awaited: 'чака потвърждение',
    toFile: 'Към ceni.csv',
    unpaid: 'Плащането още не е завършено и засега не е взета сума.',
    refunded: 'Плащането е възстановено',
    partlyRefunded: 'Част от плащането е възстановена',
    returned: ['Върната сума: 4,99 €', 'Отнети жетони: 500'],
    partlyReturned: ['Върната сума: 7,50 €', 'Отнети жетони: 1000'],
    balanceAfter: (tokens: string) => `Сега имате ${tokens} жетона`,
    addedAlone: '500 жетона са добавени в профила ви.',
    alreadyAlone: 'Жетоните от тази покупка вече са в профила ви.',
    added: '500 жетона са добавени в профила ви. Сега имате 515 жетона Стигат за 515 цени. Не изтичат.',
    already:
      '500 жетона от тази покупка вече са в профила ви. Сега имате 515 жетона Стигат за 515 цени. Не изтичат.',
    toConverter: 'Към конвертора',
    more: 'Купете още',
    receipt: 'Вижте разписката (отваря се в нов раздел)',
    receiptTitle: 'Разписка',
    paid: '4,99 €',
    unverified: 'Не успяхме да потвърдим плащането',
    advice: 'Презаредете страницата след малко. Ако сте платили, жетоните ще се появят скоро',
    pending: 'Доставчикът още не е потвърдил плащането.',
    pendingAdvice: 'Не е нужно да чакате тук, нито да плащате отново',
    account: 'профила си',
    noSession: 'В адреса липсва номерът на плащането.',
    ifPaid: 'Ако сте платили, жетоните ще бъдат добавени автоматично',
    toAccount: 'Към профила',
    mangled:
      'Адресът на страницата е непълен или променен. Ако сте платили, жетоните ще бъдат добавени автоматично и ще ги видите в профила си.',
    foreign:
      'Това плащане не е на вашия профил. Проверете адреса на страницата и дали сте влезли с имейла, с който сте поръчали.',
    refused:
      'Плащането се различава от поръчката и затова не са добавени жетони. Пишете ни на support@levro.bg.',
    expired: 'Плащането не беше завършено и нищо не е платено.',

    again: 'Опитайте отново',
    retry: 'Опитайте отново',
    back: 'Обратно към цените',
    toPrices: 'Цени',
  },
  en: {
    checkout: 'Checkout',
    starting: 'Starting checkout…',
    item: 'Creating a secure payment session for Business.',
    pack: 'Business · 2,000 tokens €14.99',
    redirecting: 'Redirecting to Checkout…',
    fallback: 'If the payment page does not open, continue.',
    continue: 'continue',
    notStarted: "We couldn't start checkout",
    noPack: 'Missing priceId',
    nothingCharged: 'Nothing was charged.',
    unknownPack: 'There is no such pack. Choose one on the pricing page.',
    providerDown:
      'The payment provider is not responding, and the payment was not started. Try again in a moment.',
    nonJson: 'Server returned non-JSON (502): <html> <h1>Bad Gateway</h1> </html>',
    noAnswer: 'Failed to start checkout.',
    payment: 'Levro Business',
    pay: 'Pay €4.99',
    cancel: 'Cancel and go back',
    cancelled: 'The payment was not completed. Nothing was charged.',
    prices: 'One token, one price',

    purchase: 'Token purchase',
    checking: 'Finalizing your purchase…',
    waiting: 'The provider has not confirmed the payment yet. You may wait',
    unasked: 'We cannot check the payment right now, but we keep trying.',
    done: 'Payment successful',
    coming: '500 tokens are on their way to your account.',
    awaited: 'awaiting confirmation',
    toFile: 'To ceni.csv',
    unpaid: 'The payment has not been completed, and nothing has been charged so far.',
    refunded: 'Payment refunded',
    partlyRefunded: 'Payment partly refunded',
    returned: ['Refunded: €4.99', 'Tokens deducted: 500'],
    partlyReturned: ['Refunded: €7.50', 'Tokens deducted: 1,000'],
    balanceAfter: (tokens: string) => `You now have ${tokens} tokens`,
    addedAlone: '500 tokens were added to your account.',
    alreadyAlone: 'The tokens from this purchase were already added to your account.',
    added:
      '500 tokens were added to your account. You now have 515 tokens Enough for 515 prices. They never expire.',
    already:
      'The 500 tokens from this purchase were already added to your account. You now have 515 tokens Enough for 515 prices. They never expire.',
    toConverter: 'Go to Converter',
    more: 'Buy more',
    receipt: 'View receipt (opens in a new tab)',
    receiptTitle: 'Receipt',
    paid: '€4.99',
    unverified: "We couldn't verify the payment",
    advice: 'Refresh the page in a moment. If you have paid, the tokens may arrive shortly',
    pending: 'The provider has not confirmed the payment yet.',
    pendingAdvice: "You don't need to wait here or pay again",
    account: 'account',
    noSession: 'Missing session_id',
    ifPaid: 'If you have paid, the tokens will be added automatically',
    toAccount: 'Go to your account',
    mangled:
      'The address of this page is incomplete or was changed. If you have paid, the tokens will be added automatically, and you will see them in your account.',
    foreign:
      'This payment does not belong to your account. Check the address of this page, and that you are signed in with the email you ordered with.',
    refused: 'The payment differs from the order, so no tokens were added. Write to us at support@levro.bg.',
    expired: 'The payment was not completed, and you were not charged.',

    again: 'Try again',
    retry: 'Retry',
    back: 'Back to Pricing',
    toPrices: 'Pricing',
  },
}

export const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Waits for the page title. It gets the focus, so that screen readers announce it. */
export async function waitForTitle({ page }: Pick<Visitor, 'page'>, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name)
}

/** Returns the alert text below the error title. */
export async function alertTextOf(visitor: Pick<Visitor, 'page'>, title: string): Promise<string> {
  await waitForTitle(visitor, title)
  return plain(await visitor.page.getByRole('main').getByRole('alert').innerText())
}

/** Returns the text of all paragraphs of the page. */
export const paragraphsOf = async ({ page }: Pick<Visitor, 'page'>): Promise<string> =>
  plain((await page.getByRole('main').locator('p').allInnerTexts()).join(' '))
