import { describe, expect, it } from 'vitest'
import { type Lang, LANGS } from '#i18n/language.ts'
import type { Operator } from '#product/operator.ts'
import { CONTACT_TOPICS, PRODUCT } from '#product/product.ts'
import { purchaseRow } from '#test/server/filled-database.ts'
import type { EmailText } from '../mail/layout.ts'
import { EMAIL_FRAME, EMAIL_TEXT } from './texts.ts'

const NOBODY: Operator = { name: undefined, number: undefined, address: undefined }
const OPERATOR: Operator = { name: 'Levro OOD', number: '201234567', address: '1 Ruski Blvd, 1000 Sofia' }

/** Half past ten in the evening in London, which is the next day in Bulgaria. */
const PAID_AT = Date.UTC(2026, 0, 31, 22, 30)

const PURCHASE = purchaseRow('p-1', {
  plan: 'business',
  tokens: 2000,
  price_cents: 14_99,
  paid_at: PAID_AT,
  credited_at: PAID_AT + 5 * 86_400_000,
  created_at: PAID_AT,
})

const FACTOR_CHANGES = [
  'passkey-added',
  'passkey-removed',
  'app-added',
  'app-removed',
  'codes-replaced',
  'code-used',
  'removed-by-support',
  'removed-unproven',
]

const MESSAGE = { id: 'm-1', name: 'Iva', email: 'iva@example.bg', text: 'one\ntwo', at: PAID_AT }

/** Of a refund that has taken 100 tokens, unless it is said otherwise. */
const reversal = (lang: Lang, entry: object = {}, { debtPaid = 0, purchase = {}, operator = NOBODY } = {}) =>
  EMAIL_TEXT[lang].reversal({
    purchase: { ...PURCHASE, ...purchase },
    entry: { reason: 'refund', delta: -100, uncovered: 0, balance_after: 1915, ...entry },
    debtPaid,
    operator,
  })

/** Every email there is, with each of its variants. */
function emailsIn(lang: Lang): Record<string, EmailText> {
  const words = EMAIL_TEXT[lang]
  const { verify, reset, taken, password, deleted, 'failed-sign-ins': failedSignIns } = words
  const bought = { purchase: PURCHASE, operator: OPERATOR, debtPaid: 0 }
  return {
    verify,
    reset,
    taken,
    password,
    deleted,
    failedSignIns,
    'a new device': words['new-device']('Chrome · Windows', PAID_AT),
    'an unknown new device': words['new-device']('', PAID_AT),
    'wrong codes': words['failed-codes'](false),
    'no more codes': words['failed-codes'](true),
    'a code for a device': words['device-code']('ABCD-EFGH'),
    'an API key': words['api-key']('Shop (levro_AbCdEf…)', PAID_AT),
    ...Object.fromEntries(FACTOR_CHANGES.map((change) => [change, words['second-factor'](change)])),
    'a purchase': words.purchase(bought),
    'a purchase that pays a debt': words.purchase({ ...bought, debtPaid: 385 }),
    'a refund': reversal(lang),
    'a refund of used tokens': reversal(lang, { uncovered: 385 }),
    'a refund that is cancelled': reversal(lang, { delta: 100 }),
    'a dispute': reversal(lang, { reason: 'dispute' }),
    'a dispute that is over': reversal(lang, { reason: 'dispute', delta: 100 }),
  }
}

const paragraphs = ({ greeting, body, after }: EmailText) => [greeting, ...body, ...after]
const spaced = (text = '') => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('the emails', () => {
  it.each(Object.keys(emailsIn('bg')))(
    'AUTH-10 · say the same in both languages, in words of each: %s',
    (name) => {
      const [bg, en] = [emailsIn('bg')[name], emailsIn('en')[name]]
      if (bg === undefined || en === undefined) return expect.fail('missing')
      const linesOf = ({ greeting, body, action, after }: EmailText) => ({
        greeting: greeting.split('\n').length,
        body: body.map((text) => text.split('\n').length),
        after: after.map((text) => text.split('\n').length),
        hasAction: action !== undefined,
      })
      expect(linesOf(bg)).toEqual(linesOf(en))
      for (const [lang, { subject, action = subject, ...rest }] of Object.entries({ bg, en }))
        for (const text of [subject, action, ...paragraphs({ subject, ...rest })]) {
          if (text === 'ABCD-EFGH') continue
          expect(text.trim()).not.toBe('')
          expect([text, /\p{Script=Cyrillic}/u.test(text)]).toEqual([text, lang === 'bg'])
          expect(text).not.toMatch(/undefined|null|NaN/)
        }
      for (const [lang, { subject }] of [
        ['bg', bg],
        ['en', en],
      ] as const)
        if (!/^(?:Промяна|The two-step)/.test(subject)) expect(subject).toContain(PRODUCT.name[lang])
      expect([bg.greeting, en.greeting]).toEqual(['Здравейте,', 'Hello,'])
    },
  )

  it('AUTH-10 · are different ones, also about each change of the second factors', () => {
    for (const lang of LANGS) {
      const all = Object.values(emailsIn(lang)).map((email) => paragraphs(email).join('\n'))
      expect(new Set(all).size).toBe(all.length)
      // One that an other version of the server has stored.
      expect(EMAIL_TEXT[lang]['second-factor']('unheard-of').body[0]).toBe('')
    }
  })

  it('AUTH-10 · have a hint and a footer around them', () => {
    expect(EMAIL_FRAME.bg).toEqual({
      copyHint: expect.stringMatching(/^Ако бутонът не работи.*:$/),
      footer: expect.stringMatching(/^Левро – /),
    })
    expect(EMAIL_FRAME.en).toEqual({
      copyHint: expect.stringMatching(/^If the button does not work.*:$/),
      footer: expect.stringMatching(/^Levro – /),
    })
  })

  it.each([
    ['bg', 'Устройство: Chrome · Windows', 'Кога: 1 февруари 2026 г. в 0:30 (българско време)'],
    ['en', 'Device: Chrome · Windows', 'When: 1 February 2026 at 00:30 (time in Bulgaria)'],
  ] as const)('AUTH-10 · name a new device, and the time in Bulgaria: %s', (lang, device, time) => {
    const facts = (name: string) => spaced(EMAIL_TEXT[lang]['new-device'](name, PAID_AT).body[1])
    expect(facts('Chrome · Windows')).toBe(`${device}\n${time}`)
    expect(facts('')).toBe(time)
  })

  it('AUTH-10 · write a code alone in its paragraph', () => {
    for (const lang of LANGS)
      expect(EMAIL_TEXT[lang]['device-code']('ABCD-EFGH').body).toEqual([expect.any(String), 'ABCD-EFGH'])
  })

  it('AUTH-10 · tell where to write to when someone else has done it', () => {
    for (const lang of LANGS) {
      const emails = emailsIn(lang)
      const withAddress = Object.keys(emails).filter((name) =>
        paragraphs(emails[name] ?? expect.fail()).some((text) => text.includes(PRODUCT.supportEmail)),
      )
      expect(withAddress).toEqual([
        'deleted',
        ...FACTOR_CHANGES,
        'a purchase',
        'a purchase that pays a debt',
        'a refund',
        'a refund of used tokens',
        'a refund that is cancelled',
        'a dispute',
        'a dispute that is over',
      ])
    }
  })
})

describe('the email about a message to support', () => {
  it.each([
    ['bg', ['Общ въпрос', 'Плащания и жетони', 'Съобщение за грешка', 'Предложение']],
    ['en', ['General question', 'Billing / tokens', 'Bug report', 'Feature request']],
  ] as const)('INFO-03 · names its topic, sender and number: %s', (lang, topics) => {
    for (const [n, topic] of CONTACT_TOPICS.entries())
      expect(EMAIL_TEXT[lang].support({ ...MESSAGE, topic, lang, accountId: null })).toEqual({
        subject: `[${topics[n]}] Iva`,
        greeting: 'Iva <iva@example.bg>',
        body: ['one\ntwo'],
        after: ['# m-1'],
      })
  })

  it('INFO-03 · shows what is invisible in it, and keeps its lines', () => {
    const message = { ...MESSAGE, name: 'I\u202eva', text: 'one\u200b\r\ntwo', topic: 'bug' as const }
    const email = EMAIL_TEXT.en.support({ ...message, lang: 'en', accountId: null })
    expect([email.subject, email.greeting]).toEqual([
      '[Bug report] I\\u{202e}va',
      'I\\u{202e}va <iva@example.bg>',
    ])
    expect(email.body).toEqual(['one\\u{200b}\ntwo'])
  })
})

describe('the confirmation of a purchase', () => {
  it.each([
    [
      'bg',
      '2000 жетона са в профила ви в Левро',
      [
        'Пакет: Business – 2000 жетона',
        'Дължими жетони, приспаднати веднага: 385',
        'Платено: 14,99 €, еднократно',
        'Дата: 1 февруари 2026 г.',
        'Номер на покупката: p-1',
        'Доставчик: Levro OOD, ЕИК 201234567, 1 Ruski Blvd, 1000 Sofia',
      ],
    ],
    [
      'en',
      '2,000 tokens are in your Levro account',
      [
        'Pack: Business, 2,000 tokens',
        'Tokens owed, deducted at once: 385',
        'Paid: €14.99, once',
        'Date: 1 February 2026',
        'Purchase number: p-1',
        'Provided by: Levro OOD, company number 201234567, 1 Ruski Blvd, 1000 Sofia',
      ],
    ],
  ] as const)('PAY-07 · has its facts, one a line: %s', (lang, subject, facts) => {
    const written = (debtPaid: number, operator = OPERATOR, purchase = PURCHASE) => {
      const email = EMAIL_TEXT[lang].purchase({ purchase, operator, debtPaid })
      return { subject: spaced(email.subject), facts: spaced(email.body[1]).split('\n') }
    }
    expect(written(385)).toEqual({ subject, facts })
    const [pack, , ...others] = facts
    expect(written(0).facts).toEqual([pack, ...others])
    expect(written(0, NOBODY).facts).toEqual([pack, ...others.slice(0, -1)])
    // Of an earlier version: when it was credited is known only. And a pack that is no longer sold.
    const former = { ...PURCHASE, paid_at: null, credited_at: PAID_AT - 86_400_000, plan: 'former' }
    const [formerPack, , date] = written(0, NOBODY, former).facts
    expect([formerPack, date]).toEqual([
      pack.replace('Business', 'former'),
      facts[3].replace(/: 1 \S+/, lang === 'bg' ? ': 31 януари' : ': 31 January'),
    ])
  })
})

describe('the email about a refund or a dispute', () => {
  it.each([
    [
      'bg',
      [
        'Пакет: Business – 2000 жетона',
        'Платено: 14,99 €',
        'Възстановена сума досега: 0,01 €',
        'Оспорена сума: 0,02 €',
        'Отнети жетони: 1000',
        'Вече използвани, остават дължими: 1',
        'Дължими за друга покупка, приспаднати веднага: 15',
        'Жетони в профила след това: 1900',
        'Дата на плащането: 1 февруари 2026 г.',
        'Номер на покупката: p-1',
        'Доставчик: Levro OOD, ЕИК 201234567, 1 Ruski Blvd, 1000 Sofia',
      ],
    ],
    [
      'en',
      [
        'Pack: Business, 2,000 tokens',
        'Paid: €14.99',
        'Refunded so far: €0.01',
        'Disputed amount: €0.02',
        'Tokens taken: 1,000',
        'Already used, still owed: 1',
        'Owed for another purchase, deducted at once: 15',
        'Tokens in the account afterwards: 1,900',
        'Date of the payment: 1 February 2026',
        'Purchase number: p-1',
        'Provided by: Levro OOD, company number 201234567, 1 Ruski Blvd, 1000 Sofia',
      ],
    ],
  ] as const)('PAY-07 · has its facts, one a line, and none that is not there: %s', (lang, facts) => {
    const factsOf = (...of: [entry?: object, more?: object]) =>
      spaced(reversal(lang, ...of).body[1]).split('\n')
    const all = factsOf(
      { delta: -1000, uncovered: 1 },
      { debtPaid: 15, purchase: { refunded_cents: 1, disputed_cents: 2 }, operator: OPERATOR },
    )
    expect(all).toEqual(facts)
    const few = factsOf({ delta: -1000, balance_after: 1900 })
    expect(few).toEqual([0, 1, 4, 7, 8, 9].map((n) => facts[n]))
    const former = factsOf({}, { purchase: { paid_at: null, credited_at: PAID_AT - 86_400_000 } })
    expect(former.find((line) => line.includes('2026'))).toMatch(/: 31 /)
  })

  it.each([
    ['bg', 'Върнати жетони', 'Отнети жетони'],
    ['en', 'Tokens given back', 'Tokens taken'],
  ] as const)('PAY-07 · tells whether tokens were taken or given back: %s', (lang, given, taken) => {
    const [givenBack, refund, dispute] = [
      reversal(lang, { delta: 100 }),
      reversal(lang),
      reversal(lang, { reason: 'dispute' }),
    ]
    const disputeOver = reversal(lang, { reason: 'dispute', delta: 1 })
    const subjects = [givenBack, refund, dispute, disputeOver].map(({ subject }) => subject)
    expect(new Set(subjects).size).toBe(4)
    const told = (delta: number, uncovered: number) => {
      const { subject, body } = reversal(lang, { delta, uncovered })
      const [, facts = ''] = body
      return [subject === givenBack.subject, /^(.*): -?\d+$/m.exec(facts)?.[1]]
    }
    expect(told(1, 0)).toEqual([true, given])
    expect(told(-1, 0)).toEqual([false, taken])
    // Nothing was left to take; the first one took nothing because nothing was owed.
    expect(told(0, 0)).toEqual([true, given])
    expect(told(0, 1)).toEqual([false, taken])
  })

  it.each([
    ['bg', 'приспаднем от следващия пакет', 'Останалите жетони', 'кажете на банката си'],
    ['en', 'deducted from the next pack', 'You can use your other tokens', 'tell your bank'],
  ] as const)('PAY-07 · tells what follows: %s', (lang, owed, others, bank) => {
    const after = (entry: object) => reversal(lang, entry).after
    const contains = (text: string) => expect.stringContaining(text)
    const contact = contains(PRODUCT.supportEmail)
    expect(after({})).toEqual([contains(others), contact])
    expect(after({ uncovered: 1 })).toEqual([contains(others), contains(owed), contact])
    expect(after({ delta: 1 })).toEqual([contact])
    expect(after({ reason: 'dispute' })).toEqual([contains(others), contains(bank), contact])
    expect(after({ reason: 'dispute', delta: 1 })).toEqual([contact])
  })
})
