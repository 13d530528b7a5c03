import type { Lang } from '#i18n/language.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { LegalDocument } from '../features/legal/document.tsx'
import { PRIVACY_SECTIONS } from '../features/legal/text.ts'
import { PRIVACY_BG } from '../features/legal/privacy.bg.ts'
import { PRIVACY_EN } from '../features/legal/privacy.en.ts'
import { OperatorLine } from '../layout/operator-line.tsx'
import type { PageHead } from '../routing/document-head.ts'

export const head = (): PageHead => ({
  title: m.privacy_page_title(),
  description: m.privacy_page_description(),
})

const TEXT = { bg: PRIVACY_BG, en: PRIVACY_EN } satisfies Record<Lang, object>

export default function PrivacyPage() {
  return (
    <LegalDocument
      title={m.privacy_page_title()}
      lead={m.privacy_page_lead()}
      order={PRIVACY_SECTIONS}
      text={TEXT[useLang()]}
      operator={<OperatorLine className="max-w-prose" />}
    />
  )
}
