import { priceColumnsOf } from '#pricelist/types.ts'
import { LIMITS } from '#product/limits.ts'
import { disambiguateTitles } from '#engine/bulk/choices.ts'
import type { RowsSummary } from '#engine/types.ts'
import { columnTitle } from '#reports/labels.ts'
import type { FileSummary } from '#reports/types.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { Button } from '../../../ui/button.tsx'
import { FileDetails, SHOP_NAMES, fileDescription } from '../../file/file-details.tsx'
import { replacedText, unconvertedLabels } from '../notices/replaced.ts'
import { useReread } from '../use-reread.ts'

type UnconvertedColumnsProps = {
  labels: readonly string[]
  /** Absent where no other column can be chosen now. */
  onChooseColumns: (() => void) | undefined
}

/** Price columns that are not converted, with the kind of price by their titles. */
function UnconvertedColumns({ labels, onChooseColumns }: UnconvertedColumnsProps) {
  return (
    <div className="text-muted" data-testid="rivals">
      <p className="wrap-anywhere">{m.rivals({ columns: labels.join(', ') })}</p>
      {onChooseColumns && (
        <Button look="plain" size="small" className="-ms-3" onClick={onChooseColumns}>
          {m.choose_other_column()}
        </Button>
      )}
    </div>
  )
}

type ReadNotesProps = {
  rows: RowsSummary & { file: FileSummary }
  /** Whether the file is stored, so that it can be read again. */
  canReread: boolean
  /** Undefined for a list that is only looked at. */
  onChooseColumns: (() => void) | undefined
}

/** How the file was read: its columns, and what can be corrected where the guess was wrong. */
export function ReadNotes({ rows, canReread, onChooseColumns }: ReadNotesProps) {
  const lang = useLang()
  const reread = useReread()
  const { file, columnsKnown } = rows
  const areColumnsFixed = file.isStrict === true
  const shop = rows.guards?.shop
  const unconverted = unconvertedLabels(rows)
  const replaced = replacedText(rows)
  const converted = rows.choices ? priceColumnsOf(rows.choices.columns) : []
  const others = (rows.guards?.rivals ?? []).map(({ index }) => index)
  const titles = disambiguateTitles([...converted, ...others], file.detection.all)
  return (
    <section aria-labelledby="read-title" className="grid gap-2 px-1 text-[0.9375rem]">
      <h3 id="read-title" className="text-base">
        {m.read_title()}
      </h3>
      {columnsKnown && !areColumnsFixed && (
        <ConvertedColumns rows={rows} prices={titles.slice(0, converted.length)} />
      )}
      {columnsKnown && unconverted.length > 0 && (
        <UnconvertedColumns
          labels={unconverted}
          onChooseColumns={canReread && !areColumnsFixed ? onChooseColumns : undefined}
        />
      )}
      {replaced !== undefined && <p data-testid="replaced">{replaced}</p>}
      {canReread ? (
        <FileDetails
          file={file}
          isDoubtful={rows.assumptions.some(({ what }) => what === 'encoding')}
          isSheetElsewhere
          onRead={(change) => void reread.file(change)}
        />
      ) : (
        <p className="text-muted">{m.file_gone()}</p>
      )}
      {onChooseColumns && (
        <p className="text-small text-muted">{m.sheet_name_stored({ n: LIMITS.nameLength })}</p>
      )}
      <p className="text-small wrap-anywhere text-muted" data-testid="file-kind">
        {fileDescription(file, lang, shop?.shop ? SHOP_NAMES[shop.shop] : undefined)}
      </p>
    </section>
  )
}

type TitledColumns = ReturnType<typeof disambiguateTitles>

/** The titles of the columns that are converted. */
function ConvertedColumns({ rows, prices }: Pick<ReadNotesProps, 'rows'> & { prices: TitledColumns }) {
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
    <dl className="grid min-w-0 gap-x-6 gap-y-1" data-testid="columns">
      {used.map(
        ([label, titles]) =>
          titles.length > 0 && (
            <div key={label} className="flex min-w-0 gap-2">
              <dt className="shrink-0 text-muted">{label}</dt>
              <dd className="wrap-anywhere font-semibold">{titles.join(', ')}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
