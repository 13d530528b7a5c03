import { type Currency, EURO, NATIONAL } from '#money/currency.ts'
import { formatAmount, formatCount, formatMoney } from '#money/format.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { useDateTimeText } from '../../ui/date-time.tsx'
import { Icon } from '../../ui/icon.tsx'
import { BreakableName } from '../file/breakable-name.tsx'
import { type JobAction, JobMenu } from './job-menu.tsx'

type Props = {
  /** The job of the line; undefined for the line of a file that was converted in parts. */
  jobId?: string
  titleId: string
  name: string
  note: string | undefined
  /** Name and note, as they are shown. */
  title: string
  /** One of the parts of the file in the line above. */
  isPart?: boolean
  isOpen: boolean
  isBusy: boolean
  createdAt: string
  prices: number
  /** Undefined until they are known. */
  totals: { bgn: number; eur: number } | undefined
  /** The sums are below the open line, where they are larger. */
  isSumBelow: boolean
  /** Whether what is open below has the buttons of the line, with more room. */
  hasButtonsBelow: boolean
  actions: readonly JobAction[]
  onToggle: () => void
}

/** A line of the list of saved conversions (AUTH-07). */
export function JobLine({
  jobId,
  titleId,
  name,
  note,
  title,
  isPart = false,
  isOpen,
  isBusy,
  createdAt,
  prices,
  totals,
  isSumBelow,
  hasButtonsBelow,
  actions,
  onToggle,
}: Props) {
  const lang = useLang()
  const dateText = useDateTimeText()
  return (
    <tr
      data-job={jobId}
      className={`max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto_auto] max-sm:items-center max-sm:pt-1 max-sm:pb-2.5 ${isPart ? 'bg-sunken' : ''}`}
    >
      <td
        className={`sm:w-full sm:min-w-36 max-sm:order-1 max-sm:col-span-2 max-sm:h-auto! max-sm:border-t-0! ${isPart ? 'ps-8! max-sm:ps-5!' : ''}`}
      >
        <button
          type="button"
          id={titleId}
          aria-expanded={isOpen}
          aria-label={`${isOpen ? m.job_hide() : m.job_show()}: ${title}`}
          aria-disabled={isBusy || undefined}
          onClick={isBusy ? undefined : onToggle}
          className="flex min-h-9 w-full items-center gap-2 rounded-small py-1.5 text-start font-semibold wrap-anywhere hover:underline pointer-coarse:min-h-11"
        >
          <Icon
            name="chevron"
            className={`size-4 text-muted transition-transform duration-120 motion-reduce:transition-none ${isOpen ? '' : '-rotate-90'}`}
          />
          <span data-testid="job-title" className={isPart ? 'inline-block first-letter:uppercase' : ''}>
            <BreakableName name={name} />{' '}
            {note !== undefined && (
              <span className="block text-small font-medium text-muted sm:whitespace-nowrap">{note}</span>
            )}
          </span>
        </button>
      </td>
      <td
        className={`text-muted max-sm:order-3 max-sm:whitespace-nowrap sm:min-w-30 xl:whitespace-nowrap max-sm:h-auto! max-sm:border-t-0! max-sm:ps-8! ${isSumBelow ? 'max-sm:col-span-full' : ''}`}
      >
        <time dateTime={createdAt}>{dateText(createdAt)}</time>
        <span role="status" className="font-semibold text-ink">
          {isBusy ? ` · ${m.loading()}…` : ''}
        </span>
      </td>
      <td
        className={`amount max-sm:order-5 max-sm:h-auto! max-sm:border-t-0! max-sm:ps-8! max-sm:text-start! max-sm:text-muted ${isSumBelow ? 'max-sm:hidden' : ''}`}
      >
        <span className="max-sm:hidden">{formatCount(prices, lang)}</span>
        <span className="sm:hidden">{m.prices_for({ count: prices, n: formatCount(prices, lang) })}</span>
      </td>
      <td
        className={`amount lev max-sm:order-6 max-sm:col-span-2 max-sm:me-2 max-sm:h-auto! max-sm:border-t-0! ${isSumBelow ? 'max-sm:hidden' : ''}`}
      >
        <span className={isSumBelow ? 'invisible' : ''}>
          {totals ? <Total hundredths={totals.bgn} currency={NATIONAL} /> : '–'}
        </span>
      </td>
      <td
        className={`amount ${isSumBelow ? '' : 'euro'} max-sm:order-4 max-sm:col-span-2 max-sm:me-2 max-sm:h-auto! max-sm:justify-self-end max-sm:rounded-small max-sm:border-t-0! max-sm:py-1! ${isSumBelow ? 'max-sm:hidden' : ''}`}
      >
        <span className={isSumBelow ? 'invisible' : ''}>
          {totals ? <Total hundredths={totals.eur} currency={EURO} /> : '–'}
        </span>
      </td>
      <td className="amount max-sm:order-2 max-sm:h-auto! max-sm:border-t-0!">
        <span className="inline-flex items-center">
          {actions
            .filter(({ isInRow = false }) => isInRow)
            .map(({ name, icon, run, isWide = false }) => (
              <Button
                key={name}
                look="plain"
                size="small"
                className={`px-2.5! ${isWide ? 'max-xl:hidden' : ''} ${hasButtonsBelow ? 'invisible' : ''}`}
                aria-label={`${name}: ${title}`}
                isUnavailable={isBusy}
                onClick={run}
              >
                <Icon name={icon} />
                <span className="max-xl:sr-only">{name}</span>
              </Button>
            ))}
          {/* Keeps the place of what other lines have there. */}
          {!actions.some(({ isWide }) => isWide) && (
            <span
              aria-hidden="true"
              className={buttonClass({
                look: 'plain',
                size: 'small',
                className: 'invisible px-2.5! max-xl:hidden',
              })}
            >
              <Icon name="file" />
              {m.protocol()}
            </span>
          )}
          <JobMenu title={title} isBusy={isBusy} actions={actions} />
        </span>
      </td>
    </tr>
  )
}

/** The columns name the currency; on a phone, where they have no heads, the amount does. */
function Total({ hundredths, currency }: { hundredths: number; currency: Currency }) {
  const lang = useLang()
  return (
    <>
      <span className="max-sm:hidden">{formatAmount(hundredths, lang)}</span>
      <span className="sm:hidden">{formatMoney(hundredths, currency, lang)}</span>
    </>
  )
}
