import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatCount, formatMoney } from '#money/format.ts'
import { EURO } from '#money/currency.ts'
import { type Plan, cheaperPacks, findPack } from '#product/plans.ts'
import type { WaitingRows } from '../file/waiting-rows.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { PurchaseTerms } from '../../session/purchase-terms.tsx'
import { pathOf } from '../../routing/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'
import { CONSENT_ID, termsId } from './plan-list.tsx'
import { contactFor, registerPath, useBuyPath } from './plan-paths.ts'

type Props = {
  text: string
  /** The rows on this device that the number is of. */
  waiting: WaitingRows | undefined
  onType: (text: string) => void
  prices: number
  /** Tokens that are left after converting them all. */
  left: number
  /** Tokens that are to be bought. */
  missing: number
  /** Undefined when the tokens of the account, or those of a new one, are enough. */
  plan: Plan | undefined
  isSignedIn: boolean
}

/** How many prices there are, and at once what they cost. */
export function PlanCalculator({ text, waiting, onType, ...answer }: Props) {
  return (
    <div className="card grid overflow-clip md:grid-cols-2 xl:grid-cols-[2fr_3fr]">
      <div className="grid content-start gap-1 rounded-t-card p-5 has-[input:focus-visible]:inset-ring-2 has-[input:focus-visible]:inset-ring-ink sm:p-6 md:rounded-t-none md:rounded-s-card">
        <label className="grid gap-1">
          <span className="font-semibold">{m.count_question()}</span>
          <input
            name="prices"
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            placeholder="0"
            value={text}
            onChange={(event) => onType(event.target.value)}
            className="sum h-16 w-full min-w-0 border-b-2 border-ink bg-transparent outline-none placeholder:font-medium placeholder:text-line-strong"
          />
        </label>
        <FileCount waiting={waiting} onCount={(count) => onType(String(count))} />
      </div>
      <div className="grid content-center items-center gap-x-6 gap-y-4 bg-sunken p-5 max-md:border-t max-md:border-line sm:p-6 md:min-h-44 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <output aria-live="polite" className="grid gap-1">
          <Answer {...answer} />
        </output>
        {answer.prices > 0 && <Action {...answer} />}
      </div>
    </div>
  )
}

type AnswerProps = Omit<Props, 'text' | 'waiting' | 'onType'>

function Answer({ prices, left, missing, plan, isSignedIn }: AnswerProps) {
  const lang = useLang()
  if (prices === 0) {
    return (
      <>
        {/* Keeps its space for the members, so that nothing moves when the session is known. */}
        <p className={`text-h3 font-bold ${isSignedIn ? 'invisible' : ''}`}>{m.count_first_free()}</p>
        <p className="text-muted">{m.count_none()}</p>
      </>
    )
  }
  const rest = m.count_left({ count: left, n: formatCount(left, lang) })
  if (plan === undefined) {
    return (
      <>
        <p className="text-h3 font-bold">{isSignedIn ? m.count_enough() : m.count_free()}</p>
        <p className="text-muted">{rest}</p>
      </>
    )
  }
  return (
    <>
      <p className="text-muted">
        {(left < 0 ? m.count_largest : m.count_covers)({ n: formatCount(plan.tokens, lang) })}
      </p>
      <p className="sum">
        {plan.price === undefined ? (
          <span className="text-h2">{m.plan_custom()}</span>
        ) : (
          <Money hundredths={plan.price} currency={EURO} />
        )}
      </p>
      <p className="text-muted">{left < 0 ? m.count_beyond() : rest}</p>
      <Cheaper missing={missing} />
      {!isSignedIn && left >= 0 && <p className="text-small text-muted">{m.count_with_free()}</p>}
    </>
  )
}

const TERMS_ID = 'terms-advised'

/** The next step for so many prices: buying the pack, with what buying it agrees to, or what is free. */
function Action({ plan, isSignedIn }: AnswerProps) {
  const lang = useLang()
  const buy = useBuyPath()
  const pack = findPack(plan?.id ?? '')
  if (pack) {
    return (
      <div className="grid gap-2">
        <ButtonLink look="filled" size="large" to={buy(pack)} aria-describedby={TERMS_ID} className="px-3!">
          {m.count_buy({ n: formatCount(pack.tokens, lang) })}
        </ButtonLink>
        <PurchaseTerms pack={pack} id={TERMS_ID} />
      </div>
    )
  }
  if (plan) {
    return (
      <ButtonLink look="filled" size="large" to={contactFor(plan.id, lang)}>
        {m.plan_contact()}
      </ButtonLink>
    )
  }
  return isSignedIn ? (
    <ButtonLink look="filled" size="large" to={`${pathOf('converter', lang)}?mode=bulk`}>
      {m.go_to_converter()}
    </ButtonLink>
  ) : (
    <ButtonLink look="filled" size="large" to={registerPath(lang)}>
      {m.plan_register()}
    </ButtonLink>
  )
}

/** Several packs that cover the prices for less, or where no pack does. */
function Cheaper({ missing }: { missing: number }) {
  const lang = useLang()
  const buy = useBuyPath()
  const found = cheaperPacks(missing)
  const [first] = found?.packs ?? []
  if (!found || !first) return null
  const packs = found.packs.map(({ name }) => name[lang]).join(' + ')
  const price = formatMoney(found.price, EURO, lang)
  return (
    <p className="font-semibold">
      {m.count_cheaper({ packs, n: formatCount(found.tokens, lang), price })}{' '}
      <Link
        to={buy(first)}
        aria-describedby={`${termsId(first.id)} ${CONSENT_ID}`}
        className="inline-block py-0.5 underline decoration-line-strong underline-offset-4 hover:decoration-ink"
      >
        {m.count_cheaper_start({ pack: first.name[lang] })}
      </Link>
    </p>
  )
}

/** Counts the prices of a file, which stays on the device. */
type FileCountProps = { waiting: WaitingRows | undefined; onCount: (count: number) => void }

function FileCount({ waiting, onCount }: FileCountProps) {
  const lang = useLang()
  const input = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<{ name: string; count?: number | null }>()

  async function count(file: File) {
    setState({ name: file.name })
    const found = await import('#engine/count/client.ts').then(
      ({ countPrices }) => countPrices(file),
      () => null,
    )
    setState({ name: file.name, count: found })
    if (found) onCount(found)
  }

  const said =
    state === undefined
      ? waiting === undefined
        ? m.count_stays()
        : waiting.fileName === null
          ? m.count_waiting_typed()
          : m.count_waiting({ name: waiting.fileName })
      : state.count === undefined
        ? m.count_reading({ name: state.name })
        : state.count
          ? m.count_found({ name: state.name, count: state.count, n: formatCount(state.count, lang) })
          : m.count_unreadable({ name: state.name })
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
      <input
        ref={input}
        type="file"
        hidden
        aria-label={m.count_in_file()}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void count(file)
          event.target.value = ''
        }}
      />
      <Button look="tinted" size="small" onClick={() => input.current?.click()}>
        <Icon name="file" />
        {m.count_in_file()}
      </Button>
      <p role="status" className="min-w-0 basis-full text-small wrap-anywhere text-muted">
        {said}
      </p>
    </div>
  )
}
