import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { LegalDocument } from '../features/legal/document.tsx'
import { TERMS_SECTIONS } from '../features/legal/text.ts'
import { TERMS_BG } from '../features/legal/terms.bg.ts'
import { TERMS_EN } from '../features/legal/terms.en.ts'
import type { PageHead } from '../routing/document-head.ts'

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
