import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#money/format.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../../routing/paths.ts'
import { useSignOut } from '../../session/sign-out.ts'
import { useAccountFacts } from './settings-section.tsx'

export const ACCOUNT_PAGES = ['account', 'purchases', 'tokens', 'settings'] as const

export type AccountPageName = (typeof ACCOUNT_PAGES)[number]

export const ACCOUNT_NAMES: Record<AccountPageName, () => string> = {
  account: m.account_conversions,
  purchases: m.purchases_title,
  tokens: m.account_tokens,
  settings: m.settings,
}

const item =
  'flex min-h-11 items-center justify-between gap-1.5 rounded-base font-semibold whitespace-nowrap text-muted ' +
  'hover:text-ink lg:px-3.5 lg:hover:bg-hover'

const current =
  'aria-[current=page]:text-ink max-lg:aria-[current=page]:rounded-none max-lg:aria-[current=page]:shadow-[inset_0_-2px_0_var(--ink)] ' +
  'lg:aria-[current=page]:bg-sunken lg:aria-[current=page]:inset-ring lg:aria-[current=page]:inset-ring-line'

/** Left of the current page in the row of a phone. */
const SIDE = 16

/** Fades the ends of a row that is longer than the window: only those where it goes on. */
const FADE =
  'max-lg:[mask-image:linear-gradient(90deg,transparent,#000_var(--start,0px),#000_calc(100%-var(--end,0px)),transparent)]'

/** The width of the fade at each end, by how far the row is scrolled. */
function useFade(list: RefObject<HTMLElement | null>, isKnown: boolean) {
  // Not in the prerendered page, where a style attribute would not be allowed.
  const [fade, setFade] = useState<Record<'--start' | '--end', string>>()
  useEffect(() => {
    const row = list.current
    if (!row) return undefined
    const update = () => {
      const left = row.scrollWidth - row.clientWidth - row.scrollLeft
      setFade({ '--start': row.scrollLeft > 1 ? '3rem' : '0px', '--end': left > 1 ? '3rem' : '0px' })
    }
    update()
    row.addEventListener('scroll', update, { passive: true })
    window.addEventListener('resize', update)
    return () => {
      row.removeEventListener('scroll', update)
      window.removeEventListener('resize', update)
    }
  }, [list, isKnown])
  return fade
}

type NavProps = {
  page: AccountPageName
  user: UserProps | undefined
  /** Converted files. Undefined until they are known. */
  files?: number | undefined
}

/** The pages of the account, with who is signed in; a row of links on a phone. */
export function AccountNav({ page, user, files }: NavProps) {
  const lang = useLang()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const shown = list.current?.querySelector<HTMLElement>('[aria-current=page]')?.parentElement
    // On a phone the row is longer than the window.
    if (shown) list.current?.scrollTo({ left: shown.offsetLeft - list.current.offsetLeft - SIDE })
  }, [page])
  const fade = useFade(list, user !== undefined)
  return (
    <nav
      aria-label={m.account_title()}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3 lg:sticky lg:top-20 lg:self-start"
    >
      <div className="flex min-h-12 items-center justify-between gap-4 lg:block lg:px-3.5">
        {user && <User {...user} />}
      </div>
      <ul
        ref={list}
        style={fade as CSSProperties}
        className={`flex gap-x-3 overflow-x-auto border-b border-line max-lg:-mx-4 max-lg:px-4 sm:gap-x-6 lg:grid lg:gap-1 lg:overflow-visible lg:border-b-0 ${FADE}`}
      >
        {ACCOUNT_PAGES.map((name) => (
          <li key={name}>
            <Link
              to={pathOf(name, lang)}
              aria-current={name === page ? 'page' : undefined}
              className={`${item} ${current} -outline-offset-2 max-sm:text-small`}
            >
              {ACCOUNT_NAMES[name]()}
              {user && <Count page={name} tokens={user.tokens} files={files} />}
            </Link>
          </li>
        ))}
      </ul>
      {user && (
        <div className="border-t border-line pt-2 max-lg:hidden">
          <SignOut className={`${item} w-full text-start`} />
        </div>
      )}
    </nav>
  )
}

/** How much the page holds, where that is known. */
function Count({
  page,
  tokens,
  files,
}: {
  page: AccountPageName
  tokens: number
  files: number | undefined
}) {
  const lang = useLang()
  const { data } = useAccountFacts()
  const count = { account: files, purchases: data?.purchases, tokens, settings: undefined }[page]
  return (
    count !== undefined && (
      <span
        aria-hidden="true"
        // Above the row stand the tokens; on a phone there is room for the names only.
        className={`max-lg:font-medium max-lg:text-muted max-sm:hidden ${page === 'tokens' ? 'max-lg:hidden' : ''}`}
      >
        {formatCount(count, lang)}
      </span>
    )
  )
}

type UserProps = { email: string; tokens: number }

function User({ email, tokens }: UserProps) {
  const lang = useLang()
  const { data } = useAccountFacts()
  return (
    <>
      <div className="min-w-0 leading-snug">
        <p title={email} className="line-clamp-2 font-semibold wrap-anywhere">
          {email}
        </p>
        <p className="text-muted">{m.tokens_for({ count: tokens, n: formatCount(tokens, lang) })}</p>
        {data?.isVerified === false && (
          <Link
            to={pathOf('settings', lang)}
            className="inline-block py-0.5 text-ask underline decoration-ask-line underline-offset-4 hover:decoration-ask"
          >
            {m.email_unverified()}
          </Link>
        )}
      </div>
      <SignOut className="min-h-11 shrink-0 rounded-base px-3 font-semibold hover:bg-hover lg:hidden" />
    </>
  )
}

function SignOut({ className }: { className: string }) {
  const signOut = useSignOut()
  return (
    <button type="button" className={className} onClick={() => void signOut()}>
      {m.nav_logout()}
    </button>
  )
}
