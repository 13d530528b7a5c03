import { m } from '#i18n/messages/messages.js'
import { type Question, FaqList } from '../../ui/faq.tsx'

/** Frequent questions; also in the structured data of the page. */
export const CONTACT_QUESTIONS: readonly Question[] = [
  [m.contact_faq_cent, m.contact_faq_cent_text],
  [m.contact_faq_file, m.contact_faq_file_text],
  [m.contact_faq_broken, m.contact_faq_broken_text],
  [m.contact_faq_tokens, m.contact_faq_tokens_text],
  [m.contact_faq_login, m.contact_faq_login_text],
  [m.contact_faq_data, m.contact_faq_data_text],
]

export function ContactQuestions() {
  return <FaqList title={m.contact_faq()} questions={CONTACT_QUESTIONS} />
}
