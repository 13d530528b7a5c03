import type { Assumption, ColumnQuestion, Detection, TotalsAnswer } from '#pricelist/types.ts'
import { m } from '#i18n/messages/messages.js'
import type { RowChoices } from '#reports/types.ts'
import type { RowsSummary } from '#engine/types.ts'
import { withPrice } from '#pricelist/columns/table-columns.ts'
import { formatCount } from '#money/format.ts'
import { CURRENCY_CODES, type Currency } from '#money/currency.ts'
import type { Lang } from '#i18n/language.ts'
import { useLang } from '../../../routing/location.ts'
import { Button } from '../../../ui/button.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { focusOn } from '../../../ui/focus.ts'
import { columnTitle } from '#reports/labels.ts'
import { currencyConflictMessage, currencyName } from '../../results/currency-text.ts'
import { type AskedAssumption, disambiguateTitles, hasCandidates, isAsked } from '#engine/bulk/choices.ts'
import { Notice, NoticeLine, formatRowNumbers } from '../../file/notice.tsx'
import { useReread } from '../use-reread.ts'

/** A question that blocks the conversion. `dialog`: it is asked in the columns dialog. */
type OpenQuestion = { what: 'lists' } | { what: 'dialog' } | { what: 'column' } | AskedAssumption

/** Finds the open questions. All must be answered before the conversion. */
export function findOpenQuestions(rows: RowsSummary): readonly OpenQuestion[] {
  // The others are about a list that the user may not choose.
  if (rows.file?.equalSheets && rows.convertedRows === 0) return [{ what: 'lists' }]
  if (!rows.columnsKnown) return [{ what: rows.file && hasCandidates(rows.file) ? 'column' : 'dialog' }]
  return rows.assumptions.filter((assumption) => isAsked(assumption, rows.choices))
}

export const findOpenQuestion = (rows: RowsSummary): OpenQuestion | undefined => findOpenQuestions(rows)[0]

/** Asks the user, in one sentence, to answer the question first. */
export function openQuestionMessage(question: OpenQuestion): string {
  switch (question.what) {
    case 'lists':
      return m.answer_list()
    case 'dialog':
    case 'column':
      return m.answer_column()
    case 'ambiguous-prices':
      return m.answer_first({ example: question.example })
    case 'currency-conflict':
      return m.answer_currency()
    case 'totals':
      return m.answer_totals({ example: question.example })
  }
}

/** HTML id of the notice with the first open question. */
export const QUESTION_ID = 'question'

/** HTML id of an open question by its index; undefined for those that are answered. */
export const questionId = (index: number): string | undefined =>
  index < 0 ? undefined : index === 0 ? QUESTION_ID : `${QUESTION_ID}-${index + 1}`

type ColumnProps = {
  rows: RowsSummary
  canReread: boolean
  /** Undefined for a list that is only looked at. */
  onChooseColumns: (() => void) | undefined
}

/** Asks which column holds the prices. */
export function ColumnQuestionNotice({ rows: { file, choices }, canReread, onChooseColumns }: ColumnProps) {
  const reread = useReread()
  if (!file || !choices) return null
  const { all, candidates } = file.detection
  const options = disambiguateTitles(candidates, all).map(({ index, title }) => ({
    index,
    column: columnTitle(index, title),
    sample: all[index]?.samples.find((text) => text !== ''),
  }))
  const choose = async (index: number): Promise<void> => {
    const { columns } = choices
    const chosen = index === columns.price ? columns : withPrice(columns, index, file.detection)
    if (await reread.rows({ columns: chosen }, true)) focusOn('file-title')
  }
  const isToChoose = hasCandidates(file)
  return (
    <Notice kind="question" id={QUESTION_ID} isCompact sentence={columnQuestionMessage(file.detection)}>
      {/* Otherwise the main button leads to the choice among all columns. */}
      {canReread && isToChoose && (
        <div className="mt-2! flex flex-wrap gap-1.5">
          {/* Not radio buttons: there the arrow keys, used to look at the options, would already answer. */}
          {options.map(({ index, column, sample }) => (
            <Button
              key={index}
              look="answer"
              size="small"
              className="px-3!"
              onClick={() => void choose(index)}
            >
              <span className="wrap-anywhere">
                {labelWithSample(options.length > 1 ? column : m.ask_column_yes({ column }), sample)}
              </span>
            </Button>
          ))}
          {onChooseColumns && (
            <Button look="plain" size="small" onClick={onChooseColumns}>
              {m.choose_other_column()}
            </Button>
          )}
        </div>
      )}
    </Notice>
  )
}

const labelWithSample = (column: string, sample: string | undefined): string =>
  sample === undefined ? column : m.ask_column_sample({ column, sample })

const COLUMN_QUESTION = {
  'no-price-title': m.columns_guess,
  'equal-prices': m.ask_column_equal,
  'line-amount': m.ask_column_amount,
  'unknown-title': m.ask_column_unknown,
  'titles-go-on': m.ask_column_titles,
  'titles-shifted': m.ask_column_shifted,
  'opposed-title': m.ask_column_opposed,
  'second-best': m.ask_column_second,
  'other-money': m.ask_column_money,
  hundredths: m.ask_column_hundredths,
  'damaged-header': m.ask_column_damaged,
  'rows-above': m.ask_column_rows_above,
} satisfies Record<ColumnQuestion, (params: { column: string; text: string }) => string>

/** Says why the columns are only a guess. */
export function columnQuestionMessage(detection: Detection): string {
  const {
    question,
    candidates: [first = 0],
    all,
    otherMoney,
  } = detection
  const column = columnTitle(first, all[first]?.title)
  return COLUMN_QUESTION[question ?? 'no-price-title']({ column, text: otherMoney ?? '' })
}

export type AssumptionNoticeProps<W extends Assumption['what']> = {
  assumption: Extract<Assumption, { what: W }>
  choices: RowChoices
  canReread: boolean
  /** See {@link questionId}. */
  id: string | undefined
  /** Its number, where several questions are open. */
  step: number | undefined
}

/** Asks for the currency if statements in the file disagree. The answer can be changed later. */
export function CurrencyConflictNotice({
  assumption,
  choices,
  canReread,
  id,
  step,
}: AssumptionNoticeProps<'currency-conflict'>) {
  const reread = useReread()
  const isOpen = choices.isCurrencyForced !== true
  const currency = choices.defaultCurrency
  return (
    <Notice
      kind={isOpen ? 'question' : 'info'}
      {...{ id, step }}
      isCompact
      sentence={`${currencyConflictMessage(assumption)} ${isOpen ? m.ask_currency() : m.currency_chosen({ currency })}`}
    >
      {assumption.stated.where === 'between' && <p className="mt-1">{m.currency_part_advice()}</p>}
      {canReread && (
        <RadioGroup<Currency>
          label={m.ask_currency_choice()}
          isLabelShown={false}
          isSmall
          value={isOpen ? undefined : currency}
          options={CURRENCY_CODES.map((value) => ({ value, text: currencyName(value) }))}
          onPick={async (defaultCurrency) =>
            void (await reread.rows({ defaultCurrency, isCurrencyForced: true }))
          }
        />
      )}
    </Notice>
  )
}

type Totals = Extract<Assumption, { what: 'totals' }>

type TotalsProps = { rows: RowsSummary; choices: RowChoices }

const findTotals = ({ assumptions }: RowsSummary, isAsked: boolean): Totals | undefined =>
  assumptions.find(
    (assumption): assumption is Totals => assumption.what === 'totals' && assumption.asked === isAsked,
  )

const totalsMessageParams = ({ count, lines, example }: Totals, lang: Lang) => ({
  count,
  n: formatCount(count, lang),
  rows: formatRowNumbers(lines, count, lang),
  example,
})

/** Asks whether rows are totals. The answer can be changed later. */
export function TotalsNotice({
  rows,
  choices,
  canReread,
  id,
  step,
}: TotalsProps & Pick<AssumptionNoticeProps<'totals'>, 'canReread' | 'id' | 'step'>) {
  const lang = useLang()
  const reread = useReread()
  const [certain, uncertain] = [findTotals(rows, false), findTotals(rows, true)]
  const answer = choices.totals
  const isOpen = uncertain !== undefined && answer === undefined
  const answered =
    answer === 'keep'
      ? m.totals_kept()
      : answer === 'omit' && certain && m.totals_left(totalsMessageParams(certain, lang))
  if (!isOpen && !answered) return null
  return (
    <Notice
      kind={isOpen ? 'question' : 'info'}
      {...{ id, step }}
      isCompact
      sentence={isOpen ? m.ask_totals(totalsMessageParams(uncertain, lang)) : answered}
    >
      {canReread && (
        <RadioGroup<TotalsAnswer>
          label={m.ask_totals_choice()}
          isLabelShown={false}
          isSmall
          value={choices.totals}
          options={[
            { value: 'omit', text: m.ask_totals_omit() },
            { value: 'keep', text: m.ask_totals_keep() },
          ]}
          onPick={async (totals) => void (await reread.rows({ totals }))}
        />
      )}
    </Notice>
  )
}

/** Rows that are certainly totals. After the answer 'omit', TotalsNotice lists them too. */
export function OmittedTotalsLine({ rows, choices }: TotalsProps) {
  const lang = useLang()
  const certain = findTotals(rows, false)
  if (!certain || choices.totals === 'omit') return null
  return <NoticeLine text={m.totals_left(totalsMessageParams(certain, lang))} />
}
