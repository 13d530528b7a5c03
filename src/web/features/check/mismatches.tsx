import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { formatCount, formatDecimal, formatSignedMoney } from '#money/format.ts'
import { type Currency, EURO, NATIONAL, otherCurrency } from '#money/currency.ts'
import { sideOf } from '#money/amount.ts'
import { type PairDirection, derivedCurrency } from '#pricelist/pairs/price-pair.ts'
import type { Mismatch } from '#pricelist/pairs/check-pairs.ts'
import { DEFAULT_PAGE_SIZE } from '#product/limits.ts'
import { pairTitle } from '#reports/labels.ts'
import type { MismatchFile } from '#reports/types.ts'
import { check } from '#engine/check/client.ts'
import type { CheckedFile } from '#engine/check/types.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pager } from '../../ui/pager.tsx'
import { downloadFile } from '../file/download-file.ts'
import { checkFileName } from './verdict.ts'
import { type FetchRows, useRowPage } from '../results/use-row-page.ts'

const fetchMismatches: FetchRows<Mismatch> = (offset, limit) => check.request('page', offset, limit)

/** The class of a column by its currency. */
const COLUMN = { BGN: 'lev', EUR: 'euro' } as const satisfies Record<Currency, string>

/** Below 640 px a row is a grid: the name on the first line, the prices on the second, without borders and backgrounds. */
const ROW =
  'max-sm:grid max-sm:grid-cols-[6.5rem_1fr_1fr] max-sm:[&>*]:shadow-none! max-sm:gap-x-2 max-sm:px-4 max-sm:[&>*]:bg-transparent! max-sm:[&>*]:px-0! max-sm:[&>td]:h-auto! max-sm:[&>td]:border-0! max-sm:[&>td]:pb-2! max-sm:[&>th]:border-b-0!'

/** All mismatches with the expected prices, a page at a time, and their downloads. */
export function MismatchTable({ checked, revision }: { checked: CheckedFile; revision: number }) {
  const lang = useLang()
  const { summary, direction, columns, file } = checked
  const [requested, setRequested] = useState({ page: 0, revision })
  // A new list starts at its first page.
  const page = requested.revision === revision ? requested.page : 0
  const rows = useRowPage(fetchMismatches, revision, page * DEFAULT_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  const titleOf = (pair: number) => {
    const found = columns.pairs[pair]
    return columns.pairs.length > 1 && found ? pairTitle(found, file, lang) : undefined
  }
  const wrong = derivedCurrency(direction)
  const list = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const isScrolled = useIsWider(frame, rows)

  /** Another page begins at its top; the pressed button keeps the focus. */
  function goToPage(next: number) {
    setRequested({ page: next, revision })
    list.current?.scrollIntoView({ block: 'start' })
  }

  return (
    <div ref={list} className="sheet in-[:has([data-sticky-head])]:-scroll-mt-8 low:scroll-mt-4!">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-4 py-1.5">
        <h2 id="check-list" className="text-lead max-sm:text-base">
          {m.check_list()}
        </h2>
        <span className="pill bg-error-soft! text-error">{formatCount(summary.off, lang)}</span>
        <Downloads fileName={file.name} />
      </div>
      {rows && (
        <div
          ref={frame}
          // Positioned, so that texts for screen readers are cut off with the columns that hold them.
          className={`border-t border-line outline-offset-[-3px] ${isScrolled ? 'relative overflow-x-auto' : ''}`}
          {...(isScrolled && { role: 'region', 'aria-labelledby': 'check-list', tabIndex: 0 })}
        >
          <table
            aria-labelledby="check-list"
            data-testid="mismatches"
            // Sideways scrolling would keep the head from staying in sight.
            data-sticky-head={!isScrolled || undefined}
            className="max-sm:block"
          >
            {/* On a phone its cells are in a grid, and it stays as a whole. */}
            <thead className="max-sm:sticky max-sm:top-15 max-sm:z-15 max-sm:block max-sm:bg-raised low:static!">
              <tr className={`${ROW} max-sm:border-b max-sm:border-line max-sm:[&>th]:content-center`}>
                <th scope="col" className="number max-sm:hidden">
                  {m.column_line()}
                </th>
                <th scope="col" className="max-sm:sr-only">
                  {m.column_name()}
                </th>
                <th scope="col" className="amount">
                  {m.check_in_lev()}
                </th>
                <th scope="col" className="amount">
                  {m.check_in_euro()}
                </th>
                <th scope="col" className={`amount ${COLUMN[wrong]}`}>
                  {m.check_right()}
                </th>
                {direction === 'either' && (
                  <th scope="col" className="amount text-balance whitespace-normal! max-sm:hidden">
                    {m.check_right_in_lev()}
                  </th>
                )}
                <th scope="col" className="amount max-sm:hidden">
                  {m.check_difference()}
                </th>
              </tr>
            </thead>
            <tbody className="max-sm:block">
              {rows.map((mismatch) => (
                <MismatchRow
                  key={`${mismatch.row} ${mismatch.pair}`}
                  mismatch={mismatch}
                  direction={direction}
                  columns={titleOf(mismatch.pair)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {summary.off > DEFAULT_PAGE_SIZE && (
        <div className="border-t border-line bg-sunken px-4 py-2">
          <Pager page={page} pageSize={DEFAULT_PAGE_SIZE} total={summary.off} onPage={goToPage} />
        </div>
      )}
    </div>
  )
}

/** Whether an element's content is wider than itself. */
function useIsWider(element: RefObject<HTMLElement | null>, content: unknown): boolean {
  const [isWider, setWider] = useState(false)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return undefined
    const measure = () => setWider(box.scrollWidth > box.clientWidth + 1)
    const size = new ResizeObserver(measure)
    size.observe(box)
    measure()
    return () => size.disconnect()
  }, [element, content])
  return isWider
}

type RowProps = { mismatch: Mismatch; direction: PairDirection; columns: string | undefined }

/** One mismatch. Its header is the product name, or the row number where it has none. */
function MismatchRow({ mismatch, direction, columns }: RowProps) {
  const lang = useLang()
  const wrong = derivedCurrency(direction)
  const other = otherCurrency(wrong)
  const { expected } = mismatch
  const row = m.check_row({ row: formatCount(mismatch.row, lang) })
  const difference = formatSignedMoney(mismatch.difference[sideOf(wrong)], wrong, lang)
  return (
    <tr className={ROW}>
      <td className="number max-sm:hidden">{formatCount(mismatch.row, lang)}</td>
      <th
        scope="row"
        className="sm:border-b-0! py-1! text-[0.9375rem]! font-medium! wrap-anywhere text-ink! max-sm:col-span-3 max-sm:flex max-sm:h-auto! max-sm:flex-wrap max-sm:items-baseline max-sm:justify-between max-sm:gap-x-3 max-sm:pt-2! max-sm:pb-0.5! sm:min-w-36 sm:text-balance"
      >
        {mismatch.name}
        <span
          className={`text-small whitespace-nowrap text-muted ${mismatch.name === '' ? 'sm:sr-only' : 'sm:hidden'}`}
        >
          {row}
        </span>
        {columns !== undefined && (
          <span className="text-small text-muted max-sm:w-full sm:block">{columns}</span>
        )}
      </th>
      <PriceCell
        currency={NATIONAL}
        decimal={mismatch.national}
        wrong={wrong}
        difference={difference}
        {...(direction === 'either' && { alternative: expected.national })}
      />
      <PriceCell currency={EURO} decimal={mismatch.euro} wrong={wrong} difference={difference} />
      <td className={`amount font-bold! ${COLUMN[wrong]}`}>{formatDecimal(expected[sideOf(wrong)], lang)}</td>
      {direction === 'either' && (
        <td className={`amount max-sm:hidden ${COLUMN[other]}`}>
          {formatDecimal(expected[sideOf(other)], lang)}
        </td>
      )}
      <td className="amount font-bold text-error max-sm:hidden">
        {difference}
        <span className="sr-only"> {isBelow(mismatch, wrong) ? m.check_below() : m.check_above()}</span>
      </td>
    </tr>
  )
}

const isBelow = ({ difference }: Mismatch, wrong: Currency): boolean =>
  difference[sideOf(wrong)].startsWith('-')

type PriceProps = {
  currency: Currency
  decimal: string
  wrong: Currency
  difference: string
  /** What the other price should be, if this one is wrong instead. */
  alternative?: string
}

/**
 * A price as it stands in the file, the wrong one struck through. On a phone the difference is with it, and with the other
 * price its alternative.
 */
function PriceCell({ currency, decimal, wrong, difference, alternative }: PriceProps) {
  const lang = useLang()
  if (currency !== wrong)
    return (
      <td className={`amount ${currency === EURO ? 'font-medium text-euro' : 'lev'}`}>
        {formatDecimal(decimal, lang)}
        {alternative !== undefined && (
          <span className="block text-small sm:hidden">
            {m.check_or({ price: formatDecimal(alternative, lang) })}
          </span>
        )}
      </td>
    )
  return (
    <td className="amount error">
      <s>{formatDecimal(decimal, lang)}</s>
      <span className="block text-small font-bold sm:hidden">{difference}</span>
    </td>
  )
}

const FILE_KINDS = [
  { kind: 'csv', label: m.export_csv },
  { kind: 'xlsx', label: m.export_xlsx },
] as const

function Downloads({ fileName }: { fileName: string }) {
  const lang = useLang()
  const [isBusy, setBusy] = useState(false)
  async function save(kind: MismatchFile) {
    setBusy(true)
    await downloadFile(() => check.request('exportMismatches', kind, lang), checkFileName(fileName, kind))
    setBusy(false)
  }
  return (
    <div className="-me-2 ms-auto flex flex-wrap">
      {FILE_KINDS.map(({ kind, label }) => (
        <Button
          key={kind}
          look="plain"
          size="small"
          className="max-sm:gap-1 max-sm:px-1.5"
          aria-label={label()}
          isUnavailable={isBusy}
          onClick={() => void save(kind)}
        >
          <Icon name="download" className="size-4.5" />
          {kind.toUpperCase()}
        </Button>
      ))}
    </div>
  )
}
