import { PRODUCT } from '#product/product.ts'
import { m } from '#i18n/messages/messages.js'
import { type Question, FaqList } from '../../ui/faq.tsx'

/** Questions about tokens and payment; also in the structured data of the page. */
export const PRICING_QUESTIONS: readonly Question[] = [
  [m.faq_token, m.faq_token_text],
  [m.faq_pay, m.faq_pay_text],
  [m.faq_invalid, m.faq_invalid_text],
  [m.faq_twice, m.faq_twice_text],
  [m.faq_expire, m.faq_expire_text],
  [m.faq_receipt, () => m.faq_receipt_text({ email: PRODUCT.supportEmail })],
  [m.faq_refund, m.faq_refund_text],
  [m.faq_more, m.faq_more_text],
]

export function Questions() {
  return <FaqList title={m.pricing_faq()} questions={PRICING_QUESTIONS} />
}
