import { convertMinorUnits } from '#money/convert.ts'
import { EURO, NATIONAL } from '#money/currency.ts'
import { formatAmount, formatCount, formatDecimal } from '#money/format.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'
import { PriceTable } from '../file/price-table.tsx'
import { AMBIGUOUS, type SampleRow, sampleFileName, sampleRows } from '../file/sample.ts'

/** When each row's euro price appears; a `style` would not pass the content security policy. */
const DELAYS = [
  '[animation-delay:250ms]',
  '[animation-delay:330ms]',
  '[animation-delay:410ms]',
  '[animation-delay:490ms]',
  '[animation-delay:570ms]',
  '[animation-delay:650ms]',
  '[animation-delay:730ms]',
  '[animation-delay:810ms]',
  '[animation-delay:890ms]',
]

/** The rows that a phone shows: two prices, and the one with the question. */
const ON_PHONE = new Set([0, 1, 5])

/** The sample as the review shows it: the euro column fills, and one price waits for an answer. */
export function ExampleSheet() {
  const lang = useLang()
  const rows = sampleRows()
  const prices = rows.flatMap(({ national }) => (national === undefined ? [] : [national]))
  const sum = (hundredths: readonly number[]) => hundredths.reduce((total, one) => total + one, 0)
  const euro = (national: number) => convertMinorUnits(national, NATIONAL).euro

  const cells = ({ name, written, national }: SampleRow, i: number) =>
    national === undefined
      ? {
          name: (
            <>
              {name}{' '}
              <span className="text-small font-semibold text-ask">
                {m.home_sheet_ask({
                  decimal: formatDecimal(AMBIGUOUS.decimal, lang),
                  whole: formatCount(AMBIGUOUS.whole, lang),
                })}
              </span>
            </>
          ),
          lev: written,
          isAsked: true,
          euro: <span className="sr-only">{m.home_sheet_waits()}</span>,
        }
      : {
          name,
          lev: formatAmount(national, lang),
          euro: <span className={`fill ${DELAYS[i]}`}>{formatAmount(euro(national), lang)}</span>,
        }

  return (
    <figure className="sheet shadow-float [--row:2.25rem]" data-testid="example-sheet">
      <figcaption className="sr-only">{m.home_sheet_caption()}</figcaption>
      <p className="flex min-h-13 flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <Icon name="file" className="size-5 text-muted" />
        <span className="me-auto min-w-0 font-bold wrap-anywhere">{sampleFileName()}</span>
        <span className="pill max-sm:hidden">
          {m.home_sheet_prices({ n: formatCount(prices.length, lang) })}
        </span>
        <span className="pill bg-ask-soft! text-ask max-sm:hidden">{m.home_sheet_question()}</span>
      </p>
      <PriceTable
        heads={{
          number: <span className="sr-only">{m.home_sheet_line()}</span>,
          name: m.home_sheet_item(),
          lev: m.home_sheet_bgn(),
          euro: m.home_sheet_eur(),
        }}
        rows={rows.map((row, i) => ({
          id: row.name,
          number: i + 2,
          className: ON_PHONE.has(i) ? '' : 'max-sm:hidden',
          ...cells(row, i),
        }))}
      />
      <p className="flex min-h-13 flex-wrap items-center gap-x-3 border-t border-line bg-sunken px-4 py-2 text-lead">
        <Money hundredths={sum(prices)} currency={NATIONAL} />
        <span className="text-muted">→</span>
        <Money hundredths={sum(prices.map(euro))} currency={EURO} />
        <span className="ms-auto text-small text-muted max-sm:hidden">{m.home_sheet_rounded()}</span>
        <span className="w-full text-small text-muted sm:hidden">
          {m.home_sheet_all({ n: formatCount(prices.length, lang) })}
        </span>
      </p>
    </figure>
  )
}
