import { Fragment, useRef, useState } from 'react'
import { bulk } from '#engine/bulk/client.ts'
import { applyCommand } from '#engine/large/command.ts'
import type { LargeRow, LargeSummary, Snapshot } from '#engine/types.ts'
import { EURO, NATIONAL } from '#money/currency.ts'
import { formatCount } from '#money/format.ts'
import { validatePrice } from '#pricelist/row.ts'
import { DEFAULT_PAGE_SIZE, LIMITS } from '#product/limits.ts'
import { PRICE_PROBLEM_TEXT } from '#reports/labels.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'
import { copyWithToast } from '../../ui/copy-text.ts'
import { fileDescription } from '../file/file-details.tsx'
import { FileButton } from '../file/file-picker.tsx'
import { FileWarnings, Notice } from '../file/notice.tsx'
import { CountsLine } from '../results/row-counts.tsx'
import { type FetchRows, useRowPage } from '../results/use-row-page.ts'
import { BESIDE_MODE } from './file-line.tsx'
import { CurrencyLine, CurrencyQuestion } from './notices/currency-notices.tsx'
import {
  ColumnQuestionNotice,
  CurrencyConflictNotice,
  OmittedTotalsLine,
  TotalsNotice,
} from './notices/questions.tsx'
import { ReadNotes } from './rail/read-notes.tsx'
import { type PriceAnswerSets, settleCurrency } from './sheet/ambiguous-prices.ts'
import { type SheetColumn, sheetColumns, sourceCurrency, targetCurrency } from './sheet/columns.ts'
import { SheetPages } from './sheet/foot.tsx'
import { SheetHead } from './sheet/head.tsx'
import { unnamedPrices } from './use-review-questions.ts'

type LargeReviewProps = {
  large: LargeSummary
  answers: Pick<PriceAnswerSets, 'isCurrencySettled'>
  revision: Snapshot['revision']
  onFile: (file: File) => Promise<void>
  onRemove: () => void
}

/** A price list that is too large for one conversion: all its rows to look at, how it was read, and what can be done with it. */
export function LargeReview({ large, revision, answers, onFile, onRemove }: LargeReviewProps) {
  const lang = useLang()
  const { file } = large
  const unnamed = unnamedPrices(large, answers)
  return (
    <div
      data-testid="large-review"
      className="grid grid-cols-1 content-start gap-x-6 gap-y-3 max-md:mt-1.5 lg:grid-cols-[minmax(0,1fr)_20.5rem] lg:grid-rows-[auto_auto_1fr]"
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
        {large.columnsKnown ? (
          <>
            <Questions large={large} answers={answers} isAsked={unnamed !== undefined} />
            <LargeSums large={large} />
          </>
        ) : (
          <ColumnQuestionNotice rows={large} canReread onChooseColumns={undefined} />
        )}
        <FileWarnings warnings={file.warnings} />
      </div>
      <LargeSheet large={large} revision={revision} isAssumed={unnamed !== undefined} />
      <div className="lg:col-start-2 lg:row-start-3">
        <ReadNotes rows={large} canReread onChooseColumns={undefined} />
      </div>
    </div>
  )
}

type QuestionsProps = Pick<LargeReviewProps, 'large' | 'answers'> & { isAsked: boolean }

/** Which currency is taken where the prices name none, or two, and which rows are totals; the sums below depend on it. */
function Questions({ large, answers, isAsked }: QuestionsProps) {
  const { choices } = large
  const conflict = large.assumptions.find(({ what }) => what === 'currency-conflict')
  const about = { rows: large, canReread: true, isCurrencyAsked: isAsked, onCurrency: settleCurrency }
  return (
    <div className="contents" data-testid="large-currency">
      {conflict?.what === 'currency-conflict' && (
        <CurrencyConflictNotice
          assumption={conflict}
          choices={choices}
          canReread
          id={undefined}
          step={undefined}
        />
      )}
      <CurrencyQuestion {...about} isCurrencySettled={answers.isCurrencySettled} isOneLine={false} />
      <CurrencyLine {...about} />
      <TotalsNotice rows={large} choices={choices} canReread id={undefined} step={undefined} />
      <OmittedTotalsLine rows={large} choices={choices} />
    </div>
  )
}

/** Why it is not converted here, and how it can be. */
function TooLarge({ large }: { large: LargeSummary }) {
  const lang = useLang()
  const { lines } = large
  const n = (count: number) => formatCount(count, lang)
  return (
    <Notice
      sentence={
        <strong>
          {lines > LIMITS.bulkRows
            ? m.large_rows({ n: n(lines), limit: n(LIMITS.bulkRows) })
            : m.large_bytes({ limit: LIMITS.fileBytes / 1024 / 1024 })}
        </strong>
      }
    >
      {large.columnsKnown && (
        <>
          <p>{m.large_advice()}</p>
          <Command large={large} />
        </>
      )}
    </Notice>
  )
}

function Command({ large }: { large: LargeSummary }) {
  const command = applyCommand(large)
  return (
    <div className="mt-1 flex flex-wrap items-center justify-between gap-x-2">
      <code translate="no" className="min-w-0 text-small wrap-anywhere" data-testid="large-command">
        {command.map(([option, word], i) => (
          <Fragment key={option}>
            {i > 0 && ' '}
            <span className="whitespace-nowrap">{option}</span> {word}
          </Fragment>
        ))}
      </code>
      <Button
        look="plain"
        size="small"
        className="ms-auto -me-2"
        aria-label={`${m.copy()}: ${m.large_command()}`}
        onClick={() => void copyWithToast(command.flat().join(' '))}
      >
        <Icon name="copy" className="size-4" />
        {m.copy()}
      </Button>
    </div>
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

type LargeSheetProps = Pick<LargeReviewProps, 'large' | 'revision'> & {
  /** Nothing says that the prices are in lev. */
  isAssumed: boolean
}

/** The rows, a page at a time. */
function LargeSheet({ large, revision, isAssumed }: LargeSheetProps) {
  const [page, setPage] = useState(0)
  const rows = useRowPage(fetchRows, revision, page * DEFAULT_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  const frame = useRef<HTMLDivElement>(null)

  /** Another page begins at its top. */
  function goToPage(next: number) {
    setPage(next)
    frame.current?.scrollIntoView({ block: 'start' })
  }

  return (
    <section aria-labelledby="rows-title" className="min-w-0 lg:col-start-1 lg:row-start-2 lg:row-span-2">
      <h2 id="rows-title" className="sr-only">
        {m.rows_title()}
      </h2>
      <div ref={frame} className="sheet -scroll-mt-2 max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
        <table className="table-fixed max-sm:[&_td]:px-1.5! max-sm:text-[0.9375rem]" data-testid="rows">
          <colgroup>
            <col className="w-24 max-sm:w-18" />
            <col />
            <col className="w-36 max-sm:w-25" />
            <col className="w-36 max-sm:w-24" />
          </colgroup>
          <SheetHead
            rows={large}
            columns={columnsOf(large)}
            target={targetCurrency(large)}
            source={sourceCurrency(large)}
            isAssumed={isAssumed}
            canReread
            isConverting={false}
            stays={[]}
          />
          <tbody>
            {rows?.map((row) => (
              <LargeSheetRow key={row.line} row={row} />
            ))}
          </tbody>
        </table>
        <div className="@container border-t border-line bg-sunken px-2 py-1.5">
          <SheetPages page={page} pageSize={DEFAULT_PAGE_SIZE} total={large.lines} onPage={goToPage} />
        </div>
      </div>
    </section>
  )
}

/** The name, the price, in whose menu another price column can be chosen, and what it comes to. */
function columnsOf(large: LargeSummary): readonly SheetColumn[] {
  const columns = sheetColumns(large)
  return (['name', 'price', 'converted'] as const).flatMap((kind) =>
    columns
      .filter((column) => column.kind === kind)
      .map((column) => (column.kind === 'name' ? { ...column, index: null } : column)),
  )
}

function LargeSheetRow({ row }: { row: LargeRow }) {
  const { line, name, price, currency, problem, converted, status } = row
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
        {status === 'omitted' && (
          <span className="block truncate text-small text-muted">{m.omitted_mark_total_short()}</span>
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
