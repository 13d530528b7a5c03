import { formatRate } from '#money/format.ts'
import { PRODUCT } from '#product/product.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import type { Page } from '../routing/paths.ts'
import { LinkedText } from '../ui/linked-text.tsx'

/** Pages of which something can be read without scripts, and what to do there. */
const READABLE = {
  converter: (rate: string) => m.converter_no_scripts({ rate }),
  contact: () => m.contact_no_scripts({ email: PRODUCT.supportEmail }),
} satisfies Partial<Record<Page, ((rate: string) => string) | (() => string)>>

/** Pages that are nothing without scripts. */
const EMPTY = ['register', 'login', 'forgot', 'reset', 'verify', 'account', 'checkout', 'success'] as const

type Readable = keyof typeof READABLE
type NeedsScripts = Readable | (typeof EMPTY)[number]

const isReadable = (page: NeedsScripts): page is Readable => page in READABLE

export const needsScripts = (page: Page | undefined): page is NeedsScripts =>
  page !== undefined && (page in READABLE || EMPTY.some((empty) => empty === page))

/** What the pages that need scripts say without them. */
export function NoScripts({ page, title }: { page: Page | undefined; title: string }) {
  const lang = useLang()
  if (!needsScripts(page)) return null
  const isEmpty = !isReadable(page)
  return (
    // In the place of all that follows, where that would only wait.
    <noscript className={isEmpty ? 'noscript:[&~*]:hidden' : undefined}>
      {isEmpty && <h1 className="mb-5 text-3xl">{title}</h1>}
      <p className="mb-8 max-w-prose border-s-4 border-line-strong bg-sunken px-4 py-3">
        <LinkedText text={isEmpty ? m.no_scripts() : READABLE[page](formatRate(lang))} />
      </p>
    </noscript>
  )
}
