import { Fragment, useRef, useState } from 'react'
import { bulk } from '#engine/bulk/client.ts'
import type { LargeRow, LargeSummary, Snapshot } from '#engine/types.ts'
import { EURO, NATIONAL } from '#money/currency.ts'
import { formatCount } from '#money/format.ts'
import { validatePrice } from '#pricelist/row.ts'
import { DEFAULT_PAGE_SIZE, LIMITS, RESULTS_STEP } from '#product/limits.ts'
import { PRICE_PROBLEM_TEXT } from '#reports/labels.ts'
import { ownFileName } from '#reports/results.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'
import { fileDescription } from '../file/file-details.tsx'
import { FileButton } from '../file/file-picker.tsx'
import { FileWarnings, Notice } from '../file/notice.tsx'
import { CountsLine } from '../results/row-counts.tsx'
import { type FetchRows, useRowPage } from '../results/use-row-page.ts'
import { BESIDE_MODE } from './file-line.tsx'
import { SheetPages } from './sheet/foot.tsx'

type LargeReviewProps = {
  large: LargeSummary
  revision: Snapshot['revision']
  onFile: (file: File) => Promise<void>
  onRemove: () => void
}

/** A price list that is too large for one conversion: all its rows to look at, and what can be done with it. */
export function LargeReview({ large, revision, onFile, onRemove }: LargeReviewProps) {
  const lang = useLang()
  const { file } = large
  return (
    <div
      data-testid="large-review"
      className="grid grid-cols-1 content-start gap-x-6 gap-y-3 max-md:mt-1.5 lg:grid-cols-[minmax(0,1fr)_20.5rem]"
    >
      <section aria-labelledby="file-title" className={`lg:col-span-2 ${BESIDE_MODE}`}>
        <div className="flex min-h-9 flex-wrap items-center gap-x-3.5 gap-y-1">
          <h2
            id="file-title"
            tabIndex={-1}
            className="flex min-w-0 items-center gap-2.5 text-h3 leading-tight font-bold tracking-tight outline-none max-sm:text-[1.0625rem]"
          >
            <Icon name="file" className="size-6 shrink-0 text-muted max-sm:size-5" />
            <span className="wrap-anywhere">{fileDescription(file, lang)}</span>
          </h2>
          <div className="ms-auto flex shrink-0 items-center">
            <FileButton look="plain" size="small" onFile={onFile}>
              <Icon name="upload" className="size-5" />
              {m.try_another_file()}
            </FileButton>
            <Button look="plain" size="small" onClick={onRemove}>
              <Icon name="close" className="size-5" />
              {m.file_remove()}
            </Button>
          </div>
        </div>
      </section>
      <div className="grid gap-3 lg:col-start-2 lg:row-start-2 lg:self-start">
        <TooLarge large={large} />
        <LargeSums large={large} />
        <FileWarnings warnings={file.warnings} />
      </div>
      <LargeSheet large={large} revision={revision} />
    </div>
  )
}

/** Why it is not converted here, and how it can be. */
function TooLarge({ large: { file, rows } }: { large: LargeSummary }) {
  const lang = useLang()
  const n = (count: number) => formatCount(count, lang)
  return (
    <Notice
      sentence={
        <strong>
          {rows > LIMITS.bulkRows
            ? m.large_rows({ n: n(rows), limit: n(LIMITS.bulkRows) })
            : m.large_bytes({ limit: LIMITS.fileBytes / 1024 / 1024 })}
        </strong>
      }
    >
      <p>{m.large_advice()}</p>
      <p className="mt-1">
        <code className="wrap-anywhere">{`levro apply "${file.name}" --out "${ownFileName(file.name, file.format)}"`}</code>
      </p>
    </Notice>
  )
}

/** What the prices come to. */
function LargeSums({ large: { counts, inCurrency, totals } }: { large: LargeSummary }) {
  const lang = useLang()
  const count = counts.validRows
  const isEuro = inCurrency[EURO] > inCurrency[NATIONAL]
  const sums = [
    { currency: EURO, hundredths: totals.eur },
    { currency: NATIONAL, hundredths: totals.bgn },
  ]
  const [first, second] = isEuro ? sums.toReversed() : sums
  return (
    <section className="card grid gap-2 px-4 py-5" data-testid="large-totals">
      <p className="text-small text-muted">{m.prices_for({ count, n: formatCount(count, lang) })}</p>
      <p className="sum text-[2rem]!">{first && <Money {...first} />}</p>
      <p className="text-h3 leading-tight font-bold">{second && <Money {...second} />}</p>
      <div className="border-t border-line pt-2 text-[0.9375rem] empty:hidden">
        <CountsLine hidesZeros="always" counts={counts} areInvalidLeft={false} />
      </div>
    </section>
  )
}

const fetchRows: FetchRows<LargeRow> = (offset, limit) => bulk.request('largePage', offset, limit)

/** The rows, a page at a time. */
function LargeSheet({
  large: { rows: total, inCurrency },
  revision,
}: Pick<LargeReviewProps, 'large' | 'revision'>) {
  const [page, setPage] = useState(0)
  const rows = useRowPage(fetchRows, revision, page * DEFAULT_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  const frame = useRef<HTMLDivElement>(null)
  const lang = useLang()
  const isEuro = inCurrency[EURO] > inCurrency[NATIONAL]
  const last = rows?.findLastIndex(({ converted }) => converted !== null) ?? -1
  const edge = last === (rows?.length ?? 0) - 1 ? -1 : last

  /** Another page begins at its top. */
  function goToPage(next: number) {
    setPage(next)
    frame.current?.scrollIntoView({ block: 'start' })
  }

  return (
    <section aria-labelledby="rows-title" className="min-w-0 lg:col-start-1 lg:row-start-2">
      <h2 id="rows-title" className="sr-only">
        {m.rows_title()}
      </h2>
      <div ref={frame} className="sheet -scroll-mt-2 max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
        <table
          className="table-fixed max-sm:[&_td]:px-1.5! max-sm:[&_th]:px-1.5! max-sm:text-[0.9375rem]"
          data-testid="rows"
        >
          <colgroup>
            <col className="w-24 max-sm:w-18" />
            <col />
            <col className="w-36 max-sm:w-25" />
            <col className="w-36 max-sm:w-22" />
          </colgroup>
          <thead>
            <tr>
              <th scope="col" className="number">
                {m.column_line()}
              </th>
              <th scope="col">{m.column_name()}</th>
              <th scope="col" className={`amount ${isEuro ? 'euro' : 'lev'}`}>
                {m.column_price()}
              </th>
              <th scope="col" className={`amount ${isEuro ? 'lev' : 'euro'}`}>
                {isEuro ? m.large_in_lev() : m.large_in_euro()}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows?.map((row, i) => (
              <Fragment key={row.line}>
                <LargeSheetRow row={row} />
                {i === edge && (
                  <tr>
                    <td colSpan={4} className="bg-sunken! text-center text-small font-semibold text-muted">
                      {m.large_edge({ n: formatCount(RESULTS_STEP, lang) })}
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
        <div className="@container border-t border-line bg-sunken px-2 py-1.5">
          <SheetPages page={page} pageSize={DEFAULT_PAGE_SIZE} total={total} onPage={goToPage} />
        </div>
      </div>
    </section>
  )
}

function LargeSheetRow({ row: { line, name, price, currency, problem, converted } }: { row: LargeRow }) {
  const lang = useLang()
  return (
    <tr>
      <td className="number">{formatCount(line, lang)}</td>
      <td className="sm:truncate" title={name}>
        {/* On a phone a name has two lines. */}
        <span className="max-sm:line-clamp-2 max-sm:text-small max-sm:leading-tight max-sm:wrap-anywhere">
          {name}
        </span>
      </td>
      <td className="amount">
        {validatePrice(price).ok ? (
          <Money currency={currency} decimal={price} />
        ) : (
          <span className="block truncate text-muted" title={price}>
            {price}
          </span>
        )}
      </td>
      <td className="amount">
        {converted !== null && (
          <Money currency={currency === EURO ? NATIONAL : EURO} hundredths={converted} />
        )}
        {problem !== null && (
          <span className="block truncate text-small text-error" title={PRICE_PROBLEM_TEXT[problem]()}>
            {PRICE_PROBLEM_TEXT[problem]()}
          </span>
        )}
      </td>
    </tr>
  )
}
