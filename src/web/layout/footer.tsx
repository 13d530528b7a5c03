import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PRODUCT } from '#product/product.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { type Page, pathOf } from '../routing/paths.ts'
import { Rate } from './header-links.tsx'
import { OperatorLine } from './operator-line.tsx'

const link =
  'inline-flex min-h-11 pointer-fine:min-h-9 items-center text-muted underline-offset-4 hover:text-ink hover:underline'

type LinksProps = {
  title: string
  links: [Page, string][]
  /** The classes of the list. */
  className?: string
  children?: ReactNode
}

function Links({ title, links, className = '', children }: LinksProps) {
  const lang = useLang()
  return (
    <nav aria-label={title}>
      <h2 className="mb-1.5 text-base">{title}</h2>
      <ul className={`leading-snug ${className}`}>
        {links.map(([page, name]) => (
          <li key={page}>
            <Link to={pathOf(page, lang)} className={link}>
              {name}
            </Link>
          </li>
        ))}
        {children}
      </ul>
    </nav>
  )
}

export function Footer() {
  const lang = useLang()
  return (
    <footer className="mt-9 border-t sm:mt-14 border-line bg-sunken text-[0.9375rem]">
      <div className="wrap grid grid-cols-2 gap-x-6 gap-y-5 py-6 sm:py-7 sm:grid-cols-[2fr_1fr_1fr] sm:gap-14 lg:grid-cols-[2fr_1.2fr_0.9fr]">
        <div className="grid max-w-prose content-start gap-2 max-sm:col-span-full max-sm:text-small max-sm:leading-snug">
          <p className="text-h3 font-bold proportional-nums">
            <Rate />
          </p>
          <p className="text-muted">{m.footer_rate()}</p>
          <p className="text-muted">{m.footer_independent({ product: PRODUCT.name[lang] })}</p>
          <OperatorLine className="text-muted" />
        </div>
        <Links
          title={m.footer_product()}
          className="gap-x-6 lg:grid lg:w-fit lg:grid-flow-col lg:grid-rows-3"
          links={[
            ['converter', m.nav_converter()],
            ['check', m.nav_check()],
            ['pricing', m.nav_pricing()],
            ['about', m.about_title()],
            ['developers', m.developers_title()],
          ]}
        />
        <Links
          title={m.footer_support()}
          links={[
            ['contact', m.contact_title()],
            ['terms', m.footer_terms()],
            ['privacy', m.footer_privacy()],
          ]}
        >
          <li>
            <a href={`mailto:${PRODUCT.supportEmail}`} className={link}>
              {PRODUCT.supportEmail}
            </a>
          </li>
        </Links>
      </div>
    </footer>
  )
}
