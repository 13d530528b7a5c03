import { Accuracy } from '../home/accuracy.tsx'
import { BulkPicture } from '../home/bulk-picture.tsx'
import { Closing } from '../home/closing.tsx'
import { Facts } from '../home/facts.tsx'
import { Features } from '../home/features.tsx'
import { Hero } from '../home/hero.tsx'
import { PrivacyBlock } from '../home/privacy-block.tsx'
import { Steps } from '../home/steps.tsx'
import { UseCases } from '../home/use-cases.tsx'
import { useQueryText } from '../i18n/lang.ts'
import { m } from '../i18n/messages/messages.js'
import type { PageHead } from '../shell/document-head.ts'
import { StatusLine } from '../ui/status-line.tsx'

export const head = (): PageHead => ({ title: m.home_title(), description: m.home_description() })

/** What the product does, in the order of HOME-01. */
export default function HomePage() {
  const isFarewell = new URLSearchParams(useQueryText()).get('account_deleted') === '1'
  return (
    <div className="grid gap-16 sm:gap-24">
      <div className="grid gap-10">
        <StatusLine
          text={isFarewell && m.account_deleted()}
          className="border-s-4 border-valid bg-sunken px-4 py-3 text-lg"
        />
        <Hero />
      </div>
      <Features />
      <Steps />
      <BulkPicture />
      <UseCases />
      <Facts />
      <Accuracy />
      <PrivacyBlock />
      <Closing />
    </div>
  )
}
