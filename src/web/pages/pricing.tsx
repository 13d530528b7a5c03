import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { formatCount } from '#money/format.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import type { WaitingRows } from '../features/file/waiting-rows.ts'
import { Plans } from '../features/billing/plans.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LinkedText } from '../ui/linked-text.tsx'
import { PRODUCT } from '#product/product.ts'
import { Questions } from '../features/billing/faq.tsx'
import { OperatorLine } from '../layout/operator-line.tsx'
import { useSession } from '../session/session.ts'
import type { PageHead } from '../routing/document-head.ts'
import { entryPath, pathOf } from '../routing/paths.ts'

export const head = (): PageHead => ({ title: m.pricing_title(), description: m.pricing_description() })

/** Prices of tokens, how they are counted, and frequent questions (PAY-01). */
export default function PricingPage() {
  const waiting = useWaitingRows()
  const cancelled = useCancelled()
  return (
    <div className="grid grid-cols-1 gap-12 sm:gap-14">
      <div className="grid grid-cols-1 gap-7">
        <div className="grid grid-cols-1 gap-2">
          <h1 className="text-h1">{m.pricing_heading()}</h1>
          {/* In one place: the notice replaces the introduction, so that nothing moves when it comes or goes. */}
          <div className="grid grid-cols-1 *:col-start-1 *:row-start-1">
            <div className={`grid grid-cols-1 content-start gap-2 ${cancelled.isShown ? 'invisible' : ''}`}>
              <p className="max-w-prose text-lead text-muted">{m.pricing_lead()}</p>
              <Balance waiting={waiting?.title} />
            </div>
            <CancelledNotice {...cancelled} waiting={waiting} />
          </div>
        </div>
        <Plans waiting={waiting?.rows} />
        <OperatorLine className="max-w-prose text-muted" />
      </div>
      <Rules />
      <Questions />
    </div>
  )
}

/** Whether the payment was cancelled on the provider's page, which returns here; said once, so the address loses it. */
function useCancelled(): { isShown: boolean; onDismiss: () => void } {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const [isCancelled, setCancelled] = useState(false)
  useEffect(() => {
    const query = new URLSearchParams(search)
    if (query.get('cancelled') !== '1') return
    setCancelled(true)
    query.delete('cancelled')
    void navigate({ search: query.toString(), hash }, { replace: true })
  }, [search, hash, navigate])
  return { isShown: isCancelled, onDismiss: () => setCancelled(false) }
}

type CancelledProps = ReturnType<typeof useCancelled> & { waiting: ReturnType<typeof useWaitingRows> }

/** Says that nothing was paid, and leads back to the file. */
function CancelledNotice({ isShown, onDismiss, waiting }: CancelledProps) {
  const lang = useLang()
  return (
    // The region must exist before its text: screen readers announce only changes in it.
    <div role="status" className="max-w-3xl self-start pt-1 print:hidden">
      {isShown && (
        <div className="arrive flex items-start gap-2 rounded-card border border-line-strong bg-raised py-3 ps-4 pe-1.5 sm:ps-5">
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-6 gap-y-2">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-bold">{m.pricing_cancelled()}</p>
              {waiting && (
                <p className="line-clamp-2 text-[0.9375rem] leading-snug wrap-anywhere">{waiting.title}.</p>
              )}
            </div>
            {waiting && (
              <ButtonLink look="tinted" to={`${pathOf('converter', lang)}?mode=bulk`}>
                {waiting.rows.fileName === null ? m.pricing_to_rows() : m.pricing_to_file()}
              </ButtonLink>
            )}
          </div>
          <button
            type="button"
            aria-label={m.close()}
            onClick={onDismiss}
            className="-my-2 grid size-11 shrink-0 place-items-center rounded-base hover:bg-hover"
          >
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  )
}

/** As high in all states, so that nothing moves when the session and the waiting rows are known. */
function Balance({ waiting }: { waiting: string | undefined }) {
  const lang = useLang()
  const session = useSession()
  const tokens =
    session.status === 'signed-in' && session.tokens !== undefined
      ? m.tokens_for({ count: session.tokens, n: formatCount(session.tokens, lang) })
      : undefined
  return (
    <div className="grid grid-cols-1 font-semibold">
      <div className="grid grid-cols-1 *:col-start-1 *:row-start-1">
        <p className={tokens === undefined ? '' : 'invisible'}>
          <Link
            to={entryPath('login', lang, pathOf('pricing', lang))}
            className="font-medium underline decoration-line-strong underline-offset-4 hover:decoration-ink"
          >
            {m.pricing_sign_in()}
          </Link>
        </p>
        {tokens !== undefined && <p>{m.pricing_balance({ tokens })}</p>}
      </div>
      <p className="relative flex min-h-[1lh] items-center gap-x-3 max-sm:gap-x-1">
        {waiting !== undefined && (
          <>
            <span
              className="truncate max-sm:underline max-sm:decoration-line-strong max-sm:underline-offset-4"
              title={waiting}
            >
              {waiting}
            </span>
            {/* A phone has room for the name alone: the whole line leads back. */}
            <Link
              to={`${pathOf('converter', lang)}?mode=bulk`}
              className="shrink-0 underline decoration-line-strong underline-offset-4 hover:decoration-ink max-sm:after:absolute max-sm:after:inset-x-0 max-sm:after:-inset-y-2"
            >
              <span className="max-sm:sr-only">{m.pricing_waiting()}</span>
              <Icon name="chevron" className="size-4 -rotate-90 sm:hidden" />
            </Link>
          </>
        )}
      </p>
    </div>
  )
}

/** The rows that wait on this device, and `199 prices of list.csv are waiting for you`: users who leave the payment page come back to this one. */
function useWaitingRows() {
  const lang = useLang()
  const [found, setFound] = useState<{ title: string; rows: WaitingRows }>()
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const { loadWaitingRows, waitingTitle } = await import('../features/file/waiting-rows.ts')
      const rows = await loadWaitingRows()
      if (rows && isCurrent) setFound({ title: waitingTitle(rows, formatCount(rows.prices, lang)), rows })
    }
    // The page is whole without it.
    load().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [lang])
  return found
}

function Rules() {
  const none = m.tokens_for({ count: 0, n: '0' })
  return (
    <dl className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
      <Rule what={none} text={m.rule_free()} />
      <Rule what={m.rule_never()} text={`${m.rule_never_text()} ${m.rule_final_text()}`} />
      <Rule what={m.pricing_payment_title()} text={m.pricing_payment()} />
      <Rule what={m.pricing_company_title()} text={m.pricing_company({ email: PRODUCT.supportEmail })} />
    </dl>
  )
}

function Rule({ what, text }: { what: string; text: string }) {
  return (
    <div className="border-t border-line-strong pt-3">
      <dt className="font-bold">{what}</dt>
      <dd className="text-muted">
        <LinkedText text={text} />
      </dd>
    </div>
  )
}
