import { useRef, useState } from 'react'
import { formatCount, formatMoney } from '#money/format.ts'
import { EURO } from '#money/currency.ts'
import { type Plan, cheaperPacks } from '#product/plans.ts'
import type { WaitingRows } from '../file/waiting-rows.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'

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
    <div className="card grid overflow-clip md:grid-cols-2">
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
      <div className="grid content-center gap-1 bg-sunken p-5 max-md:border-t max-md:border-line sm:p-6 md:min-h-44">
        <output aria-live="polite" className="grid gap-1">
          <Answer {...answer} />
        </output>
      </div>
    </div>
  )
}

function Answer({ prices, left, missing, plan, isSignedIn }: Omit<Props, 'text' | 'waiting' | 'onType'>) {
  const lang = useLang()
  if (prices === 0) return <p className="text-lead text-muted">{m.count_none()}</p>
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
      <p className="text-muted">{m.count_covers({ n: formatCount(plan.tokens, lang) })}</p>
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

/** Several packs that cover the prices for less, or where no pack does. */
function Cheaper({ missing }: { missing: number }) {
  const lang = useLang()
  const found = cheaperPacks(missing)
  if (!found) return null
  const packs = found.packs.map(({ name }) => name[lang]).join(' + ')
  const price = formatMoney(found.price, EURO, lang)
  return (
    <p className="font-semibold">{m.count_cheaper({ packs, n: formatCount(found.tokens, lang), price })}</p>
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
