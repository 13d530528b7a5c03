import { type Currency, otherCurrency } from '#money/currency.ts'
import { formatMoney } from '#money/format.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { Button } from '../../../ui/button.tsx'
import { inkOf } from '../../../ui/currency-ink.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useInSight } from '../../file/use-in-sight.ts'
import { type MainProps, mainDownload } from './downloads.tsx'
import { MIXED_QUESTION_ID } from './own-file-choice.tsx'
import { totalIn } from './result-sums.tsx'
import { exportButtonId } from './use-export.tsx'

type BarProps = { target: Currency }

/** On a phone the sums and the main download are in sight while the rows are read, and the download itself is not. */
export function ResultsBar({ target, ...props }: MainProps & BarProps) {
  const lang = useLang()
  const { kind, isOpen, isUnavailable, start } = mainDownload(props)
  const isRepeated = useInSight(exportButtonId(kind))
  const other = otherCurrency(target)
  return (
    <div
      data-sticky-bar
      data-repeated={isRepeated || undefined}
      className="sticky bottom-0 z-20 -mx-4 -mt-8 flex h-16 items-center gap-2 border-t border-line bg-raised px-4 low:static sm:hidden print:hidden data-repeated:invisible"
    >
      <div aria-hidden="true" className="min-w-0 flex-1 leading-tight">
        <p className={`truncate text-lead leading-tight font-extrabold ${inkOf(target)}`}>
          {formatMoney(totalIn(props.results, target), target, lang)}
        </p>
        <p className={`truncate text-small ${inkOf(other)}`}>
          {formatMoney(totalIn(props.results, other), other, lang)}
        </p>
      </div>
      <Button
        look="filled"
        className="h-12 shrink-0"
        isUnavailable={isUnavailable}
        aria-describedby={isOpen ? MIXED_QUESTION_ID : undefined}
        onClick={start}
      >
        <Icon name="download" />
        {m.results_download_short()}
      </Button>
    </div>
  )
}
