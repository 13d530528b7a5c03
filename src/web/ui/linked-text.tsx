import { Link } from 'react-router'
import { PRODUCT } from '#product/product.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { PAGES, type Page, pathOf } from '../routing/paths.ts'
import { Icon } from './icon.tsx'

/** External link targets. */
const ELSEWHERE: Partial<Record<string, string>> = {
  email: `mailto:${PRODUCT.supportEmail}`,
  /** The Bulgarian authorities for personal data and for consumers. */
  cpdp: 'https://www.cpdp.bg/',
  kzp: 'https://kzp.bg/',
}

const LINK = /\[([^\]]+)\]\((\w+(?:#[\w-]+)?)\)/

const look = 'underline decoration-line-strong underline-offset-4 hover:decoration-ink'

const isPage = (target: string): target is Page => target in PAGES

type Props = {
  /** Text with links to pages by name, or to external targets: `See the [Terms](terms)`, `[Withdrawal](terms#withdrawal)`. */
  text: string
  /** For places where leaving the page would lose input. */
  inNewTab?: boolean
}

/** A sentence of the product with links in it, so that each language places them itself. */
export function LinkedText({ text, inNewTab = false }: Props) {
  // Of every three pieces, two are a link: its text and its target.
  const pieces = text.split(LINK)
  return pieces.map((piece, i) => {
    if (i % 3 === 0) return piece
    if (i % 3 === 2) return null
    return (
      <TextLink key={i} target={pieces[i + 1] ?? ''} inNewTab={inNewTab}>
        {piece}
      </TextLink>
    )
  })
}

function TextLink({ target, inNewTab, children }: { target: string; inNewTab: boolean; children: string }) {
  const lang = useLang()
  const [page = '', anchor] = target.split('#')
  if (!isPage(page)) {
    const href = ELSEWHERE[page]
    if (href === undefined) throw new Error(`A text links to “${target}”, which is nowhere.`)
    return (
      <a href={href} className={`${look} wrap-anywhere`}>
        {children}
      </a>
    )
  }
  const address = pathOf(page, lang) + (anchor === undefined ? '' : `#${anchor}`)
  if (!inNewTab) {
    return (
      <Link to={address} className={look}>
        {children}
      </Link>
    )
  }
  return (
    <a href={address} target="_blank" rel="noopener" className={look}>
      {children.slice(0, lastWordAt(children))}
      {/* The icon never stands on a line of its own. */}
      <span className="whitespace-nowrap">
        {children.slice(lastWordAt(children))}
        <Icon name="external" className="ms-1 -me-0.5 inline size-4 align-[-0.125em] text-muted" />
      </span>
      <span className="sr-only"> {m.in_new_tab()}</span>
    </a>
  )
}

const lastWordAt = (words: string): number => words.lastIndexOf(' ') + 1
