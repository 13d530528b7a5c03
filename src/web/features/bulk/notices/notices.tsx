import type { AmbiguousReading, Assumption, ColumnInfo, SideTable } from '#pricelist/types.ts'
import { areReadTogether, tablesRead, withTables } from '#pricelist/columns/table-columns.ts'
import { formatCount, formatDecimal } from '#money/format.ts'
import { useLang } from '../../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { RadioGroup, usePicked } from '../../../ui/radio-group.tsx'
import { FileWarnings, Notice, NoticeRows, formatAmbiguousPrice } from '../../file/notice.tsx'
import type { RowsSummary } from '#engine/types.ts'
import { readAmbiguousPrice } from '#engine/bulk/typed-price.ts'
import { outcomeOf } from '../sheet/price-question.tsx'
import { useReread } from '../use-reread.ts'
import { CURRENCY_CODES, type Currency, NATIONAL } from '#money/currency.ts'
import type { PriceListWarning } from '#pricelist/warnings.ts'
import { currencyName, currencyStatementMessage, shortCurrencyName } from '../currency-text.ts'
import { EuroPricesChoice } from './wanted-currency.tsx'
import { type Asked, AskedRows, CURRENCY_ID, ToldNotice } from './doubt.tsx'
import { RememberedColumnsNotice, Suggestions, Warnings, isSevere } from './warnings.tsx'
import {
  NoValidPrices,
  AlternativeSheets,
  hasNoValidPrices,
  findAlternativeSheets,
} from './no-valid-prices.tsx'
import {
  type AssumptionNoticeProps,
  ColumnQuestionNotice,
  CurrencyConflictNotice,
  QUESTION_ID,
  OmittedTotalsNotice,
  TotalsNotice,
  findOpenQuestion,
} from './questions.tsx'

type Props = { rows: RowsSummary; canReread: boolean }

/** Says which of several side-by-side tables are converted, and lets the user choose others (READ-11). */
function SideTablesNotice({ rows: { file, choices }, canReread }: Props) {
  const lang = useLang()
  const reread = useReread()
  if (!file || !choices) return null
  const { tables, columns: found, all } = file.detection
  const read = tablesRead(tables, choices.columns)
  // The chosen price column is in none of the tables.
  if (read.length === 0) return null
  const readTables = async (wanted: readonly SideTable[]): Promise<void> =>
    void (await reread.rows({ columns: withTables(choices.columns, found, wanted) }))
  const areAllRead = read.length === tables.length
  const count = { n: formatCount(tables.length, lang) }
  const isOne = !areReadTogether(tables)
  const labelled = tables.map((table, i) => ({ table, text: tableLabel(table, i, all) }))
  return (
    <Notice isInfo={areAllRead}>
      <p>{areAllRead ? m.tables_all(count) : isOne ? m.tables_one(count) : m.tables_some(count)}</p>
      {canReread && isOne && (
        <RadioGroup
          label={m.tables_choice()}
          isLabelShown={false}
          value={String(read[0]?.price)}
          options={labelled.map(({ table, text }) => ({ value: String(table.price), text }))}
          onPick={(price) => readTables(tables.filter((table) => String(table.price) === price))}
        />
      )}
      {canReread && !isOne && (
        <TableCheckboxes
          tables={labelled}
          read={read}
          onPick={(prices) => readTables(tables.filter(({ price }) => prices.includes(price)))}
        />
      )}
    </Notice>
  )
}

type TableCheckboxesProps = {
  tables: readonly { table: SideTable; text: string }[]
  read: readonly SideTable[]
  /** By the indexes of their price columns. */
  onPick: (prices: readonly number[]) => Promise<void>
}

function TableCheckboxes({ tables, read, onPick }: TableCheckboxesProps) {
  const keyOf = (prices: readonly number[]) => prices.join(' ')
  const pricesOf = (key: string) => key.split(' ').map(Number)
  const { picked, pick } = usePicked(keyOf(read.map(({ price }) => price)), (key) => onPick(pricesOf(key)))
  const checked = pricesOf(picked)
  return (
    <fieldset className="mt-2 flex flex-wrap gap-x-6">
      <legend className="sr-only">{m.tables_choice()}</legend>
      {tables.map(({ table: { price }, text }) => (
        <label key={price} className="inline-flex min-h-11 min-w-0 items-center gap-2.5">
          <input
            type="checkbox"
            checked={checked.includes(price)}
            // At least one table must be read.
            disabled={checked.length === 1 && checked.includes(price)}
            onChange={({ target }) =>
              pick(keyOf(target.checked ? [...checked, price] : checked.filter((other) => other !== price)))
            }
            className="size-5 shrink-0 accent-action"
          />
          <span className="wrap-anywhere">{text}</span>
        </label>
      ))}
    </fieldset>
  )
}

function tableLabel({ name, price }: SideTable, i: number, all: readonly ColumnInfo[]): string {
  const number = i + 1
  const example = all[name ?? price]?.samples.find((text) => text !== '')
  return example === undefined ? m.table_number({ number }) : m.table_with({ number, example })
}

type NoticeContent = Pick<RowsSummary, 'zeroRows' | 'pairs'> & {
  assumptions: readonly Assumption[]
  warnings: readonly PriceListWarning[]
  /** Whether the currency of every price is known. */
  areCurrenciesKnown: boolean
}

const NO_PAIRS = { count: 0, first: [] }

/**
 * Selects what the notices show: not what depends on an open question. A conflict of currency statements replaces the
 * assumption and the warning about the same currency, so that the user is asked once.
 */
export function selectNoticeContent(rows: RowsSummary): NoticeContent {
  const { columnsKnown, assumptions, choices, zeroRows, pairs, guards } = rows
  const warnings = guards?.doubts ?? []
  if (!columnsKnown)
    return { assumptions: [], warnings: [], zeroRows: 0, pairs: NO_PAIRS, areCurrenciesKnown: false }
  if (!assumptions.some(({ what }) => what === 'currency-conflict'))
    return { assumptions, warnings, zeroRows, pairs, areCurrenciesKnown: true }
  const isAnswered = choices?.isCurrencyForced === true
  return {
    assumptions: assumptions.filter(({ what }) => what !== 'currency'),
    warnings: isAnswered ? warnings.filter(({ what }) => what !== 'currency-named') : [],
    zeroRows: isAnswered ? zeroRows : 0,
    pairs,
    areCurrenciesKnown: isAnswered,
  }
}

type NoticesProps = { rows: RowsSummary; asked: Asked; canReread: boolean; onChooseColumns: () => void }

/** Questions, assumptions and warnings about the rows, shown before tokens are spent. */
export function Notices({ rows, asked, canReread, onChooseColumns }: NoticesProps) {
  const lang = useLang()
  const { choices } = rows
  const { assumptions, warnings, pairs, zeroRows } = selectNoticeContent(rows)
  const question = findOpenQuestion(rows)
  const sheets = findAlternativeSheets(rows)
  const assumed = choices && rows.columnsKnown ? { choices, assumptions } : undefined
  const renderAssumption = (assumption: Assumption) =>
    assumed && (
      <AssumptionNotice
        key={rows.assumptions.indexOf(assumption)}
        assumption={assumption}
        rows={rows}
        asked={asked}
        choices={assumed.choices}
        canReread={canReread}
        id={assumption === question ? QUESTION_ID : undefined}
      />
    )
  const isQuestion = (assumption: Assumption) =>
    assumption.what === 'currency-conflict' || assumption.what === 'ambiguous-prices'
  return (
    <section aria-label={m.notices_title()} className="grid grid-cols-1 gap-3 empty:hidden">
      {canReread && sheets.length > 0 && (
        <Notice isInfo>
          <AlternativeSheets sheets={sheets} />
        </Notice>
      )}
      {hasNoValidPrices(rows) && (
        <Notice>
          <NoValidPrices rows={rows} />
        </Notice>
      )}
      {!rows.columnsKnown && (
        <ColumnQuestionNotice rows={rows} canReread={canReread} onChooseColumns={onChooseColumns} />
      )}
      {/* Questions come first, and keep their place when they are answered. */}
      {assumed?.assumptions.filter(isQuestion).map(renderAssumption)}
      {assumed && <TotalsNotice rows={rows} choices={assumed.choices} {...{ canReread, question }} />}
      {assumed && <SideTablesNotice rows={rows} canReread={canReread} />}
      <Warnings
        warnings={warnings.filter((warning) => !isSevere(warning))}
        rows={rows}
        canReread={canReread}
        onChooseColumns={onChooseColumns}
      />
      {assumed?.assumptions
        .filter((assumption) => !isQuestion(assumption) && !isAssumedCurrency(assumption))
        .map(renderAssumption)}
      {assumed && <OmittedTotalsNotice rows={rows} choices={assumed.choices} />}
      {rows.file && <FileWarnings warnings={rows.file.warnings} />}
      {zeroRows > 0 && (
        <Notice>{m.notice_zero_rows({ count: zeroRows, n: formatCount(zeroRows, lang) })}</Notice>
      )}
      {pairs.count > 0 && <MismatchesNotice rows={rows} pairs={pairs} />}
      {areColumnsRemembered(rows) && !hasSeveralPrices(rows) && (
        <RememberedColumnsNotice canReread={canReread} />
      )}
    </section>
  )
}

/** Whether the columns are those of an earlier file. */
const areColumnsRemembered = (rows: RowsSummary): boolean =>
  rows.columnsKnown && findOpenQuestion(rows) === undefined && rows.guards?.isRemembered === true

/** Whether more columns than one are converted, which costs more. */
const hasSeveralPrices = ({ choices }: RowsSummary): boolean => (choices?.columns.morePrices.length ?? 0) > 0

/** Nothing in the file names the currency. */
export const isAssumedCurrency = (
  assumption: Assumption,
): assumption is Extract<Assumption, { what: 'currency' }> =>
  assumption.what === 'currency' && assumption.stated === undefined

type DecisionsProps = Omit<NoticesProps, 'asked'> &
  CurrencyAnswer & {
    /** A line each: below them are the packs to buy. */
    isShort: boolean
  }

/** The warnings that say that the result may be useless: above what the conversion costs. */
export const severeWarnings = (rows: RowsSummary): readonly PriceListWarning[] =>
  selectNoticeContent(rows).warnings.filter(isSevere)

/**
 * What decides about the amounts and the cost, above the button: the assumed currency, the one that is wanted, and prices
 * that are left out.
 */
export function Decisions({ rows, canReread, onChooseColumns, isShort, ...currencyAnswer }: DecisionsProps) {
  const { choices, columnsKnown } = rows
  if (!choices || !columnsKnown) return null
  const { assumptions, areCurrenciesKnown } = selectNoticeContent(rows)
  const currency = assumptions.find(isAssumedCurrency)
  return (
    <>
      <Warnings warnings={severeWarnings(rows)} {...{ rows, canReread, onChooseColumns }} />
      {currency && (
        <CurrencyNotice
          assumption={currency}
          {...{ choices, canReread }}
          id={CURRENCY_ID}
          isCompact
          isOneLine={isShort}
          // Lev is taken without a choice, too.
          isRemembered={rows.guards?.isRemembered && choices.defaultCurrency !== NATIONAL}
          {...currencyAnswer}
        />
      )}
      {areCurrenciesKnown && <EuroPricesChoice rows={rows} />}
      {areColumnsRemembered(rows) && hasSeveralPrices(rows) && (
        <RememberedColumnsNotice canReread={canReread} />
      )}
      {findOpenQuestion(rows) === undefined && (
        <Suggestions
          isOneLine={isShort}
          rows={rows}
          canReread={canReread}
          onChooseColumns={onChooseColumns}
        />
      )}
    </>
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

export type CurrencyAnswer = {
  /** Whether the user has said which currency the prices are in that name none. */
  isCurrencySettled: boolean
  onCurrency: () => void
}

type CurrencyNoticeProps = AssumptionNoticeProps<'currency'> & {
  isCompact?: boolean
  /** Shows a short question and its answers in one line. */
  isOneLine?: boolean
  /** The user has chosen it for an earlier file. */
  isRemembered?: boolean | undefined
} & Partial<CurrencyAnswer>

/** Says which currency the prices are taken to be in, by a statement of the file or without one, and takes another. */
function CurrencyNotice({
  assumption,
  choices,
  canReread,
  id,
  isCompact = false,
  isOneLine = false,
  isRemembered = false,
  isCurrencySettled = true,
  onCurrency,
}: CurrencyNoticeProps) {
  const lang = useLang()
  const reread = useReread()
  const { rows: count, stated, currency } = assumption
  return (
    <Notice
      id={id}
      isInfo={stated !== undefined || isCurrencySettled}
      isCompact={isCompact}
      isOneLine={isOneLine && canReread}
      sentence={
        isOneLine && canReread
          ? m.currency_unnamed({ n: formatCount(count, lang) })
          : stated
            ? `${currencyStatementMessage(stated)} ${m.stated_taken({ currency })}`
            : [
                m.notice_currency({ count, n: formatCount(count, lang), currency }),
                ...(isRemembered ? [m.currency_remembered()] : []),
              ].join(' ')
      }
    >
      {canReread && (
        <RadioGroup<Currency>
          label={m.notice_currency_choice()}
          isLabelShown={false}
          isSmall={isCompact}
          value={isCurrencySettled ? choices.defaultCurrency : undefined}
          options={CURRENCY_CODES.map((value) => ({
            value,
            text: (isOneLine ? shortCurrencyName : currencyName)(value),
          }))}
          onPick={async (picked) => {
            // Before the rows change: otherwise the question would reappear for a moment.
            onCurrency?.()
            await reread.currency(picked)
          }}
        />
      )}
    </Notice>
  )
}

type AnyAssumptionProps = AssumptionNoticeProps<Assumption['what']> & { rows: RowsSummary; asked: Asked }

function AssumptionNotice({ assumption, choices, canReread, id, rows, asked }: AnyAssumptionProps) {
  const lang = useLang()
  const reread = useReread()
  switch (assumption.what) {
    case 'currency':
      return <CurrencyNotice {...{ assumption, choices, canReread, id }} />
    case 'ambiguous-prices': {
      const { rows: count, example } = assumption
      const about = { count, n: formatCount(count, lang), example }
      const reading = formatAmbiguousPrice(example, assumption.reading, lang)
      const isOpen = assumption.asked && choices.ambiguous === undefined
      const readings = readAmbiguousPrice(example)?.readings
      const currency = asked.rows[0]?.currency ?? rows.choices?.defaultCurrency
      const outcome = (value: AmbiguousReading) =>
        readings && currency && outcomeOf(readings[value], currency, lang)
      // The other prices of the column decided.
      if (!isOpen && choices.ambiguous === undefined)
        return <ToldNotice asked={asked} text={m.notice_ambiguous_told({ ...about, reading })} />
      return (
        <Notice
          id={id}
          isInfo={!isOpen}
          sentence={
            <>
              {isOpen && <AskedRows rows={asked.rows} />}
              {isOpen ? m.notice_ambiguous(about) : m.notice_ambiguous_chosen({ ...about, reading })}
            </>
          }
        >
          {canReread && (
            <RadioGroup<AmbiguousReading>
              label={m.notice_ambiguous_choice({ example })}
              isLabelShown={false}
              value={isOpen ? undefined : assumption.reading}
              options={(['decimal', 'thousands'] as const).map((value) => ({
                value,
                text: outcome(value) ?? formatAmbiguousPrice(example, value, lang),
              }))}
              onPick={async (ambiguous) => void (await reread.rows({ ambiguous }))}
            />
          )}
        </Notice>
      )
    }
    case 'currency-conflict':
      return (
        <CurrencyConflictNotice assumption={assumption} choices={choices} canReread={canReread} id={id} />
      )
    // Shown elsewhere: in TotalsNotice, in the file card, in the columns dialog.
    case 'totals':
    case 'encoding':
    case 'columns':
      return null
  }
}
