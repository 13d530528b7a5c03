import { useLang } from '../i18n/lang.ts'
import { m } from '../i18n/messages/messages.js'
import { LegalDocument } from '../legal/legal-document.tsx'
import { PRIVACY_SECTIONS } from '../legal/legal-text.ts'
import { PRIVACY_BG } from '../legal/privacy.bg.ts'
import { PRIVACY_EN } from '../legal/privacy.en.ts'
import type { PageHead } from '../shell/document-head.ts'

export const head = (): PageHead => ({
  title: m.privacy_page_title(),
  description: m.privacy_page_description(),
})

export default function PrivacyPage() {
  const lang = useLang()
  return (
    <LegalDocument
      title={m.privacy_page_title()}
      lead={m.privacy_page_lead()}
      order={PRIVACY_SECTIONS}
      text={lang === 'bg' ? PRIVACY_BG : PRIVACY_EN}
    />
  )
}
