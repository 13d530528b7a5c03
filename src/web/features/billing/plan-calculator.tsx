import { useLayoutEffect, useRef, useState } from 'react'
import type { Lang } from '#i18n/language.ts'
import { formatCount, formatMoney } from '#money/format.ts'
import { EURO } from '#money/currency.ts'
import { SIGNUP_TOKENS } from '#product/limits.ts'
import { type Offer, type Plan, findPack } from '#product/plans.ts'
import type { WaitingRows } from '../file/waiting-rows.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../../routing/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'
import { CONSENT_ID } from './plan-list.tsx'
import { contactFor, registerPath, useBuyPath } from './plan-paths.ts'

type Props = {
  digits: string
  /** The rows on this device that the number is of. */
  waiting: WaitingRows | undefined
  onType: (text: string) => void
  prices: number
  /** Tokens that are left after converting them all. */
  left: number
  /** Undefined when the tokens of the account, or those of a new one, are enough. */
  offer: Offer | undefined
  isSignedIn: boolean
  /** Tokens of the account. */
  balance: number | undefined
}

/** How many prices there are, and at once what they cost. */
export function PlanCalculator({ digits, waiting, onType, ...answer }: Props) {
  return (
    <div className="card grid overflow-clip xl:grid-cols-[2fr_3fr]">
      <div className="grid content-start gap-x-6 gap-y-1 rounded-[15px] p-5 has-[input:focus-visible]:inset-ring-2 has-[input:focus-visible]:inset-ring-ink sm:p-6 md:max-xl:grid-cols-2">
        <label className="grid content-start gap-1">
          <span className="font-semibold">{m.count_question()}</span>
          <CountInput digits={digits} onType={onType} />
        </label>
        <FileCount waiting={waiting} onCount={(count) => onType(String(count))} />
      </div>
      <div className="grid content-center items-center gap-x-6 gap-y-4 bg-sunken p-5 max-xl:border-t max-xl:border-line sm:p-6 md:min-h-44 md:max-xl:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <output aria-live="polite" className="grid gap-1 only:col-span-full">
          <Answer {...answer} />
        </output>
        {answer.prices > 0 && <Action {...answer} />}
      </div>
    </div>
  )
}

const digitsIn = (text: string): number => text.replace(/\D/g, '').length

/** A number input that groups digits while the user types and keeps the position of the caret. */
function CountInput({ digits, onType }: Pick<Props, 'digits' | 'onType'>) {
  const lang = useLang()
  const input = useRef<HTMLInputElement>(null)
  const [caret, setCaret] = useState<{ digits: number }>()
  const text = digits === '' ? '' : formatCount(Number(digits), lang)
  useLayoutEffect(() => {
    if (!caret || !input.current) return
    let at = 0
    while (at < input.current.value.length && digitsIn(input.current.value.slice(0, at)) < caret.digits) at++
    input.current.setSelectionRange(at, at)
  }, [caret])
  return (
    <input
      ref={input}
      name="prices"
      inputMode="numeric"
      autoComplete="off"
      maxLength={9}
      placeholder="0"
      value={text}
      onChange={({ target: { value, selectionStart } }) => {
        setCaret({ digits: digitsIn(value.slice(0, selectionStart ?? value.length)) })
        onType(value)
      }}
      className="sum h-16 w-full min-w-0 border-b-2 border-ink bg-transparent outline-none placeholder:font-medium placeholder:text-line-strong"
    />
  )
}

type AnswerProps = Omit<Props, 'digits' | 'waiting' | 'onType'>

function Answer({ prices, left, offer, isSignedIn, balance }: AnswerProps) {
  const lang = useLang()
  if (prices === 0) {
    // As high for members, so that nothing moves when the session is known.
    const covered = isSignedIn ? balance : SIGNUP_TOKENS
    return (
      <>
        <p className="text-muted">{isSignedIn ? m.count_balance() : m.count_first_free()}</p>
        <p className={`sum ${covered === undefined ? 'invisible' : ''}`}>
          {formatCount(covered ?? 0, lang)}{' '}
          <span className="text-h3 font-semibold tracking-normal text-muted">
            {m.prices_word({ count: covered ?? 0 })}
          </span>
        </p>
        <p className="text-muted">{m.count_none()}</p>
      </>
    )
  }
  const rest = m.count_left({ count: left, n: formatCount(left, lang) })
  if (offer === undefined) {
    return (
      <>
        <p className="text-h3 font-bold">{isSignedIn ? m.count_enough() : m.count_free()}</p>
        <p className="text-muted">{rest}</p>
      </>
    )
  }
  const n = formatCount(offer.tokens, lang)
  return (
    <>
      <p className="text-muted">
        {offer.plans.length > 1
          ? m.count_cheapest({ packs: packNames(offer, lang), n })
          : (left < 0 ? m.count_largest : m.count_covers)({ n })}
      </p>
      <p className="sum">
        {offer.price === undefined ? (
          <span className="text-h2">{m.plan_custom()}</span>
        ) : (
          <Money hundredths={offer.price} currency={EURO} />
        )}
      </p>
      <p className="text-muted">{left < 0 ? m.count_beyond() : rest}</p>
      {!isSignedIn && left >= 0 && (
        <p className="text-small text-muted">{m.count_with_free({ n: SIGNUP_TOKENS })}</p>
      )}
    </>
  )
}

/** `Pro + 2 × Starter`. */
function packNames({ plans }: Offer, lang: Lang): string {
  const times = (plan: Plan) => plans.filter((one) => one === plan).length
  return [...new Set(plans)]
    .map((plan) => (times(plan) > 1 ? `${times(plan)} × ${plan.name[lang]}` : plan.name[lang]))
    .join(' + ')
}

const TERMS_ID = 'terms-advised'

/** The next step for so many prices: buying the pack, or the first of several, or what is free. */
function Action({ offer, isSignedIn }: AnswerProps) {
  const lang = useLang()
  const buy = useBuyPath()
  const [plan, ...others] = offer?.plans ?? []
  const pack = findPack(plan?.id ?? '')
  if (pack) {
    const n = formatCount(pack.tokens, lang)
    const price = formatMoney(pack.price, EURO, lang)
    return (
      <div className="grid gap-2">
        <ButtonLink
          look="filled"
          size="large"
          to={buy(pack)}
          // The consent stands once: between this card and the list.
          aria-describedby={`${TERMS_ID} ${CONSENT_ID}`}
          className={`px-3! ${others.length > 0 ? 'text-base!' : ''}`}
        >
          {others.length > 0 ? m.count_buy_first({ n }) : m.count_buy({ n })}
        </ButtonLink>
        <p id={TERMS_ID} className="text-small text-muted">
          {others.length > 0 && `${m.count_purchases({ count: others.length + 1 })} `}
          {m.purchase_terms_price({ price })}
        </p>
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
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 md:max-xl:mt-7 md:max-xl:content-start">
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
