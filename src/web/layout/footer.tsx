import { Link } from 'react-router'
import { PRODUCT } from '#product/product.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../routing/paths.ts'
import { Rate } from './header-links.tsx'

const link =
  'inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4 hover:decoration-ink'

export function Footer() {
  const lang = useLang()
  return (
    <footer className="mt-20 border-t border-line bg-sunken">
      <div className="mx-auto grid max-w-6xl gap-8 px-4 py-10 sm:grid-cols-[2fr_1fr_1fr] sm:px-6">
        <div className="grid max-w-prose content-start gap-2">
          <p className="text-lg font-bold">
            <Rate />
          </p>
          <p className="text-muted">{m.footer_rate()}</p>
          <p className="text-muted">{m.footer_independent({ product: PRODUCT.name[lang] })}</p>
        </div>
        <nav aria-label={m.footer_product()}>
          <h2 className="mb-2 text-base">{m.footer_product()}</h2>
          <ul>
            <li>
              <Link to={pathOf('converter', lang)} className={link}>
                {m.nav_converter()}
              </Link>
            </li>
            <li>
              <Link to={pathOf('pricing', lang)} className={link}>
                {m.nav_pricing()}
              </Link>
            </li>
            <li>
              <Link to={pathOf('about', lang)} className={link}>
                {m.about_title()}
              </Link>
            </li>
            <li>
              <Link to={pathOf('developers', lang)} className={link}>
                {m.developers_title()}
              </Link>
            </li>
          </ul>
        </nav>
        <nav aria-label={m.footer_support()}>
          <h2 className="mb-2 text-base">{m.footer_support()}</h2>
          <ul>
            <li>
              <Link to={pathOf('contact', lang)} className={link}>
                {m.contact_title()}
              </Link>
            </li>
            <li>
              <Link to={pathOf('terms', lang)} className={link}>
                {m.footer_terms()}
              </Link>
            </li>
            <li>
              <Link to={pathOf('privacy', lang)} className={link}>
                {m.footer_privacy()}
              </Link>
            </li>
            <li>
              <a href={`mailto:${PRODUCT.supportEmail}`} className={link}>
                {PRODUCT.supportEmail}
              </a>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  )
}
