import { Link } from 'react-router'
import { formatCount, formatRate } from '#domain/format.ts'
import { SIGNUP_TOKENS } from '#domain/limits.ts'
import type { Stotinki } from '#domain/money.ts'
import { centsFromStotinki } from '#domain/rate.ts'
import { useLang, useQueryText } from '../i18n/lang.ts'
import { m } from '../i18n/messages/messages.js'
import { pathOf } from '../i18n/paths.ts'
import { useSession } from '../session/session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Money } from '../ui/money.tsx'
import type { PageHead } from '../shell/document-head.ts'

export const head = (): PageHead => ({ title: m.home_title(), description: m.home_description() })

export default function HomePage() {
  const lang = useLang()
  const session = useSession()
  const isFarewell = new URLSearchParams(useQueryText()).get('account_deleted') === '1'
  return (
    <div className="grid gap-16">
      {isFarewell && (
        <p role="status" className="-mb-6 border-s-4 border-valid bg-sunken px-4 py-3 text-lg">
          {m.account_deleted()}
        </p>
      )}
      <section className="grid gap-8 lg:grid-cols-[7fr_5fr] lg:items-center lg:gap-14">
        <div className="grid justify-items-start gap-5">
          <h1 className="text-4xl sm:text-5xl">{m.home_heading()}</h1>
          <p className="max-w-prose text-lg text-muted">{m.home_lead()}</p>
          <MainAction />
          <Link
            to={pathOf('converter', lang)}
            className="inline-flex min-h-11 items-center font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-ink"
          >
            {session.status === 'signed-in' ? m.home_single_member() : m.home_single()}
          </Link>
        </div>
        <Rate />
      </section>
      <section aria-labelledby="how" className="grid gap-6">
        <h2 id="how" className="text-2xl">
          {m.home_how()}
        </h2>
        <ol className="grid border-t border-line-strong md:grid-cols-4">
          {[m.home_step_1, m.home_step_2, m.home_step_3, m.home_step_4].map((step, i) => (
            <li key={i} className="flex gap-3 border-b border-line py-4 md:border-b-0 md:pe-6">
              <span className="text-2xl font-extrabold text-action">{i + 1}</span>
              <span>{step()}</span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

/** The button that the visitor needs, by who is here (HOME-02..04). */
function MainAction() {
  const lang = useLang()
  const session = useSession()
  switch (session.status) {
    case 'loading':
      return (
        <div className="grid gap-2">
          <Button look="action" disabled className="px-8 text-lg">
            {m.loading()}
          </Button>
          <p className="text-muted">{'\u00a0'}</p>
        </div>
      )
    case 'signed-in':
      return (
        <div className="grid justify-items-start gap-2">
          <ButtonLink look="action" to={pathOf('converter', lang)} className="px-8 text-lg">
            {m.open_converter()}
          </ButtonLink>
          <p className="text-muted">
            {session.tokens === undefined
              ? m.signed_in()
              : m.tokens_available({
                  tokens: m.tokens_for({ count: session.tokens, n: formatCount(session.tokens, lang) }),
                })}
          </p>
        </div>
      )
    case 'signed-out':
      return (
        <div className="grid justify-items-start gap-2">
          <ButtonLink look="action" to={pathOf('register', lang)} className="px-8 text-lg">
            {m.create_account({ tokens: SIGNUP_TOKENS })}
          </ButtonLink>
          <p className="text-muted">{m.no_card()}</p>
        </div>
      )
  }
}

const EXAMPLES = [1250, 1000, 310, 99999] as Stotinki[]

/** The emblem of the product: the rate, and what it does to a few prices. */
function Rate() {
  const lang = useLang()
  return (
    <figure className="border-y-2 border-ink py-5">
      <figcaption className="text-muted">{m.rate_caption()}</figcaption>
      <p className="my-3 flex flex-wrap items-baseline gap-x-3 text-4xl font-extrabold tracking-tight sm:text-5xl">
        <span className="-ms-1 text-euro">1 €</span>
        <span className="font-medium text-muted">=</span>
        <span className="text-lev">
          {formatRate(lang)} <span className="text-2xl font-semibold">{m.lev_short()}</span>
        </span>
      </p>
      <table className="w-full border-t border-line text-lg">
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
                <Money hundredths={stotinki} currency="BGN" />
              </td>
              <td className="text-center text-muted" aria-hidden="true">
                →
              </td>
              <td className="w-2/5 py-2 pe-8 text-end">
                <Money hundredths={centsFromStotinki(stotinki)} currency="EUR" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
