import { PRODUCT } from '#domain/product.ts'
import { m } from '../i18n/messages/messages.js'
import { Icon } from '../ui/icon.tsx'
import { LinkedText } from '../ui/linked-text.tsx'

const QUESTIONS = [
  [m.faq_token, m.faq_token_text],
  [m.faq_pay, m.faq_pay_text],
  [m.faq_invalid, m.faq_invalid_text],
  [m.faq_twice, m.faq_twice_text],
  [m.faq_expire, m.faq_expire_text],
  [m.faq_receipt, () => m.faq_receipt_text({ email: PRODUCT.supportEmail })],
  [m.faq_refund, m.faq_refund_text],
  [m.faq_more, () => m.faq_more_text({ email: PRODUCT.supportEmail })],
] as const

/** An accordion of the browser's own: those of one name open one at a time. */
export function Questions() {
  return (
    <section aria-labelledby="faq" className="grid gap-6">
      <h2 id="faq" className="text-2xl">
        {m.pricing_faq()}
      </h2>
      <div className="max-w-3xl border-t border-line-strong">
        {QUESTIONS.map(([question, answer], i) => (
          <details key={i} name="faq" className="group border-b border-line">
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 text-lg font-semibold [&::-webkit-details-marker]:hidden">
              {question()}
              <Icon
                name="chevron"
                className="size-5 text-muted transition-transform duration-150 group-open:rotate-180 motion-reduce:transition-none"
              />
            </summary>
            <p className="max-w-prose pb-5">
              <LinkedText text={answer()} />
            </p>
          </details>
        ))}
      </div>
    </section>
  )
}
