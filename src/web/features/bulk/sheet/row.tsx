import { type ReactNode, memo, useState } from 'react'
import type { Lang } from '#i18n/language.ts'
import { type Currency, otherCurrency } from '#money/currency.ts'
import { padDecimals } from '#pricelist/price-text.ts'
import type { PreviewRow, PreviewStatus } from '#engine/types.ts'
import { useLang } from '../../../routing/location.ts'
import { focusOn } from '../../../ui/focus.ts'
import type { SheetWidths } from './column-widths.ts'
import { type SheetColumn, columnKey, isStacked, tintOf } from './columns.ts'
import { Converted, Problem, Unknown, problemSentence } from './converted.tsx'
import type { SheetLine } from './lines.ts'
import { DeleteButton, NameCell, SameNameCell } from './name-cell.tsx'
import {
  editRows,
  leavesAsIs,
  type PasteHandler,
  PriceCell,
  priceCellId,
  problemId,
  shownPrice,
  type Stay,
} from './price-cell.tsx'
import { AmbiguousPriceQuestion, FilePriceQuestion, TypedPriceQuestion } from './price-question.tsx'
import { RowMark } from './row-mark.tsx'
import { type FocusedRow, rowsBeingTyped } from './use-focused-row.ts'
import { keepTypedPoint, isAmbiguousPoint, settlePrice } from './ambiguous-prices.ts'
import { useReread } from '../use-reread.ts'

/** The status that needs attention most. */
const ORDER: readonly PreviewStatus[] = ['invalid', 'valid', 'empty', 'omitted']
const statusOf = (line: SheetLine): PreviewStatus =>
  ORDER.find((status) => line.some((row) => row.status === status)) ?? 'empty'

type SheetRowProps = {
  line: SheetLine
  /** Must be the same array as long as the columns are the same. */
  columns: readonly SheetColumn[]
  /** Must be the same array, too. */
  stays: SheetWidths['stays']
  /** The index in the file of the name column of each price column. Must be the same array, too. */
  nameColumns: readonly (number | null)[]
  /** Titles of the price columns, where there are several. Must be the same array, too. */
  priceTitles: readonly string[]
  /** The currency that the prices of the sheet are converted to. */
  target: Currency
  /** The currency that most prices are in. */
  source: Currency
  /** Some prices are converted to lev and some to euro. */
  areMixed: boolean
  /** False while the columns are only a guess: what stands in them is no price yet. */
  isKnown: boolean
  /** The rows below it that share its name, each in a row of its own; and whether it is one itself. */
  namesakes: readonly number[]
  isNamedAbove: boolean
  /** By row, the prices that the question of the file is about, as they are written, and the row that asks it. */
  doubtful: ReadonlyMap<number, string>
  questionId: number | undefined
  /** A price of this line stands for those of the file that can be read in two ways: its row, and its text. */
  askedId: number | undefined
  askedText: string | undefined
  /** A price of this line that its column, or a typed point, told how to read: its row, and its text. */
  ambiguousId: number | undefined
  ambiguousText: string | undefined
  isAmbiguousTyped: boolean
  /** While the rows are converted: the count has passed this line. */
  isFilled: boolean
  /** It has passed this line, and not the next. */
  isLastFilled: boolean
  /** Where it has the focus. Must be the same object as long as that is the same. */
  focused: FocusedRow | undefined
  /** Must be the same function at each render. */
  onPaste: PasteHandler
}

/** One line of the sheet: what the file has in it, its name and prices editable, and what they become. */
export const SheetRow = memo(
  function SheetRow({
    line,
    columns,
    stays,
    nameColumns,
    priceTitles,
    target,
    source,
    areMixed,
    isKnown,
    namesakes,
    isNamedAbove,
    doubtful,
    questionId,
    askedId,
    askedText,
    ambiguousId,
    ambiguousText,
    isAmbiguousTyped,
    isFilled,
    isLastFilled,
    focused,
    onPaste,
  }: SheetRowProps) {
    const reread = useReread()
    const [first] = line
    const [rejected, setRejected] = useState<{ id: number; price: string | undefined }>()
    const typed = rowsBeingTyped(line, focused)
    const isAsked = (row: PreviewRow) =>
      row.id === askedId || (row.problem === 'ambiguous' && row.id !== focused?.typedPrice)
    const asked = line.filter(isAsked)
    const ambiguous = line.find(({ id }) => id === ambiguousId)
    const isInQuestion = (row: PreviewRow) => isAsked(row) || row.id === ambiguous?.id || doubtful.has(row.id)
    const isAnyInQuestion = line.some(isInQuestion)
    /** A row that only one price of a line has, as on a phone, is named by it. */
    const isApart = isStacked(columns)
    const hasNames = columns.filter(({ kind }) => kind === 'name').length > 1
    const priceTitle = (row: PreviewRow) => priceTitles[row.priceColumnIndex]
    const labelOf = (row: PreviewRow, label: string) => {
      const title = priceTitle(row)
      return title === undefined ? label : `${label}, ${title}`
    }
    const rowAt = (nth: number | null) =>
      line.find(({ priceColumnIndex }) => nth === null || priceColumnIndex === nth)
    const isRejected = (row: PreviewRow) => rejected?.id === row.id && rejected.price === row.price

    const describedBy = (row: PreviewRow) => {
      if (isAsked(row) || row.id === ambiguous?.id || (row.problem && !typed.includes(row)))
        return problemId(row.id)
      return doubtful.has(row.id) && questionId !== undefined ? problemId(questionId) : undefined
    }
    /** Where some prices become lev and some euro, each has the tint of its own. */
    const targetOf = (row: PreviewRow | undefined) =>
      areMixed && (row?.status === 'valid' || row?.status === 'omitted')
        ? otherCurrency(row.currency)
        : target

    const cellOf = (column: SheetColumn, i: number) => {
      const key = columnKey(column)
      const stay = stays[i + 1]
      if (column.kind === 'other')
        return <Cell key={key} text={first.cells[column.index]} isAmount={column.isPriced} />
      if (column.kind === 'name' && isNamedAbove)
        return (
          <SameNameCell
            key={key}
            stay={stay}
            rows={line}
            withColumn={(label) => labelOf(first, label)}
            priceTitle={priceTitle(first)}
          />
        )
      if (column.kind === 'name') {
        const [named, ...others] = line.filter(
          (row) => column.index === null || nameColumns[row.priceColumnIndex] === column.index,
        )
        return named ? (
          <NameCell
            key={key}
            stay={stay}
            rows={[named, ...others]}
            namesakes={namesakes}
            withColumn={(label) => (isApart || hasNames ? labelOf(named, label) : label)}
            priceTitle={isApart ? priceTitle(named) : undefined}
            onPaste={onPaste}
          />
        ) : (
          <Cell key={key} stay={stay} text={first.cells[column.index ?? -1]} />
        )
      }
      const row = rowAt(column.nth)
      if (column.kind === 'price') {
        return row && isKnown ? (
          <PriceCell
            key={key}
            stay={stay}
            row={row}
            withColumn={(label) => labelOf(row, label)}
            isUsual={row.currency === source && !areMixed}
            areMixed={areMixed}
            isAsked={isInQuestion(row)}
            isOneOfMany={doubtful.has(row.id) && row.id !== askedId}
            describedBy={describedBy(row)}
            whatIsWrong={problemSentence(row)}
            written={
              row.id === askedId ? askedText : row.id === ambiguous?.id ? ambiguousText : doubtful.get(row.id)
            }
            isBeingTyped={typed.includes(row)}
            onPaste={onPaste}
            onTyping={(price) => {
              if (row.id !== ambiguous?.id && isAmbiguousPoint(price)) keepTypedPoint(row.id, price.text)
            }}
            onTyped={(rejected, price) => {
              setRejected({ id: row.id, price: rejected })
              // A price typed instead is an answer, too.
              if (row.id === ambiguous?.id) settlePrice(row.id)
              if (rejected === undefined && isAmbiguousPoint(price)) keepTypedPoint(row.id, price.text)
            }}
          />
        ) : (
          <Cell key={key} stay={stay} text={first.cells[column.index ?? -1]} isAmount={isKnown} isEnd />
        )
      }
      return (
        <td
          key={key}
          className={`amount ${isKnown ? tintOf(targetOf(row)) : ''} ${stay ? 'stays' : ''}`}
          style={stay}
        >
          {row && isKnown && (
            <Problem
              row={row}
              isNew={isRejected(row)}
              isBeingTyped={typed.includes(row)}
              otherwise={
                <Converted
                  row={row}
                  target={target}
                  areMixed={areMixed}
                  isAsked={isInQuestion(row)}
                  isBeingTyped={typed.includes(row)}
                  isFilled={isFilled}
                />
              }
            />
          )}
          {row && !isKnown && <Unknown />}
        </td>
      )
    }

    return (
      <>
        <tr
          data-row={first.id}
          data-line={first.line}
          data-status={isKnown ? statusOf(line) : undefined}
          data-total={
            line.every(({ status, omission }) => status === 'omitted' && omission === 'total') || undefined
          }
          data-asked={isAnyInQuestion || undefined}
          data-named-above={isNamedAbove || undefined}
          data-last-filled={isLastFilled || undefined}
          className="group/row data-last-filled:[&>td]:shadow-[inset_0_-2px_var(--euro)] data-asked:[&>td]:bg-ask-soft data-named-above:[&>td]:border-t-0! data-total:[&>td]:border-y data-total:[&>td]:border-line-strong! data-total:[&>td]:font-bold"
        >
          <td className={`number ${stays[0] ? 'stays' : 'relative'}`} style={stays[0]}>
            {/* On a phone the delete button takes the place of the number. */}
            <span
              className={
                first.isConverted
                  ? ''
                  : 'max-sm:group-focus-within/row:opacity-0 max-sm:group-hover/row:opacity-0'
              }
            >
              {isKnown && (
                <RowMark
                  status={statusOf(line)}
                  isDone={first.isConverted}
                  isAsked={isAnyInQuestion}
                  isQuiet={line.every((row) => row.status !== 'invalid' || leavesAsIs(row))}
                  isBeingTyped={typed.length > 0}
                />
              )}
              <span className={isNamedAbove ? 'sr-only' : ''}>{first.line}</span>
            </span>
            {!first.isConverted && (
              <DeleteButton
                rows={line}
                withColumn={(label) => (isApart ? labelOf(first, label) : label)}
                className="absolute inset-0 sm:hidden"
              />
            )}
          </td>
          {columns.map(cellOf)}
        </tr>
        {ambiguous && ambiguousText !== undefined && (
          <tr className="[&>td]:border-t-0! [&>td]:bg-ask-soft!">
            <WideCell columns={columns}>
              <AmbiguousPriceQuestion
                id={problemId(ambiguous.id)}
                text={ambiguousText}
                row={ambiguous}
                isTyped={isAmbiguousTyped}
                onAnswer={(price) => {
                  settlePrice(ambiguous.id)
                  if (ambiguous.price !== price) void editRows([ambiguous.id], { price })
                  focusOn(priceCellId(ambiguous.id))
                }}
              />
            </WideCell>
          </tr>
        )}
        {asked.map((row) => (
          <tr
            key={row.id}
            // On a wide page the rail asks the question once for all affected prices.
            className={`[&>td]:border-t-0! [&>td]:bg-ask-soft! ${row.id === askedId ? 'lg:hidden' : ''}`}
          >
            <WideCell columns={columns}>
              {row.id === askedId && askedText !== undefined ? (
                <FilePriceQuestion
                  id={problemId(row.id)}
                  example={askedText}
                  currency={row.currency}
                  onAnswer={(ambiguous) => {
                    void reread.rows({ ambiguous })
                    focusOn(priceCellId(row.id))
                  }}
                />
              ) : (
                <TypedPriceQuestion
                  id={problemId(row.id)}
                  price={row.price}
                  currency={row.currency}
                  isNew={isRejected(row)}
                  onAnswer={(price) => {
                    void editRows([row.id], { price })
                    // The answered question disappears with its focused button.
                    focusOn(priceCellId(row.id))
                  }}
                />
              )}
            </WideCell>
          </tr>
        ))}
      </>
    )
  },
  (before, after) =>
    before.columns === after.columns &&
    before.stays === after.stays &&
    before.nameColumns === after.nameColumns &&
    before.priceTitles === after.priceTitles &&
    before.target === after.target &&
    before.source === after.source &&
    before.areMixed === after.areMixed &&
    before.isKnown === after.isKnown &&
    before.askedId === after.askedId &&
    before.askedText === after.askedText &&
    before.ambiguousId === after.ambiguousId &&
    before.ambiguousText === after.ambiguousText &&
    before.isAmbiguousTyped === after.isAmbiguousTyped &&
    before.isNamedAbove === after.isNamedAbove &&
    String(before.namesakes) === String(after.namesakes) &&
    before.questionId === after.questionId &&
    after.line.every(({ id }) => before.doubtful.get(id) === after.doubtful.get(id)) &&
    before.isFilled === after.isFilled &&
    before.isLastFilled === after.isLastFilled &&
    before.focused === after.focused &&
    before.line.length === after.line.length &&
    after.line.every((row, i) => isSameRow(before.line[i]!, row)),
)

const isSameRow = (before: PreviewRow, after: PreviewRow): boolean =>
  (Object.keys(after) as (keyof PreviewRow)[]).every((key) =>
    key === 'cells' ? String(before.cells) === String(after.cells) : before[key] === after[key],
  )

type WideCellProps = { columns: readonly SheetColumn[]; className?: string; children: ReactNode }

/** What is said across all columns, in sight wherever the sheet is scrolled to. */
export const WideCell = ({ columns, className = '', children }: WideCellProps) => (
  <td colSpan={columns.length + 1} className={`px-0! ${className}`}>
    <div className="sticky left-0 w-(--in-sight) px-3.5 max-sm:px-2">{children}</div>
  </td>
)

type CellProps = { text?: string | undefined; isAmount?: boolean; isEnd?: boolean; stay?: Stay }

/** What the file has in a cell that is not converted. */
function Cell({ text = '', isAmount = false, isEnd = isAmount, stay }: CellProps) {
  const lang = useLang()
  return (
    <td className={`text-muted ${isEnd ? 'amount' : ''} ${stay ? 'stays' : ''}`} style={stay}>
      <span className="block truncate" title={text.length > 8 ? text : undefined}>
        {isAmount ? shownAmount(text, lang) : text}
      </span>
    </td>
  )
}

/** A price of the file that is not converted, written like those that are. */
const shownAmount = (text: string, lang: Lang): string =>
  /^\d+(?:[.,]\d{1,2})?$/.test(text.trim())
    ? shownPrice(padDecimals(text.trim().replace(',', '.')), lang)
    : text
