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
        <bdi id={MISSING_PATH_ID}>{displayPath(pathname)}</bdi>
        {after}
      </p>
      <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:w-full">
        <ButtonLink look="filled" to={pathOf('converter', lang)}>
          {m.go_to_converter()}
        </ButtonLink>
        <ButtonLink look="tinted" to={pathOf('pricing', lang)}>
          {m.view_pricing()}
        </ButtonLink>
        <Button look="plain" onClick={goBack} className="noscript:hidden">
          {m.go_back()}
        </Button>
      </div>
    </div>
  )
}
