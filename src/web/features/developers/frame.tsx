import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { Lang } from '#i18n/language.ts'
import { useLang } from '../../routing/location.ts'
import { pageOf } from '../../routing/paths.ts'
import { GROUPS, GROUP_PAGES } from './group-pages.ts'
import { PageList, type Section } from './page-list.tsx'
import { DEVELOPERS_BG } from './text.bg.ts'
import { DEVELOPERS_EN } from './text.en.ts'
import type { DeveloperText } from './text.ts'

export const TEXT = { bg: DEVELOPERS_BG, en: DEVELOPERS_EN } satisfies Record<Lang, DeveloperText>

/** A page of the developer documentation, with the list of all its pages. */
export function Frame({ sections, children }: { sections: readonly Section[]; children: ReactNode }) {
  const words = TEXT[useLang()]
  const pages = [
    { page: 'developers', name: words.overview },
    ...GROUPS.map((one) => ({ page: GROUP_PAGES[one], name: words.groups[one] })),
    { page: 'developersTools', name: words.tools },
    { page: 'developersErrors', name: words.parts.errors.title },
  ] as const
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-8 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <PageList pages={pages} current={pageOf(useLocation().pathname) ?? 'developers'} sections={sections} />
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-10">{children}</div>
    </div>
  )
}
