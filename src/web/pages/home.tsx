import { Below } from '../features/home/below.tsx'
import { Hero } from '../features/home/hero.tsx'
import { DropOverlay } from '../features/file/drop-overlay.tsx'
import { leaveFiles } from '../features/file/pending-file.ts'
import { useNavigateTo } from '../routing/navigation.ts'
import { useLang, useSearch } from '../routing/location.ts'
import { pathOf } from '../routing/paths.ts'
import { m } from '#i18n/messages/messages.js'
import type { PageHead } from '../routing/document-head.ts'
import { StatusLine } from '../ui/form-status.tsx'

export const head = (): PageHead => ({ title: m.home_title(), description: m.home_description() })

/** The hero takes a file, anywhere on the page, to the review; the other sections of HOME-01 follow. */
export default function HomePage() {
  const lang = useLang()
  const navigateTo = useNavigateTo()
  const isFarewell = new URLSearchParams(useSearch()).get('account_deleted') === '1'

  function review(...files: File[]) {
    if (files.length === 0) return
    leaveFiles(files)
    void navigateTo(`${pathOf('converter', lang)}?mode=bulk`)
  }

  return (
    <div className="grid grid-cols-1 gap-7 sm:gap-11">
      <DropOverlay onDrop={(files) => review(...files)} />
      <div className="grid grid-cols-1 gap-8">
        <StatusLine
          text={isFarewell && m.account_deleted()}
          className="border-s-4 border-ink bg-sunken px-4 py-3 text-lead"
        />
        <Hero onFile={review} />
      </div>
      <Below />
    </div>
  )
}
