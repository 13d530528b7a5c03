import { useEffect, useRef, useState } from 'react'
import { type Columns, type Detection, priceColumnsOf } from '#pricelist/types.ts'
import { m } from '#i18n/messages/messages.js'
import { columnTitle } from '#reports/labels.ts'
import { EURO, type Currency } from '#money/currency.ts'
import { formatCount } from '#money/format.ts'
import { useLang } from '../../../routing/location.ts'
import { Button } from '../../../ui/button.tsx'

type Props = Pick<Detection, 'all'> & { columns: Columns; defaultCurrency: Currency }

/**
 * Sample values of each column (BULK-07). On a phone those of the price and the name, whole; the others are
 * shown on request, as the price would be out of sight between them.
 */
export function ColumnSamples({ all, columns, defaultCurrency }: Props) {
  const lang = useLang()
  const [areAllShown, setAllShown] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const { price, name } = columns
  // Scrolls the chosen price column into view, next to that of the name.
  useEffect(() => {
    const heading = frame.current?.querySelector<HTMLElement>('[data-price]')
    const pinned = frame.current?.querySelector<HTMLElement>('[data-name]')
    if (frame.current && heading) frame.current.scrollLeft = heading.offsetLeft - (pinned?.offsetWidth ?? 0)
  }, [price, name, areAllShown])
  const main = [price, name].filter((index) => index !== null)
  const isWhole = price === null || areAllShown || all.length === main.length
  const inkOf = (index: number) => {
    if (!priceColumnsOf(columns).includes(index)) return all[index]?.isPriced ? 'text-end' : 'text-start'
    return defaultCurrency === EURO
      ? 'bg-euro-soft text-end text-euro'
      : 'bg-national-soft text-end text-national'
  }
  const lookOf = (index: number) => {
    const isPinned = index === name
    // A cell without a background aligns with the caption.
    const isFlush = !priceColumnsOf(columns).includes(index)
    return [
      'max-w-48 truncate px-3',
      inkOf(index),
      isFlush ? 'first:ps-0' : '',
      isPinned ? 'stays start-0' : '',
      isPinned && all.length > 2 ? 'sm:[box-shadow:inset_-1px_0_var(--edge)]' : '',
      isWhole ? '' : main.includes(index) ? 'max-sm:wrap-anywhere max-sm:whitespace-normal' : 'max-sm:hidden',
      !isWhole && index === main.toSorted((a, b) => a - b)[0] && isPinned ? 'max-sm:ps-0' : '',
    ].join(' ')
  }
  return (
    <div className="grid min-w-0 gap-2">
      <div
        ref={frame}
        className="fades-end relative overflow-x-auto"
        role="region"
        aria-label={m.columns_samples()}
        tabIndex={0}
      >
        <table className="w-full text-start">
          <caption className="pb-1 text-start font-semibold">
            <span className="sticky start-0 inline-block">{m.columns_samples()}</span>
          </caption>
          <thead>
            <tr className="border-b border-line-strong">
              {all.map(({ index, title }) => (
                <th
                  key={index}
                  scope="col"
                  data-price={index === price || undefined}
                  data-name={index === name || undefined}
                  className={`min-w-20 py-1.5 font-semibold ${lookOf(index)}`}
                  title={columnTitle(index, title)}
                >
                  {columnTitle(index, title)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[0, 1, 2, 3, 4].map((line) => (
              <tr key={line} className="border-b border-line max-sm:nth-[n+3]:hidden">
                {all.map(({ index, samples }) => (
                  <td key={index} className={`py-1 ${lookOf(index)}`}>
                    {samples[line] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!isWhole && (
        <Button look="plain" className="-ms-3 justify-self-start sm:hidden" onClick={() => setAllShown(true)}>
          {m.sheet_all_columns({
            count: all.length - main.length,
            n: formatCount(all.length - main.length, lang),
          })}
        </Button>
      )}
    </div>
  )
}
