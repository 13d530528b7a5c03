import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { LegalDocument } from '../features/legal/document.tsx'
import { PRIVACY_SECTIONS } from '../features/legal/text.ts'
import { PRIVACY_BG } from '../features/legal/privacy.bg.ts'
import { PRIVACY_EN } from '../features/legal/privacy.en.ts'
import type { PageHead } from '../routing/document-head.ts'

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
