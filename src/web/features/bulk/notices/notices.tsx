import type { Assumption } from '#pricelist/types.ts'
import type { PriceListWarning } from '#pricelist/warnings.ts'
import { formatCount, formatDecimal } from '#money/format.ts'
import { type RowsSummary, countOmitted } from '#engine/types.ts'
import type { RowChoices } from '#reports/types.ts'
import { type AskedAssumption, isSevere } from '#engine/bulk/choices.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { FileWarnings, Notice, NoticeRows, formatAmbiguousPrice } from '../../file/notice.tsx'
import { CountsLine } from '../../results/row-counts.tsx'
import { hasErrors } from '../sheet/filters.tsx'
import { omissionReasons } from '../sheet/omission.tsx'
import { EuroPricesChoice } from './wanted-currency.tsx'
import { AmbiguousNotice } from './ambiguous-notice.tsx'
import { type NoticeContent, areColumnsRemembered, selectNoticeContent, severeWarnings } from './content.ts'
import { type CurrencyAnswer, CurrencyLine, CurrencyQuestion } from './currency-notices.tsx'
import { type Asked, ToldNotice } from './asked-rows.tsx'
import {
  AlternativeSheets,
  ListQuestionNotice,
  NoValidPrices,
  findAlternativeSheets,
  hasNoValidPrices,
} from './no-valid-prices.tsx'
import {
  ColumnQuestionNotice,
  CurrencyConflictNotice,
  OmittedTotalsLine,
  TotalsNotice,
  findOpenQuestions,
  questionId,
} from './questions.tsx'
import { SideTablesNotice } from './side-tables.tsx'
import { RememberedColumnsLine, Suggestion, Warnings } from './warnings.tsx'

type Props = { rows: RowsSummary; canReread: boolean; onChooseColumns: () => void }

type QuestionsProps = Props &
  CurrencyAnswer & {
    asked: Asked
    /** A line each: below them are the packs to buy. */
    isShort: boolean
    /** HTML id for the text that says how many questions block the conversion. */
    countId: string
  }

/**
 * What is to be answered before the prices are paid for, above the button: warnings that the result may be useless, the
 * questions that block the conversion as steps, and the assumed currency. An answered question keeps its place.
 */
export function Questions({
  rows,
  canReread,
  onChooseColumns,
  asked,
  isShort,
  countId,
  ...answer
}: QuestionsProps) {
  const lang = useLang()
  const { choices, columnsKnown } = rows
  const open = findOpenQuestions(rows)
  const about = { rows, canReread, onChooseColumns }
  const isListOpen = open[0]?.what === 'lists'
  const placeOf = (what: AskedAssumption['what']) => {
    const i = open.findIndex((question) => question.what === what)
    return { id: questionId(i), step: open.length > 1 && i >= 0 ? i + 1 : undefined }
  }
  return (
    <>
      {open.length > 0 && open[0]?.what !== 'dialog' && (
        <p id={countId} role="status" className="-mb-1 text-small font-semibold text-ask">
          {m.questions_first({ count: open.length, n: formatCount(open.length, lang) })}
        </p>
      )}
      {isListOpen && <ListQuestionNotice {...about} />}
      {!columnsKnown && !isListOpen && <ColumnQuestionNotice {...about} />}
      {choices &&
        columnsKnown &&
        !isListOpen &&
        rows.assumptions.map((assumption) => {
          const props = { choices, canReread, ...placeOf('currency-conflict') }
          if (assumption.what === 'currency-conflict')
            return <CurrencyConflictNotice key={assumption.what} assumption={assumption} {...props} />
          if (assumption.what !== 'ambiguous-prices' || isTold(assumption, choices)) return null
          return (
            <AmbiguousNotice
              key={assumption.what}
              {...{ assumption, asked, ...props }}
              {...placeOf('ambiguous-prices')}
            />
          )
        })}
      {choices && columnsKnown && !isListOpen && (
        <TotalsNotice {...{ rows, choices, canReread }} {...placeOf('totals')} />
      )}
      <Warnings warnings={severeWarnings(rows)} {...about} {...answer} />
      <CurrencyQuestion {...{ rows, canReread, isOneLine: isShort }} {...answer} />
    </>
  )
}

type AmbiguousPrices = Extract<Assumption, { what: 'ambiguous-prices' }>

/** Whether the other prices of the column decided how they are read, and not the user. */
const isTold = ({ asked }: AmbiguousPrices, { ambiguous }: RowChoices): boolean =>
  !asked && ambiguous === undefined

/** What is good to know below the button, a line each: what may be changed about the currencies and the columns. */
export function RailLines({
  rows,
  canReread,
  ...answer
}: Omit<Props, 'onChooseColumns'> & Omit<CurrencyAnswer, 'isCurrencySettled'>) {
  const { choices, columnsKnown, file, counts } = rows
  if (!columnsKnown) return null
  return (
    <>
      {choices && selectNoticeContent(rows).areCurrenciesKnown && <EuroPricesChoice rows={rows} />}
      <CurrencyLine {...{ rows, canReread }} {...answer} />
      {findOpenQuestions(rows).length === 0 && <Suggestion {...{ rows, canReread }} />}
      {areColumnsRemembered(rows) && <RememberedColumnsLine rows={rows} canReread={canReread} />}
      {choices && <OmittedTotalsLine rows={rows} choices={choices} />}
      {file && (
        <div className="flex min-h-9 items-center text-[0.9375rem]">
          <CountsLine
            hidesZeros="always"
            counts={{ ...counts, validRows: counts.validRows + rows.convertedRows }}
            areInvalidLeft={!hasErrors(rows)}
            omitted={{ count: countOmitted(rows.omitted), why: omissionReasons(rows) }}
          />
        </div>
      )}
    </>
  )
}

type NoticesProps = Props & { asked: Asked }

/** Facts about the rows, below what they cost. */
export function Notices({ rows, asked, canReread, onChooseColumns }: NoticesProps) {
  const lang = useLang()
  const { choices, columnsKnown } = rows
  const { assumptions, warnings, pairs, zeroRows } = selectNoticeContent(rows)
  const sheets = findAlternativeSheets(rows)
  const isMild = (warning: PriceListWarning) => !isSevere(warning)
  return (
    <section aria-label={m.notices_title()} className="grid grid-cols-1 gap-3 empty:hidden">
      {canReread && rows.file && sheets.length > 0 && (
        <Notice kind="info">
          <AlternativeSheets file={rows.file} sheets={sheets} />
        </Notice>
      )}
      {hasNoValidPrices(rows) && (
        <Notice>
          <NoValidPrices rows={rows} />
        </Notice>
      )}
      {columnsKnown && <SideTablesNotice rows={rows} canReread={canReread} />}
      <Warnings warnings={warnings.filter(isMild)} {...{ rows, canReread, onChooseColumns }} />
      {choices &&
        assumptions.map(
          (assumption, i) =>
            assumption.what === 'hundredths' && (
              // There is one for each column.
              <Notice key={`${assumption.what}-${i}`} kind="info">
                {m.notice_hundredths({
                  ...assumption,
                  price: formatDecimal(assumption.price, lang),
                })}
              </Notice>
            ),
        )}
      {choices &&
        assumptions.map(
          (assumption) =>
            assumption.what === 'ambiguous-prices' &&
            isTold(assumption, choices) && (
              <ToldNotice
                key={assumption.what}
                asked={asked}
                text={m.notice_ambiguous_told({
                  count: assumption.rows,
                  n: formatCount(assumption.rows, lang),
                  example: assumption.example,
                  reading: formatAmbiguousPrice(assumption.example, assumption.reading, lang),
                })}
              />
            ),
        )}
      {rows.file && <FileWarnings warnings={rows.file.warnings} />}
      {zeroRows > 0 && (
        <Notice>{m.notice_zero_rows({ count: zeroRows, n: formatCount(zeroRows, lang) })}</Notice>
      )}
      {pairs.count > 0 && <MismatchesNotice rows={rows} pairs={pairs} />}
    </section>
  )
}

/** Lists the first rows whose lev and euro prices do not match, and says which of the two columns is converted. */
function MismatchesNotice({
  rows: { file, choices },
  pairs,
}: Pick<NoticeContent, 'pairs'> & { rows: RowsSummary }) {
  const lang = useLang()
  const column = file?.detection.all.find(({ index }) => index === choices?.columns.price)?.title
  return (
    <Notice sentence={m.notice_pairs({ count: pairs.count, n: formatCount(pairs.count, lang) })}>
      <NoticeRows count={pairs.count}>
        {pairs.first.map(({ row, name, bgn, eur }) => (
          <li key={row}>
            {m.notice_pair({
              row: formatCount(row, lang),
              name,
              bgn: formatDecimal(bgn, lang),
              eur: formatDecimal(eur, lang),
            })}
          </li>
        ))}
      </NoticeRows>
      <p className="mt-1">{column ? m.notice_pairs_used({ column }) : ''}</p>
    </Notice>
  )
}
