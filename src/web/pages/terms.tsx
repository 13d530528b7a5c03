import type { Lang } from '#i18n/language.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { LegalDocument } from '../features/legal/document.tsx'
import { TERMS_SECTIONS } from '../features/legal/text.ts'
import { TERMS_BG } from '../features/legal/terms.bg.ts'
import { TERMS_EN } from '../features/legal/terms.en.ts'
import { OperatorLine } from '../layout/operator-line.tsx'
import type { PageHead } from '../routing/document-head.ts'

export const head = (): PageHead => ({ title: m.terms_page_title(), description: m.terms_page_description() })

const TEXT = { bg: TERMS_BG, en: TERMS_EN } satisfies Record<Lang, object>

export default function TermsPage() {
  return (
    <LegalDocument
      title={m.terms_page_title()}
      lead={m.terms_page_lead()}
      order={TERMS_SECTIONS}
      text={TEXT[useLang()]}
      operator={<OperatorLine className="max-w-prose" />}
    />
  )
}
