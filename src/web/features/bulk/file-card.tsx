import { type PriceKind, priceColumnsOf } from '#pricelist/types.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { columnTitle } from '#reports/labels.ts'
import { type UnconvertedColumn, type RowsSummary, countOmitted } from '#engine/types.ts'
import { formatCount } from '#money/format.ts'
import { useLang } from '../../routing/location.ts'
import { Icon } from '../../ui/icon.tsx'
import { LiveAnnouncement } from '../../ui/form-status.tsx'
import { CountsLine } from '../results/row-counts.tsx'
import { disambiguateTitles } from '#engine/bulk/choices.ts'
import { FileDetails, SHOP_NAMES, fileDescription } from '../file/file-details.tsx'
import { omissionReasons } from './omission.tsx'
import { findAlternativeSheets } from './no-valid-prices.tsx'
import { findOpenQuestion } from './questions.tsx'
import type { FileSummary } from '#reports/types.ts'
import { useReread } from './use-reread.ts'

const PRICE_KIND_NAME = {
  selling: m.kind_selling,
  measure: m.kind_measure,
  list: m.kind_list,
  'bare-currency': m.kind_bare_currency,
  net: m.kind_net,
  wholesale: m.kind_wholesale,
  promotional: m.kind_promotional,
  cost: m.kind_cost,
  old: m.kind_old,
  'line-amount': m.kind_line_amount,
} satisfies Record<PriceKind, () => string>

type UnconvertedColumnsProps = {
  columns: readonly UnconvertedColumn[]
  /** Absent where no other column can be chosen now. */
  onChooseColumns: (() => void) | undefined
}

/** Price columns that are not converted, with the kind of price by their titles. */
function UnconvertedColumns({ columns, onChooseColumns }: UnconvertedColumnsProps) {
  const labels = columns.map(({ index, title, kind }) => {
    const column = columnTitle(index, title)
    return kind === null ? m.rival_untold({ column }) : m.rival({ column, kind: PRICE_KIND_NAME[kind]() })
  })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted" data-testid="rivals">
      <p className="wrap-anywhere">{m.rivals({ columns: labels.join(', ') })}</p>
      {onChooseColumns && (
        <Button look="plain" className="-my-2 px-0!" onClick={onChooseColumns}>
          {m.choose_other_column()}
        </Button>
      )}
    </div>
  )
}

type TitledColumns = ReturnType<typeof disambiguateTitles>

type FileCardProps = {
  rows: RowsSummary & { file: FileSummary }
  /** Whether the file is stored, so that it can be read again. */
  canReread: boolean
  isConverting: boolean
  onConvert: () => void
  onEdit: () => void
  onChooseColumns: () => void
  onRemove: () => void
}

/** Shows the file with its columns and row counts, and the actions for it (BULK-03). */
export function FileCard({
  rows,
  canReread,
  isConverting,
  onConvert,
  onEdit,
  onChooseColumns,
  onRemove,
}: FileCardProps) {
  const { file, counts } = rows
  const lang = useLang()
  const rowCount = counts.totalRows + countOmitted(rows.omitted)
  const reread = useReread()
  const isJson = file.format === 'json'
  const shop = rows.guards?.shop
  const unconverted = rows.guards?.rivals ?? []
  const converted = rows.choices ? priceColumnsOf(rows.choices.columns) : []
  const titles = disambiguateTitles(
    [...converted, ...unconverted.map(({ index }) => index)],
    file.detection.all,
  )
  return (
    <section aria-labelledby="file-title" className="arrive grid gap-5 border-y border-line py-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 items-start gap-3">
          <Icon name="file" className="mt-1 size-7 text-muted" />
          <div className="min-w-0">
            {/* Not announced after the choice of a column: that moves the focus to the title. */}
            <LiveAnnouncement
              text={!rows.columnsKnown ? m.ready_title() : findOpenQuestion(rows) ? '' : cardTitle(rows)}
            />
            <h2 id="file-title" tabIndex={-1} className="wrap-anywhere text-h3 outline-none">
              {cardTitle(rows)}
            </h2>
            <p className="wrap-anywhere text-muted">
              {fileDescription(file, lang, shop?.shop ? SHOP_NAMES[shop.shop] : undefined)}
            </p>
          </div>
        </div>
        <Button look="tinted" isUnavailable={isConverting} onClick={onRemove}>
          <Icon name="trash" />
          {m.file_remove()}
        </Button>
      </div>
      {rows.columnsKnown ? (
        <CountsLine
          counts={counts}
          omitted={{ count: countOmitted(rows.omitted), why: omissionReasons(rows) }}
        />
      ) : (
        <p className="text-muted">{m.counts_unknown({ count: rowCount, n: formatCount(rowCount, lang) })}</p>
      )}
      {rows.columnsKnown && !isJson && (
        <ConvertedColumns rows={rows} prices={titles.slice(0, converted.length)} />
      )}
      {rows.columnsKnown && unconverted.length > 0 && (
        <UnconvertedColumns
          columns={unconverted.map((column, i) => ({ ...column, ...titles[converted.length + i] }))}
          onChooseColumns={canReread && !isJson && !isConverting ? onChooseColumns : undefined}
        />
      )}
      {canReread ? (
        <fieldset disabled={isConverting} className="contents">
          <FileDetails
            file={file}
            // If this sheet has no prices, a notice suggests the other sheets.
            {...(findAlternativeSheets(rows).length > 0 && { unread: [] })}
            onRead={(change) => void reread.file(change)}
          />
        </fieldset>
      ) : (
        <p className="text-muted">{m.file_gone()}</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button look="tinted" isUnavailable={isConverting} onClick={onConvert}>
          {m.review_and_convert()}
        </Button>
        <Button look="tinted" isUnavailable={isConverting} onClick={onEdit}>
          {m.review_and_edit()}
        </Button>
        {canReread && !isJson && (
          <Button look="tinted" isUnavailable={isConverting} onClick={onChooseColumns}>
            <Icon name="columns" />
            {m.adjust_columns()}
          </Button>
        )}
      </div>
    </section>
  )
}

function cardTitle(rows: RowsSummary): string {
  const { counts, omitted, columnsKnown } = rows
  if (!columnsKnown || counts.validRows + countOmitted(omitted) === 0) return m.not_ready_title()
  return findOpenQuestion(rows) ? m.question_title() : m.ready_title()
}

/** The titles of the columns that are converted. */
function ConvertedColumns({ rows, prices }: Pick<FileCardProps, 'rows'> & { prices: TitledColumns }) {
  const { file, choices } = rows
  if (!choices) return null
  const { name, currency } = choices.columns
  const listTitle = (index: number | null) =>
    index === null ? [] : [columnTitle(index, file.detection.all[index]?.title)]
  const used = [
    [m.taken_price(), prices.map(({ index, title }) => columnTitle(index, title))],
    [m.taken_name(), listTitle(name)],
    [m.taken_currency(), listTitle(currency)],
  ] as const
  return (
    <dl className="flex min-w-0 flex-wrap gap-x-6 gap-y-1">
      {used.map(
        ([label, titles]) =>
          titles.length > 0 && (
            <div key={label} className="flex min-w-0 gap-2">
              <dt className="text-muted">{label}</dt>
              <dd className="wrap-anywhere font-semibold">{titles.join(', ')}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
