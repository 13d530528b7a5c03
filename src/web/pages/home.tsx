import { Accuracy } from '../features/home/accuracy.tsx'
import { BulkExample } from '../features/home/bulk-example.tsx'
import { Closing, PrivacyBlock } from '../features/home/closing.tsx'
import { Facts, Features, Steps, UseCases } from '../features/home/features.tsx'
import { Hero } from '../features/home/hero.tsx'
import { useSearch } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import type { PageHead } from '../routing/document-head.ts'
import { StatusLine } from '../ui/form-status.tsx'

export const head = (): PageHead => ({ title: m.home_title(), description: m.home_description() })

/** The sections in the order of HOME-01. */
export default function HomePage() {
  const isFarewell = new URLSearchParams(useSearch()).get('account_deleted') === '1'
  return (
    <div className="grid gap-16 sm:gap-24">
      <div className="grid gap-10">
        <StatusLine
          text={isFarewell && m.account_deleted()}
          className="border-s-4 border-valid bg-sunken px-4 py-3 text-lead"
        />
        <Hero />
      </div>
      <Features />
      <Steps />
      <BulkExample />
      <UseCases />
      <Facts />
      <Accuracy />
      <PrivacyBlock />
      <Closing />
    </div>
  )
}
