import { formatRate } from '#domain/format.ts'
import { PRODUCT } from '#domain/product.ts'
import { useLang } from '../i18n/lang.ts'
import { m } from '../i18n/messages/messages.js'
import type { Page } from '../i18n/paths.ts'
import { LinkedText } from '../ui/linked-text.tsx'

/** Pages that can do nothing without scripts: they say so, and what to do. */
const NEEDS = {
  converter: (rate: string) => m.converter_no_scripts({ rate }),
  contact: () => m.contact_no_scripts({ email: PRODUCT.supportEmail }),
  register: m.no_scripts,
  login: m.no_scripts,
  forgot: m.no_scripts,
  reset: m.no_scripts,
  verify: m.no_scripts,
  account: m.no_scripts,
  checkout: m.no_scripts,
  success: m.no_scripts,
} satisfies Partial<Record<Page, ((rate: string) => string) | (() => string)>>

export const needsScripts = (page: Page | undefined): page is keyof typeof NEEDS =>
  page !== undefined && page in NEEDS

export function NoScripts({ page }: { page: Page | undefined }) {
  const lang = useLang()
  if (!needsScripts(page)) return null
  return (
    <noscript>
      <p className="mb-8 max-w-prose border-s-4 border-line-strong bg-sunken px-4 py-3">
        <LinkedText text={NEEDS[page](formatRate(lang))} />
      </p>
    </noscript>
  )
}
