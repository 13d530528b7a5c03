import { useLang } from '../i18n/lang.ts'
import { m } from '../i18n/messages/messages.js'
import { LegalDocument } from '../legal/legal-document.tsx'
import { TERMS_SECTIONS } from '../legal/legal-text.ts'
import { TERMS_BG } from '../legal/terms.bg.ts'
import { TERMS_EN } from '../legal/terms.en.ts'
import type { PageHead } from '../shell/document-head.ts'

export const head = (): PageHead => ({ title: m.terms_page_title(), description: m.terms_page_description() })

export default function TermsPage() {
  const lang = useLang()
  return (
    <LegalDocument
      title={m.terms_page_title()}
      lead={m.terms_page_lead()}
      order={TERMS_SECTIONS}
      text={lang === 'bg' ? TERMS_BG : TERMS_EN}
    />
  )
}
