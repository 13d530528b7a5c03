import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { MISSING_PATH_ID, displayPath } from '#product/display-text.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../routing/paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import type { PageHead } from '../routing/document-head.ts'

export const head = (): PageHead => ({ title: m.not_found_title() })

const GAP = '\u0000'

/** Shown, with status 404, for every unknown path (ROUTE-05). */
export default function NotFoundPage() {
  const lang = useLang()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  // Prerendered once for all unknown paths: the server inserts the requested one.
  const [before, after] = m.not_found_text({ path: GAP }).split(GAP)

  function goBack() {
    if (window.history.length > 1) void navigate(-1)
    else void navigate(pathOf('home', lang))
  }

  return (
    <div className="grid justify-items-start gap-5">
      <h1 className="text-h1">{m.not_found_heading()}</h1>
      <p className="max-w-prose text-lead wrap-anywhere">
        {before}
        <span className="box-decoration-clone rounded-small bg-sunken px-1.5 py-0.5 font-mono text-[0.85em] text-muted">
          <bdi id={MISSING_PATH_ID}>{displayPath(pathname)}</bdi>
        </span>
        {after}
      </p>
      <ul className="grid w-full gap-x-8 lg:grid-cols-3">
        <Place name={m.nav_converter()} text={m.not_found_converter()}>
          <ButtonLink look="filled" to={pathOf('converter', lang)}>
            {m.go_to_converter()}
          </ButtonLink>
        </Place>
        <Place name={m.nav_check()} text={m.not_found_check()}>
          <ButtonLink look="tinted" to={pathOf('check', lang)}>
            {m.go_to_check()}
          </ButtonLink>
        </Place>
        <Place name={m.nav_pricing()} text={m.not_found_pricing()}>
          <ButtonLink look="tinted" to={pathOf('pricing', lang)}>
            {m.view_pricing()}
          </ButtonLink>
        </Place>
      </ul>
      <Button
        look="plain"
        onClick={goBack}
        className="-ms-3 underline decoration-line-strong underline-offset-4 noscript:hidden"
      >
        {m.go_back()}
      </Button>
    </div>
  )
}

type PlaceProps = { name: string; text: string; children: ReactNode }

/** A page that may have been meant, and what is done there. */
function Place({ name, text, children }: PlaceProps) {
  return (
    <li className="grid items-center gap-x-8 gap-y-3 border-t border-line-strong py-4 sm:max-lg:grid-cols-[1fr_auto] sm:max-lg:*:last:min-w-44 lg:grid-rows-[1fr_auto] lg:items-start lg:*:last:justify-self-start">
      <div>
        <h2 className="text-lead">{name}</h2>
        <p className="text-muted">{text}</p>
      </div>
      {children}
    </li>
  )
}
