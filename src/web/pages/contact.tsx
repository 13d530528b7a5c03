import { PRODUCT } from '#product/product.ts'
import { ContactForm } from '../features/contact/contact-form.tsx'
import { ContactQuestions } from '../features/contact/faq.tsx'
import { m } from '#i18n/messages/messages.js'
import { LinkedText } from '../ui/linked-text.tsx'
import type { PageHead } from '../routing/document-head.ts'

export const head = (): PageHead => ({ title: m.contact_title(), description: m.contact_description() })

/** The contact form and frequent questions (INFO-02). */
export default function ContactPage() {
  return (
    <div className="grid gap-14 sm:gap-16">
      <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[1fr_2fr]">
        <div className="grid content-start gap-6">
          <div className="grid gap-3">
            <h1 className="text-h1">{m.contact_heading()}</h1>
            <p className="max-w-prose text-lead text-muted">{m.contact_lead()}</p>
          </div>
          <div className="border-y border-line py-4">
            <p className="text-muted">{m.contact_address()}</p>
            <p className="text-h3 font-bold [&_a]:inline-flex [&_a]:min-h-11 [&_a]:items-center">
              <LinkedText text={`[${PRODUCT.supportEmail}](email)`} />
            </p>
            <p className="mt-2">{m.contact_reply()}</p>
          </div>
        </div>
        <div className="min-w-0">
          <ContactForm />
        </div>
      </div>
      <ContactQuestions />
    </div>
  )
}
