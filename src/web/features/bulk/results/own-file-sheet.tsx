import { useEffect, useState } from 'react'
import type { Lang } from '#i18n/language.ts'
import { EURO } from '#money/currency.ts'
import { formatCount } from '#money/format.ts'
import type { OwnFilePreview, PreviewCell, PreviewColumn, PreviewTable } from '#reports/own-file-preview.ts'
import { columnTitle } from '#reports/labels.ts'
import { type ConversionSummary, type ExportedFile, type NoRoom, PREVIEW_ROWS } from '#reports/types.ts'
import { DEFAULT_PLACEMENT, type Placement } from '#writeback/plan.ts'
import { m } from '#i18n/messages/messages.js'
import { bulk } from '#engine/bulk/client.ts'
import { inkOf } from '../../../ui/currency-ink.ts'
import { Icon } from '../../../ui/icon.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { useLang } from '../../../routing/location.ts'
import { WRITE_BACK_NOTE, noRoomMessage } from '../../results/write-back-notes.ts'
import { currencyStatementMessage } from '../../results/currency-text.ts'
import { FileName } from './file-name.tsx'
import type { OwnFileChoice } from './own-file-choice.tsx'

type When = 'before' | 'after'

type Props = {
  choice: OwnFileChoice
  results: ConversionSummary
  preview: Preview
  /** The last one that was made: it is shown until the next one has come. */
  drawn: OwnFilePreview | null
  /** Name of the download. */
  file: string
}

/** The first rows of the user's own file, before and after, as the download will have them (CONV-08). */
export function OwnFileSheet({ choice, results, preview, drawn, file }: Props) {
  const lang = useLang()
  const { placement } = choice
  const [look, setLook] = useState<{ when: When; placement: Placement }>({ when: 'after', placement })
  // Another placement shows what has changed.
  const when = look.placement === placement ? look.when : 'after'
  const shown = preview && drawn ? drawn[when] : undefined
  return (
    <section aria-labelledby="own-file" className="grid min-w-0 grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="own-file" className="text-h3">
          {m.own_preview_title()}
        </h3>
        <RadioGroup<When>
          label={m.own_preview_switch()}
          isLabelShown={false}
          className="print:hidden"
          value={when}
          options={[
            { value: 'before', text: m.own_preview_before() },
            { value: 'after', text: m.own_preview_after() },
          ]}
          onPick={async (value) => setLook({ when: value, placement })}
        />
      </div>
      {shown && (
        <p className="-mt-1 text-small text-muted empty:hidden sm:hidden">{narrowText(shown, lang)}</p>
      )}
      {shown && shown.moreColumns > 0 && (
        <p className="-mt-1 text-small text-muted max-sm:hidden">
          {m.own_preview_columns({ count: shown.moreColumns, n: formatCount(shown.moreColumns, lang) })}
        </p>
      )}
      {shown ? (
        <FirstRows
          table={shown}
          file={when === 'before' ? (results.filename ?? '') : file}
          label={`${m.own_preview_title()}: ${when === 'before' ? m.own_preview_before() : m.own_preview_after()}`}
        />
      ) : (
        // As high as the rows will be: little moves when they come.
        <div
          className="sheet grid place-items-center p-6 text-muted"
          style={{ minHeight: `calc(${rowsExpected(results) + 1} * var(--row))` }}
        >
          <p>{emptyText(preview, choice)}</p>
        </div>
      )}
    </section>
  )
}

/** How many columns a phone leaves out. */
function narrowText({ columns, moreColumns }: PreviewTable, lang: Lang): string {
  const hasNew = columns.some(({ isNew }) => isNew)
  const count = moreColumns + columns.filter((column) => !isShownNarrow(column, hasNew)).length
  return count > 0 ? m.own_preview_narrow({ count, n: formatCount(count, lang) }) : ''
}

/** The header and the rows of the results, at most as many as are shown. */
const rowsExpected = ({ counts, priceColumns }: ConversionSummary): number =>
  Math.min(PREVIEW_ROWS, 1 + Math.ceil(counts.totalRows / Math.max(1, priceColumns.length)))

function emptyText(preview: Preview, { request }: OwnFileChoice): string {
  if (request === undefined) return m.own_preview_mixed()
  if (preview === 'making') return m.own_preview_making()
  return preview && !isShown(preview) ? noRoomMessage(preview) : m.own_preview_none()
}

/** What is known of the file with the chosen placement. Null where it cannot be made. */
export type Preview = OwnFilePreview | NoRoom | 'making' | null

const isShown = (preview: Preview): preview is OwnFilePreview =>
  preview !== null && preview !== 'making' && 'after' in preview

/** The preview of the chosen placement, and the last one that was made. */
type PreviewState = { readonly preview: Preview; readonly drawn: OwnFilePreview | null }

export function usePreview({ request }: OwnFileChoice, jobId: string, isWanted: boolean): PreviewState {
  const lang = useLang()
  const [state, setState] = useState<PreviewState>({ preview: 'making', drawn: null })
  const { placement, mixed } = request ?? {}
  useEffect(() => {
    if (placement === undefined || !isWanted) {
      setState({ preview: null, drawn: null })
      return undefined
    }
    let isCurrent = true
    setState(({ drawn }) => ({ preview: 'making', drawn }))
    void bulk
      .request('previewOwnFile', { kind: 'own', placement, ...(mixed && { mixed }) }, lang)
      .catch(() => null)
      .then((made) => isCurrent && setState({ preview: made, drawn: isShown(made) ? made : null }))
    return () => {
      isCurrent = false
    }
  }, [placement, mixed, lang, jobId, isWanted])
  return state
}

/** What it differs in from what was chosen; nothing while it is not known. */
export const previewDetails = (preview: Preview): Omit<ExportedFile, 'file'> =>
  isShown(preview) ? preview : { warnings: [] }

/**
 * Where the file will have the new prices. Until that is known, it is not said that they replace the old ones: some
 * files cannot have it so.
 */
export function placementInFile({ placement }: OwnFileChoice, preview: Preview): Placement {
  const known = previewDetails(preview).placement
  return known ?? (preview === 'making' && placement === 'replace' ? DEFAULT_PLACEMENT : placement)
}

/** Messages about deviations from the chosen placement, and about what will still be in the old currency. */
export function ownFileNotes(
  choice: OwnFileChoice,
  preview: Preview,
  { keptColumns = [] }: ConversionSummary,
  lang: Lang,
): string[] {
  const { warnings, statement, computed = [] } = previewDetails(preview)
  const notes = warnings.flatMap((warning): string[] => {
    const note = WRITE_BACK_NOTE[warning]?.()
    return note === undefined ? [] : [note]
  })
  if (statement) notes.push(`${currencyStatementMessage(statement)} ${m.write_back_note_statement()}`)
  // Nothing was replaced: all old prices stay.
  const kept = keptColumns.filter(({ index }) => !computed.includes(index))
  if (kept.length === 0 || placementInFile(choice, preview) !== 'replace') return notes
  const titles = kept.map(({ index, title }) => m.sheet_quoted({ name: columnTitle(index, title) }))
  const columns = new Intl.ListFormat(lang, { type: 'conjunction' }).format(titles)
  return [...notes, m.write_back_note_kept({ count: kept.length, columns })]
}

function FirstRows({ table, file, label }: { table: PreviewTable; file: string; label: string }) {
  const lang = useLang()
  const { columns, rows, moreRows } = table
  const hasNew = columns.some(({ isNew }) => isNew)
  const amounts = columns.map((_, c) => hasAmounts(table, c))
  return (
    <div className="sheet">
      {/* Amounts are written as the file has them. */}
      <p className="flex items-center gap-2 border-b border-line px-3.5 py-2 text-[0.9375rem] text-muted max-sm:px-2">
        <Icon name="file" className="size-4.5 shrink-0" />
        <FileName name={file} className="font-semibold text-ink" />
      </p>
      <div className="overflow-x-auto outline-offset-[-3px]" role="region" aria-label={label} tabIndex={0}>
        <table className="max-sm:[&_td]:px-1.5 max-sm:[&_td]:text-small" data-testid="own-file">
          <tbody>
            {rows.map(({ number, isHeader, cells }) => (
              <tr key={number} className={isHeader ? 'bg-sunken font-bold' : ''}>
                <td className="number">{number}</td>
                {cells.map((cell, c) => (
                  // oxlint-disable-next-line react/no-array-index-key -- a cell is its column
                  <td
                    key={c}
                    className={`${cellClass(columns[c]!, cell, isHeader, amounts[c]!, hasNew)} ${isHeader || !isAlone(cell, cells) ? '' : 'max-w-0! whitespace-nowrap'}`}
                  >
                    {cell.text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {moreRows > 0 && (
        <p className="border-t border-line px-3.5 py-2 text-small text-muted max-sm:px-2">
          {m.own_preview_rows({ count: moreRows, n: formatCount(moreRows, lang) })}
        </p>
      )}
    </div>
  )
}

/** A phone has room for the name and the new prices. */
function isShownNarrow({ currency, isNew, isPrice, isMain }: PreviewColumn, hasNew: boolean): boolean {
  // The new columns of both currencies say the same.
  const isRepeated = isPrice && !isNew && currency === undefined && hasNew
  return isMain && !isRepeated
}

const AMOUNT = /^\d[\d \u00a0.,]*[.,]\d\d$/

/** Whether the texts of the column are amounts, like a price that is not converted: they stand below each other by their ends. */
function hasAmounts({ rows }: PreviewTable, c: number): boolean {
  const texts = rows
    .flatMap(({ cells, isHeader }) => (isHeader ? [] : (cells[c]?.text.trim() ?? '')))
    .filter(Boolean)
  return texts.length > 0 && texts.filter((text) => AMOUNT.test(text)).length * 2 > texts.length
}

/** The longest text that is not broken where its row has no other. */
const LONGEST_ALONE = 60

/** Whether a cell has the only text of its row: it overflows into the empty cells after it, as in a spreadsheet. */
const isAlone = ({ text }: PreviewCell, cells: readonly PreviewCell[]): boolean =>
  text !== '' &&
  text.length <= LONGEST_ALONE &&
  cells.every((other) => other.text === '' || other.text === text)

/** Longer than any word of a name: an address or a code, which may break anywhere. */
const UNBROKEN = /\S{28}/

const breaking = (text: string): string =>
  UNBROKEN.test(text) ? 'wrap-anywhere' : 'wrap-normal hyphens-none'

/** Characters of a price with its currency. */
const LONG_PRICE = 16

/** On a phone a text in place of a price leaves the new one in sight; a price is never cut. */
function narrowClass(text: string): string {
  if (!/\d/.test(text)) return 'max-sm:max-w-24 max-sm:truncate'
  return text.length > LONG_PRICE ? 'max-sm:whitespace-normal!' : ''
}

function cellClass(
  column: PreviewColumn,
  cell: PreviewCell,
  isHeader: boolean,
  areAmounts: boolean,
  hasNew: boolean,
): string {
  const { isNew, isPrice, isMain } = column
  const currency = cell.currency ?? column.currency
  const ink = currency === undefined ? '' : inkOf(currency)
  const look = isNew && currency === EURO ? 'euro' : isNew ? 'bg-national-soft font-bold' : ''
  return [
    isPrice || areAmounts ? 'amount' : isMain ? 'min-w-36 text-balance max-sm:min-w-20' : 'max-w-80',
    breaking(cell.text),
    (isPrice || areAmounts) && isHeader ? 'whitespace-normal!' : '',
    isPrice && !isHeader ? narrowClass(cell.text) : '',
    ink,
    look,
    isShownNarrow(column, hasNew) ? '' : 'max-sm:hidden',
  ].join(' ')
}
