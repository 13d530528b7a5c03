import { type PriceProblem, priceColumnsOf } from '#pricelist/types.ts'
import type { ProblemSummary } from '#pricelist/rows/price-problems.ts'
import { formatCount } from '#money/format.ts'
import { useLang } from '../../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { PRICE_PROBLEM_TEXT, columnTitle } from '#reports/labels.ts'
import { type RowsSummary, countOmitted } from '#engine/types.ts'
import { type SheetKind, otherSheets, sheetKindOf } from '#formats/format.ts'
import type { FileSummary } from '#reports/types.ts'
import { Button } from '../../../ui/button.tsx'
import { focusOn } from '../../../ui/focus.ts'
import { Notice, formatRowNumbers } from '../../file/notice.tsx'
import { useReread } from '../use-reread.ts'
import { QUESTION_ID } from './questions.tsx'

const MAX_REASONS = 4

const ADVICE: Partial<Record<PriceProblem, () => string>> = {
  'other-currency': m.no_valid_advice_currency,
  'out-of-place': m.no_valid_advice_comma,
}

/** True if no row has a valid price, although the columns are known and no row was edited. */
export const hasNoValidPrices = ({ columnsKnown, isEdited, counts, omitted, guards }: RowsSummary): boolean =>
  columnsKnown &&
  !isEdited &&
  counts.validRows + countOmitted(omitted) === 0 &&
  (guards?.problems?.length ?? 0) > 0

/** Says why no row has a valid price, with the first row numbers, and what to do. */
export function NoValidPrices({ rows: { file, choices, guards } }: { rows: RowsSummary }) {
  const lang = useLang()
  const problems = guards?.problems ?? []
  const [first] = problems
  if (!first || !file || !choices) return null
  const index = priceColumnsOf(choices.columns)[first.nth]
  const column = index === undefined ? undefined : columnTitle(index, file.detection.all[index]?.title)
  const reasonOf = ({ problem, count, lines, example }: ProblemSummary): string => {
    const about = { problem: PRICE_PROBLEM_TEXT[problem](), count, n: formatCount(count, lang) }
    const where = formatRowNumbers(lines, count, lang)
    return example === ''
      ? m.no_valid_reason_blank({ ...about, rows: where })
      : m.no_valid_reason({ ...about, rows: where, example })
  }
  return (
    <div className="grid gap-1" data-testid="no-valid-prices">
      <p>{column === undefined ? m.no_valid_prices() : m.no_valid_prices_in({ column })}</p>
      <ul className="list-disc ps-5">
        {problems.slice(0, MAX_REASONS).map((summary) => (
          <li key={`${summary.nth} ${summary.problem}`} className="wrap-anywhere">
            {reasonOf(summary)}
          </li>
        ))}
      </ul>
      <p>{(ADVICE[first.problem] ?? m.no_valid_advice)()}</p>
    </div>
  )
}

/** The file card lists all sheets. */
const MAX_SHEET_BUTTONS = 6

/** The other sheets with data, if the sheet that was read has no prices. */
export function findAlternativeSheets(rows: RowsSummary): readonly string[] {
  const { file, columnsKnown } = rows
  const hasNoPrices =
    hasNoValidPrices(rows) || (!columnsKnown && file?.detection.question === 'no-price-title')
  return file && hasNoPrices ? otherSheets(file) : []
}

const OTHERS = {
  sheet: m.other_sheets,
  file: m.other_files,
  list: m.other_lists,
} satisfies Record<SheetKind, () => string>

type AlternativeSheetsProps = {
  file: FileSummary
  sheets: readonly string[]
  /** Called before another sheet is read. */
  onPick?: () => void
}

export function AlternativeSheets({ file, sheets, onPick }: AlternativeSheetsProps) {
  const reread = useReread()
  return (
    <div className="grid justify-items-start gap-2" data-testid="other-sheets">
      <p>{OTHERS[sheetKindOf(file)]()}</p>
      <SheetButtons
        {...{ file, sheets }}
        onPick={(sheet) => {
          onPick?.()
          void reread.file({ sheet })
        }}
      />
    </div>
  )
}

type SheetButtonsProps = {
  file: FileSummary
  sheets: readonly string[]
  onPick: (sheet: string) => void
}

function SheetButtons({ file, sheets, onPick }: SheetButtonsProps) {
  const isOfWorkbook = sheetKindOf(file) === 'sheet'
  return (
    <div className="flex flex-wrap gap-3">
      {sheets.slice(0, MAX_SHEET_BUTTONS).map((sheet) => (
        <Button key={sheet} look="tinted" className="max-w-full" onClick={() => onPick(sheet)}>
          <span className="wrap-anywhere">
            {isOfWorkbook ? m.other_sheet({ sheet }) : m.sheet_quoted({ name: sheet })}
          </span>
        </Button>
      ))}
    </div>
  )
}

/** Asks which of several lists is read, where none is the better one. Further ones are in the choice above the rows. */
export function ListQuestionNotice({ rows: { file }, canReread }: { rows: RowsSummary; canReread: boolean }) {
  const reread = useReread()
  if (file?.sheet === undefined || file.equalSheets === undefined) return null
  return (
    <Notice kind="question" id={QUESTION_ID} isCompact sentence={m.ask_list()}>
      {canReread && (
        <div className="mt-2!">
          <SheetButtons
            file={file}
            sheets={[file.sheet, ...file.equalSheets]}
            onPick={(sheet) => void reread.file({ sheet }).then(() => focusOn('file-title'))}
          />
        </div>
      )}
    </Notice>
  )
}
