import type { ReactNode } from 'react'
import { formatCount, formatRate } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { SIGNUP_TOKENS } from '#product/limits.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import type { MinorUnits } from '#money/amount.ts'
import { convertMinorUnits } from '#money/convert.ts'
import { EURO, NATIONAL } from '#money/currency.ts'
import { Money } from '../../ui/money.tsx'
import { Link } from 'react-router'

/** The main button, depending on the session (HOME-02..04); the same size in each state. */
export function MainAction() {
  const lang = useLang()
  const session = useSession()
  const invitation = m.create_account({ tokens: SIGNUP_TOKENS })
  switch (session.status) {
    case 'loading':
      return (
        <Action note={'\u00a0'}>
          <Button look="filled" disabled className={`${size} opacity-55 noscript:hidden`}>
            <Stacked above={m.loading()} below={invitation} />
          </Button>
        </Action>
      )
    case 'signed-in':
      return (
        <Action note={tokensText(session.tokens, lang)}>
          <ButtonLink look="filled" to={pathOf('converter', lang)} className={size}>
            <Stacked above={m.open_converter()} below={invitation} />
          </ButtonLink>
        </Action>
      )
    case 'signed-out':
      return (
        <Action note={m.no_card()}>
          <ButtonLink look="filled" to={pathOf('register', lang)} className={size}>
            {invitation}
          </ButtonLink>
        </Action>
      )
  }
}

const size = 'px-8 text-lead max-sm:w-full max-sm:px-3 max-sm:text-base max-sm:text-balance'

const tokensText = (tokens: number | undefined, lang: Lang): string =>
  tokens === undefined
    ? m.signed_in()
    : m.tokens_available({ tokens: m.tokens_for({ count: tokens, n: formatCount(tokens, lang) }) })

function Action({ note, children }: { note: string; children: ReactNode }) {
  return (
    <div className="grid w-full justify-items-start gap-2">
      {children}
      <p className="text-muted">{note}</p>
    </div>
  )
}

/** A text with the space of the longest alternative. */
function Stacked({ above, below }: { above: string; below: string }) {
  return (
    <span className="grid items-center *:col-start-1 *:row-start-1">
      <span>{above}</span>
      <span aria-hidden="true" className="invisible">
        {below}
      </span>
    </span>
  )
}

const EXAMPLES = [1250, 1000, 310, 99999] as MinorUnits<'national'>[]

/** The rate, applied to a few prices. */
export function RateEmblem() {
  const lang = useLang()
  return (
    <figure className="border-y-2 border-ink py-5">
      <figcaption className="text-muted">{m.rate_caption()}</figcaption>
      <p className="my-3 flex flex-wrap items-baseline gap-x-3 text-h1 font-extrabold tracking-tight sm:text-hero">
        <span className="-ms-1 text-euro">1 €</span>
        <span className="font-medium text-muted">=</span>
        <span className="text-national">
          {formatRate(lang)} <span className="text-h3 font-semibold">{m.lev_short()}</span>
        </span>
      </p>
      <table className="w-full border-t border-line text-lead">
        <caption className="sr-only">{m.rate_examples()}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{m.word_leva()}</th>
            <th scope="col">{m.word_euro()}</th>
          </tr>
        </thead>
        <tbody>
          {EXAMPLES.map((stotinki) => (
            <tr key={stotinki} className="border-b border-line last:border-b-0">
              <td className="w-2/5 py-2 text-end">
                <Money hundredths={stotinki} currency={NATIONAL} />
              </td>
              <td className="text-center text-muted" aria-hidden="true">
                →
              </td>
              <td className="w-2/5 py-2 pe-8 text-end">
                <Money hundredths={convertMinorUnits(stotinki, NATIONAL).euro} currency={EURO} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

export function Hero() {
  const lang = useLang()
  const session = useSession()
  return (
    <section className="grid gap-8 lg:grid-cols-[7fr_5fr] lg:items-center lg:gap-14">
      <div className="grid justify-items-start gap-5">
        <h1 className="text-hero">{m.home_heading()}</h1>
        <p className="max-w-prose text-lead text-muted">{m.home_lead()}</p>
        <MainAction />
        <Link
          to={pathOf('converter', lang)}
          className="inline-flex min-h-11 items-center font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-ink"
        >
          {session.status === 'signed-in' ? m.home_single_member() : m.home_single()}
        </Link>
      </div>
      <RateEmblem />
    </section>
  )
}
