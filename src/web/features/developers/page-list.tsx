import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useLang } from '../../routing/location.ts'
import { type Page, pathOf } from '../../routing/paths.ts'
import { useFocusAtAnchor } from '../../ui/contents.tsx'
import { DetailsChevron } from '../../ui/icon.tsx'
import { m } from '#i18n/messages/messages.js'

export type Section = { readonly id: string; readonly name: ReactNode }

type Props = {
  pages: readonly { readonly page: Page; readonly name: string }[]
  current: Page
  /** The sections of the current page. */
  sections: readonly Section[]
}

/** The pages of the API, with the sections of the current one; the section that is being read is marked. */
export function PageList({ pages, current, sections }: Props) {
  const lang = useLang()
  const reading = useReadingPosition(sections)
  useFocusAtAnchor()
  return (
    <nav
      aria-label={m.legal_contents()}
      className="lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto lg:pb-4"
    >
      {/* Folded on a phone, so that the page begins with its title. */}
      <details className="group border-b border-line lg:hidden">
        <summary className="flex min-h-11 items-center gap-1.5 font-semibold">
          <span className="text-muted">{m.legal_contents()}:</span>
          {pages.find(({ page }) => page === current)?.name}
          <DetailsChevron className="size-4" />
        </summary>
        <ul className="pb-2">
          {pages.map(({ page, name }) => (
            <li key={page}>
              <Link
                to={pathOf(page, lang)}
                aria-current={page === current ? 'page' : undefined}
                className="flex min-h-11 items-center font-semibold text-muted -outline-offset-2 aria-[current=page]:text-ink"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </details>
      <ul className="grid gap-0.5 max-lg:hidden">
        {pages.map(({ page, name }) => (
          <li key={page}>
            <Link
              to={pathOf(page, lang)}
              aria-current={page === current ? 'page' : undefined}
              className="flex items-center rounded-base font-semibold text-muted -outline-offset-2 hover:text-ink aria-[current=page]:text-ink min-h-9 px-3 hover:bg-hover aria-[current=page]:bg-sunken"
            >
              {name}
            </Link>
            {page === current && (
              <ul className="my-1 ms-3 border-s border-line">
                {sections.map((section) => (
                  <li key={section.id}>
                    <Link
                      to={`#${section.id}`}
                      aria-current={section.id === reading ? 'location' : undefined}
                      className="-ms-px flex min-h-8 items-center border-s-2 border-transparent py-1 ps-3 text-small leading-snug text-muted -outline-offset-2 hover:text-ink aria-[current=location]:border-ink aria-[current=location]:font-semibold aria-[current=location]:text-ink"
                    >
                      {section.name}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The id of the section that is being read. */
function useReadingPosition(sections: readonly Section[]): string | undefined {
  const [reading, setReading] = useState<string>()
  const ids = sections.map(({ id }) => id).join(' ')
  useEffect(() => {
    const onScroll = () => {
      const begun = ids
        .split(' ')
        .filter(
          (id) =>
            (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < window.innerHeight / 3,
        )
      setReading(begun.at(-1))
    }
    onScroll()
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [ids])
  return reading
}
