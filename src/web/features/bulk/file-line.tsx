import type { ReactNode } from 'react'
import { formatCount } from '#money/format.ts'
import { NATIONAL, EURO } from '#money/currency.ts'
import { type RowsSummary, countOmitted } from '#engine/types.ts'
import type { FileSummary } from '#reports/types.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { Button } from '../../ui/button.tsx'
import { LiveAnnouncement } from '../../ui/form-status.tsx'
import { inkOf } from '../../ui/currency-ink.ts'
import { Icon } from '../../ui/icon.tsx'
import { FileButton } from '../file/file-picker.tsx'
import { findOpenQuestion, findOpenQuestions } from './notices/questions.tsx'
import { FileName } from './results/file-name.tsx'
import { hasBothCurrencies } from './sheet/columns.ts'
import { useRoom } from './use-room.ts'

const LOOK =
  'pill shrink-0 tracking-normal outline-none max-sm:order-1 max-sm:min-h-0 max-sm:text-[0.8125rem]!'

const ASKS = 'bg-ask-soft text-ask inset-ring inset-ring-ask-line'

/** Leaves the choice of the mode free, at the start of the same line. */
export const BESIDE_MODE = 'md:ps-53 [[lang=en]_&]:md:ps-40'

/** Where the line has no room the labels of its actions go first, then the currency and the state that the rail says too. */
const ROOM = 3
const LABEL = 'max-sm:sr-only sm:not-group-data-[room=3]/line:sr-only'
const ICON = 'size-5 sm:group-data-[room=3]/line:hidden'
const STATE = 'max-lg:sr-only group-data-[room=0]/line:sr-only'
const CURRENCY = 'lg:hidden sm:group-data-[room=0]/line:hidden sm:group-data-[room=1]/line:hidden'

type FileLineProps = {
  rows: RowsSummary & { file: FileSummary }
  canReread: boolean
  isConverting: boolean
  /** Tokens that are not there: the file is read, but cannot be converted yet. */
  missing: number
  /** What is to be answered about its prices, although nothing waits for it. */
  question: string | undefined
  /** Below 1024 px a line above the rows asks it. */
  isAskedBelow: boolean
  onChooseColumns: () => void
  onFile: (file: File) => Promise<void>
  onRemove: () => void
}

/** The file in one line: its name, whether it is ready, what is in it, and what can be done with it (BULK-03). */
export function FileLine({
  rows,
  canReread,
  isConverting,
  missing,
  question,
  isAskedBelow,
  onChooseColumns,
  onFile,
  onRemove,
}: FileLineProps) {
  const lang = useLang()
  const { file } = rows
  const { validRows } = rows.counts
  const n = (count: number) => formatCount(count, lang)
  /** What is converted of it already. */
  const part =
    rows.convertedRows > 0 && !isConverting && findOpenQuestion(rows) === undefined
      ? m.file_part({ part: n(rows.convertedRows), all: n(rows.convertedRows + validRows) })
      : undefined
  const title = isConverting ? m.converting() : readiness(rows, lang)
  const isReady = isConverting || title === m.ready_title()
  // Of several questions the line above the rows of a phone says how many they are.
  const isAskedAbove = findOpenQuestions(rows).length > 1
  const titleLook = !isReady
    ? `${LOOK} ${ASKS} ${isAskedAbove ? 'max-lg:sr-only' : ''}`
    : isConverting
      ? LOOK
      : `${LOOK} ${STATE}`
  const pill =
    question !== undefined
      ? { text: question, look: `${LOOK} ${ASKS} ${isAskedBelow ? 'max-lg:hidden' : 'max-sm:mb-1'}` }
      : missing > 0
        ? // Below 1024 px the bar at the bottom says it.
          { text: m.pill_short({ count: missing, n: n(missing) }), look: `${LOOK} max-lg:hidden` }
        : part && { text: part, look: `${LOOK} max-lg:hidden` }
  const counts = [
    rows.columnsKnown,
    rows.counts.totalRows,
    validRows,
    rows.convertedRows,
    countOmitted(rows.omitted),
  ]
  const room = useRoom(ROOM, [file.name, lang, title, pill?.text, ...counts].join(' '))
  return (
    <section
      ref={room}
      aria-labelledby="file-title"
      className="group/line -me-3 flex min-h-9 min-w-0 flex-1 flex-wrap items-center gap-x-3.5 gap-y-1 max-sm:gap-x-2 max-sm:gap-y-0 sm:flex-nowrap"
    >
      <p className="flex items-center gap-2.5 text-h3 leading-tight font-bold tracking-tight max-sm:min-h-11 max-sm:min-w-0 max-sm:grow max-sm:basis-[calc(100%-9rem)] max-sm:gap-1.5 max-lg:text-[1.125rem] max-sm:text-[1.0625rem] sm:shrink-0 sm:group-data-[room=0]/line:min-w-32 sm:group-data-[room=0]/line:shrink-9999">
        <Icon name="file" className="size-6 text-muted max-sm:size-5" />
        <FileName name={file.name} />
      </p>
      {/* Not announced after the choice of a column: that moves the focus to the title. */}
      <LiveAnnouncement
        text={!rows.columnsKnown ? m.ready_title() : findOpenQuestion(rows) ? '' : readiness(rows, lang)}
      />
      <h2 id="file-title" tabIndex={-1} className={pill ? 'sr-only' : titleLook}>
        {title}
      </h2>
      {pill && <p className={pill.look}>{pill.text}</p>}
      {/* By whole parts, where not even a shortened name leaves it room. */}
      <p className="text-muted max-sm:order-1 max-sm:text-small sm:h-[1lh] sm:shrink-0 sm:overflow-hidden sm:group-data-[room=0]/line:shrink">
        <FileMeta rows={rows} />
      </p>
      <div
        className={`ms-auto flex shrink-0 items-center ${isConverting ? 'opacity-50' : ''} max-sm:[&>button]:w-11 max-sm:[&>button]:px-0!`}
      >
        {canReread && !file.isStrict && (
          <Button
            look="plain"
            size="small"
            title={m.adjust_columns()}
            isUnavailable={isConverting}
            onClick={onChooseColumns}
          >
            <Icon name="columns" className={ICON} />
            <span className={LABEL}>{m.adjust_columns()}</span>
          </Button>
        )}
        <FileButton
          look="plain"
          size="small"
          title={m.try_another_file()}
          isUnavailable={isConverting}
          onFile={onFile}
        >
          <Icon name="upload" className={ICON} />
          <span className={LABEL}>{m.try_another_file()}</span>
        </FileButton>
        <Button
          look="plain"
          size="small"
          title={m.file_remove()}
          isUnavailable={isConverting}
          onClick={onRemove}
        >
          <Icon name="close" className={ICON} />
          <span className={LABEL}>{m.file_remove()}</span>
        </Button>
      </div>
    </section>
  )
}

type ManualLineProps = {
  rows: RowsSummary
  question: string | undefined
  /** How many rows there are, and the choice of another number. */
  children: ReactNode
}

/** In the place of the file: that its rows are typed, and what is in them. */
export const ManualLine = ({ rows, question, children }: ManualLineProps) => (
  <div className="flex min-w-0 flex-wrap items-center gap-x-3.5 gap-y-1">
    <h2 className="text-h3 leading-tight font-bold tracking-tight">{m.manual_title()}</h2>
    {question !== undefined && <p className={`${LOOK} ${ASKS} max-sm:order-none!`}>{question}</p>}
    {rows.counts.validRows + rows.convertedRows > 0 && (
      <p className="text-muted">
        <FileMeta rows={rows} />
      </p>
    )}
    <div className="ms-auto max-sm:w-full">{children}</div>
  </div>
)

/** `206 rows · 198 prices · in lev`, or `198 prices · 15 converted · in lev`, as far as it is known. */
function FileMeta({ rows }: { rows: RowsSummary }): ReactNode {
  const lang = useLang()
  const { counts, omitted, inCurrency, convertedRows, columnsKnown } = rows
  const all = counts.totalRows + countOmitted(omitted) + convertedRows
  const n = (count: number) => formatCount(count, lang)
  if (!columnsKnown) return m.rows_for({ count: all, n: n(all) })
  const prices = counts.validRows + convertedRows
  const count = { count: prices, n: n(prices) }
  // With several price columns the rows are counted one for each price, which are not lines of the file.
  const areLines = convertedRows === 0 && rows.choices?.columns.morePrices.length === 0
  const isMixed = hasBothCurrencies(rows)
  const lines = m.rows_for({ count: all, n: n(all) })
  const text = areLines ? m.file_meta({ ...count, rows: lines }) : m.prices_for(count)
  const isEuro = inCurrency[EURO] > inCurrency[NATIONAL]
  return (
    <>
      <span className="whitespace-nowrap">{text}</span>
      {convertedRows > 0 && (
        <>
          {' '}
          <span className="whitespace-nowrap">
            {'· '}
            {m.file_converted({ count: convertedRows, n: n(convertedRows) })}
          </span>
        </>
      )}
      {prices > 0 && (
        <>
          {' '}
          <span className={`whitespace-nowrap ${CURRENCY}`}>
            {'· '}
            {isMixed ? (
              <CountsByCurrency rows={rows} />
            ) : (
              <span className={isEuro ? 'text-euro' : 'text-national'}>
                {m.file_in({ currency: isEuro ? EURO : NATIONAL })}
              </span>
            )}
          </span>
        </>
      )}
    </>
  )
}

/** `52 in lev · 1 in euro`, each in the colour of its currency. */
export function CountsByCurrency({ rows: { inCurrency } }: { rows: RowsSummary }): ReactNode {
  const lang = useLang()
  return [NATIONAL, EURO].map((currency, i) => (
    <span key={currency} className={inkOf(currency)}>
      {i > 0 && ' · '}
      {formatCount(inCurrency[currency], lang)} {m.file_in({ currency })}
    </span>
  ))
}

function readiness(rows: RowsSummary, lang: Lang): string {
  const { counts, omitted, columnsKnown, convertedRows } = rows
  if (!columnsKnown || counts.validRows + convertedRows + countOmitted(omitted) === 0)
    return m.not_ready_title()
  const open = findOpenQuestions(rows).length
  return open > 0 ? m.question_title({ count: open, n: formatCount(open, lang) }) : m.ready_title()
}
