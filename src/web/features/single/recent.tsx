import { LIMITS } from '#product/limits.ts'
import { type Currency, EURO, NATIONAL } from '#money/currency.ts'
import { targetAmount, toDecimalText } from '#money/amount.ts'
import { type Converted, conversionQuery, convertTypedAmount } from './shared-amount.ts'
import { formatExactMoney } from '#money/format.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'

/** The source currency as the stored `mode` names it. */
const MODE = { BGN: 'BGN_TO_EUR', EUR: 'EUR_TO_BGN' } as const satisfies Record<Currency, string>

/** One stored conversion. Amounts are decimal text with two decimals, or with all that were typed. */
export type RecentConversion = {
  bgn: string
  eur: string
  mode: (typeof MODE)[Currency]
  timestamp: number
}

/** The source currency of a stored conversion. */
const sourceOf = ({ mode }: RecentConversion): Currency => (mode === MODE[EURO] ? EURO : NATIONAL)

/** A conversion as it is stored. All typed digits are kept: a rounded amount would be another conversion. */
export function toRecent({ amount, from, money }: Converted): RecentConversion {
  const { amount: typed } = conversionQuery({ amount, from })
  const other = toDecimalText(targetAmount(money, from))
  const [bgn, eur] = from === EURO ? [other, typed] : [typed, other]
  return { bgn, eur, mode: MODE[from], timestamp: Date.now() }
}

/** The typed amount of a stored conversion, with its currency. */
export function typedOf(conversion: RecentConversion): { amount: string; from: Currency } {
  const from = sourceOf(conversion)
  return { amount: from === EURO ? conversion.eur : conversion.bgn, from }
}

const RECENT_KEY = 'levro.recent'
const AMOUNT_PATTERN = new RegExp(`^\\d{1,8}\\.\\d{2,${LIMITS.priceLength}}$`)

/** Loads the conversions stored on this device, newest first. Ignores damaged entries; never throws (SNG-05). */
export function loadRecent(): RecentConversion[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(RECENT_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecentConversion).slice(0, LIMITS.recentConversions) : []
  } catch {
    return []
  }
}

/** Adds a conversion to those stored by any tab. A repeated conversion moves to the top. Returns the new list. */
export function addRecent(added: RecentConversion): RecentConversion[] {
  const others = loadRecent().filter(
    ({ bgn, eur, mode }) => bgn !== added.bgn || eur !== added.eur || mode !== added.mode,
  )
  const next = [added, ...others].slice(0, LIMITS.recentConversions)
  try {
    localStorage.setItem(RECENT_KEY, JSON.stringify(next))
  } catch {
    // Without storage the list is not saved.
  }
  return next
}

export function clearRecent(): RecentConversion[] {
  try {
    localStorage.removeItem(RECENT_KEY)
  } catch {
    // Without storage there is nothing to remove.
  }
  return []
}

function isRecentConversion(value: unknown): value is RecentConversion {
  if (typeof value !== 'object' || value === null) return false
  const { bgn, eur, mode, timestamp } = value as Record<string, unknown>
  return (
    typeof bgn === 'string' &&
    typeof eur === 'string' &&
    AMOUNT_PATTERN.test(bgn) &&
    AMOUNT_PATTERN.test(eur) &&
    Object.values<unknown>(MODE).includes(mode) &&
    Number.isSafeInteger(timestamp) &&
    isExact(value as RecentConversion)
  )
}

/** Whether the amounts convert exactly to each other. Entries of an earlier version were stored rounded. */
function isExact(conversion: RecentConversion): boolean {
  const { amount, from } = typedOf(conversion)
  const outcome = convertTypedAmount(amount, from)
  if (typeof outcome === 'string') return false
  const { bgn, eur } = toRecent(outcome)
  return bgn === conversion.bgn && eur === conversion.eur
}

type Props = {
  recent: readonly RecentConversion[]
  onRepeat: (conversion: RecentConversion) => void
  onClear: () => void
}

export function RecentList({ recent, onRepeat, onClear }: Props) {
  return (
    <section aria-labelledby="recent-title" className="card grid gap-2 px-5 py-4">
      <h2 id="recent-title" tabIndex={-1} className="text-lead outline-none">
        {m.recent_title()}
      </h2>
      {recent.length === 0 ? (
        <p className="text-muted">{m.recent_none()}</p>
      ) : (
        <>
          <ol className="border-t border-line">
            {recent.map((conversion, i) => (
              <RecentRow key={i} conversion={conversion} onRepeat={onRepeat} />
            ))}
          </ol>
          <Button look="plain" className="-ms-3 justify-self-start text-muted!" onClick={onClear}>
            {m.recent_clear()}
          </Button>
        </>
      )}
    </section>
  )
}

/** The typed amount, and below it what it comes to: amounts of every length in one size. */
function RecentRow({ conversion, onRepeat }: { conversion: RecentConversion; onRepeat: Props['onRepeat'] }) {
  const lang = useLang()
  const bgn = <Money decimal={conversion.bgn} currency={NATIONAL} />
  const eur = <Money decimal={conversion.eur} currency={EURO} />
  const bgnText = formatExactMoney(conversion.bgn, NATIONAL, lang)
  const eurText = formatExactMoney(conversion.eur, EURO, lang)
  const isFromEuro = sourceOf(conversion) === EURO
  const [source, target] = isFromEuro ? [eur, bgn] : [bgn, eur]
  const label = m.recent_repeat({
    conversion: isFromEuro ? `${eurText} = ${bgnText}` : `${bgnText} = ${eurText}`,
  })
  return (
    <li className="grid min-h-13.5 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-1.5 border-b border-line py-1 leading-5">
      <span className="col-span-2">{source}</span>
      <span className="col-start-1 text-muted">=</span>
      <span>{target}</span>
      <button
        type="button"
        onClick={() => onRepeat(conversion)}
        aria-label={label}
        title={label}
        className="col-start-3 row-span-2 row-start-1 -me-3 grid size-11 place-items-center rounded-base hover:bg-sunken"
      >
        <Icon name="undo" />
      </button>
    </li>
  )
}
