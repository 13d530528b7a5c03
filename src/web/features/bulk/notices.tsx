import type { AmbiguousReading, Assumption, ColumnInfo, SideTable } from '#pricelist/types.ts'
import { areReadTogether, tablesRead, withTables } from '#pricelist/columns/table-columns.ts'
import { formatCount, formatDecimal } from '#money/format.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { RadioGroup, usePicked } from '../../ui/radio-group.tsx'
import { Notice, formatAmbiguousPrice, fileWarningMessage } from '../file/notice.tsx'
import type { RowChoices } from '#reports/types.ts'
import type { RowsFacts } from '#engine/types.ts'
import { useReread } from './use-reread.ts'
import { CURRENCIES, type Currency, isCurrency } from '#money/amount.ts'
import { Select } from '../../ui/field.tsx'
import { bulk } from '#engine/bulk/client.ts'
import type { PriceListWarning } from '#pricelist/warnings.ts'
import { currencyName, currencyStatementMessage } from './currency-text.ts'
import { Warnings, Suggestions } from './warnings.tsx'
import {
  NoValidPrices,
  AlternativeSheets,
  hasNoValidPrices,
  findAlternativeSheets,
} from './no-valid-prices.tsx'
import {
  ColumnQuestionNotice,
  CurrencyConflictNotice,
  QUESTION_ID,
  OmittedTotalsNotice,
  TotalsNotice,
  findOpenQuestion,
} from './questions.tsx'

type Props = { rows: RowsFacts; canReread: boolean }

/** Tables beside each other: which of them are read, and the choice of others (READ-11). */
export function SideTablesNotice({ rows: { file, choices }, canReread }: Props) {
  const lang = useLang()
  const reread = useReread()
  if (!file || !choices) return null
  const { tables, columns: found, all } = file.detection
  const read = tablesRead(tables, choices.columns)
  // The person has chosen a price that is of none of them.
  if (read.length === 0) return null
  const take = async (wanted: readonly SideTable[]): Promise<void> =>
    void (await reread.rows({ columns: withTables(choices.columns, found, wanted) }))
  const areAllRead = read.length === tables.length
  const count = { n: formatCount(tables.length, lang) }
  const isOne = !areReadTogether(tables)
  const labelled = tables.map((table, i) => ({ table, text: tableLabel(table, i, all) }))
  return (
    <Notice isOffer={areAllRead}>
      <p>{areAllRead ? m.tables_all(count) : isOne ? m.tables_one(count) : m.tables_some(count)}</p>
      {canReread && isOne && (
        <RadioGroup
          label={m.tables_choice()}
          isLabelShown={false}
          value={String(read[0]?.price)}
          options={labelled.map(({ table, text }) => ({ value: String(table.price), text }))}
          onPick={(price) => take(tables.filter((table) => String(table.price) === price))}
        />
      )}
      {canReread && !isOne && (
        <TableCheckboxes
          tables={labelled}
          read={read}
          onTake={(prices) => take(tables.filter(({ price }) => prices.includes(price)))}
        />
      )}
    </Notice>
  )
}

type TicksProps = {
  tables: readonly { table: SideTable; text: string }[]
  read: readonly SideTable[]
  /** By their price columns. */
  onTake: (prices: readonly number[]) => Promise<void>
}

function TableCheckboxes({ tables, read, onTake }: TicksProps) {
  const keyOf = (prices: readonly number[]) => prices.join(' ')
  const pricesOf = (key: string) => key.split(' ').map(Number)
  const { picked, pick } = usePicked(keyOf(read.map(({ price }) => price)), (key) => onTake(pricesOf(key)))
  const taken = pricesOf(picked)
  return (
    <fieldset className="mt-2 flex flex-wrap gap-x-6">
      <legend className="sr-only">{m.tables_choice()}</legend>
      {tables.map(({ table: { price }, text }) => (
        <label key={price} className="inline-flex min-h-11 min-w-0 items-center gap-2.5">
          <input
            type="checkbox"
            checked={taken.includes(price)}
            // One table is always read.
            disabled={taken.length === 1 && taken.includes(price)}
            onChange={({ target }) =>
              pick(keyOf(target.checked ? [...taken, price] : taken.filter((one) => one !== price)))
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

/** Prices that are in euro already: converted all the same, unless the person leaves those out. */
export function EuroPricesNotice({ rows: { inCurrency, choices } }: { rows: RowsFacts }) {
  const lang = useLang()
  const { BGN: inLev, EUR: inEuro } = inCurrency
  const wanted = choices?.wanted
  if (!choices || (inEuro === 0 && wanted === undefined)) return null
  const counts = { count: inEuro, n: formatCount(inEuro, lang), lev: formatCount(inLev, lang) }
  const options = [
    { value: 'all', label: inLev > 0 ? m.wanted_all() : m.wanted_all_lev() },
    { value: 'EUR', label: m.wanted_euro({ n: counts.n }) },
  ]
  if (inLev > 0) options.push({ value: 'BGN', label: m.wanted_lev({ n: counts.lev }) })
  return (
    <Notice isOffer>
      <p>
        {inLev > 0 ? m.wanted_both(counts) : m.wanted_only_euro(counts)}{' '}
        {wanted === undefined && (inLev > 0 ? m.wanted_each() : m.wanted_to_lev({ count: inEuro }))}
      </p>
      <div className="mt-2 grid grid-cols-1 sm:justify-items-start">
        <Select
          label={m.wanted_choice()}
          value={wanted ?? 'all'}
          options={options}
          onPick={(value) => void bulk.tell('setWanted', isCurrency(value) ? value : null)}
        />
      </div>
    </Notice>
  )
}

type NoticeContent = Pick<RowsFacts, 'zeroRows' | 'pairs'> & {
  assumptions: readonly Assumption[]
  doubts: readonly PriceListWarning[]
  /** Whether it is known which currency each price is in. */
  areCurrenciesKnown: boolean
}

const NO_PAIRS = { count: 0, first: [] }

/**
 * What can be said of the rows: the rest hangs on a question that is open. What statements of the currency disagree about is
 * asked once, and answered once.
 */
export function selectNoticeContent(rows: RowsFacts): NoticeContent {
  const { columnsKnown, choices, zeroRows, pairs, guards } = rows
  const doubts = guards?.doubts ?? []
  if (!columnsKnown)
    return { assumptions: [], doubts: [], zeroRows: 0, pairs: NO_PAIRS, areCurrenciesKnown: false }
  const conflict = rows.assumptions.find(({ what }) => what === 'currency-conflict')
  if (conflict === undefined)
    return { assumptions: rows.assumptions, doubts, zeroRows, pairs, areCurrenciesKnown: true }
  const assumptions = rows.assumptions.filter(({ what }) => what !== 'currency')
  return choices?.isCurrencyForced === true
    ? {
        assumptions,
        doubts: doubts.filter(({ what }) => what !== 'currency-named'),
        zeroRows,
        pairs,
        areCurrenciesKnown: true,
      }
    : { assumptions, doubts: [], zeroRows: 0, pairs, areCurrenciesKnown: false }
}

type NoticesProps = { rows: RowsFacts; canReread: boolean; onColumns: () => void }

/** What was assumed rather than read, and what looks wrong: said plainly before tokens are spent. */
export function Notices({ rows, canReread, onColumns }: NoticesProps) {
  const lang = useLang()
  const n = (count: number) => formatCount(count, lang)
  const { choices } = rows
  const { assumptions, doubts, pairs, zeroRows, areCurrenciesKnown } = selectNoticeContent(rows)
  const question = findOpenQuestion(rows)
  const sheets = findAlternativeSheets(rows)
  const assumed = choices && rows.columnsKnown ? { choices, assumptions } : undefined
  const noticeOf = (assumption: Assumption) =>
    assumed && (
      <AssumptionNotice
        key={rows.assumptions.indexOf(assumption)}
        assumption={assumption}
        choices={assumed.choices}
        canReread={canReread}
        id={assumption === question ? QUESTION_ID : undefined}
      />
    )
  const isQuestion = (assumption: Assumption) =>
    assumption.what === 'currency-conflict' ||
    (assumption.what === 'ambiguous-prices' && (assumption.asked || choices?.ambiguous !== undefined))
  return (
    <section aria-label={m.notices_title()} className="grid grid-cols-1 gap-3 empty:hidden">
      {canReread && sheets.length > 0 && (
        <Notice isOffer>
          <AlternativeSheets sheets={sheets} />
        </Notice>
      )}
      {hasNoValidPrices(rows) && (
        <Notice>
          <NoValidPrices rows={rows} />
        </Notice>
      )}
      {!rows.columnsKnown && <ColumnQuestionNotice rows={rows} canReread={canReread} onColumns={onColumns} />}
      {/* What is asked stands first, and stays there when it is answered. */}
      {assumed?.assumptions.filter(isQuestion).map(noticeOf)}
      {assumed && <TotalsNotice rows={rows} choices={assumed.choices} {...{ canReread, question }} />}
      {assumed && <SideTablesNotice rows={rows} canReread={canReread} />}
      <Warnings doubts={doubts} rows={rows} canReread={canReread} onColumns={onColumns} />
      {assumed?.assumptions.filter((one) => !isQuestion(one)).map(noticeOf)}
      {assumed && <OmittedTotalsNotice rows={rows} choices={assumed.choices} />}
      {assumed && areCurrenciesKnown && <EuroPricesNotice rows={rows} />}
      {rows.file?.warnings.map((warning) => (
        <Notice key={warning.code}>{fileWarningMessage(warning, n)}</Notice>
      ))}
      {zeroRows > 0 && <Notice>{m.notice_zero_rows({ count: zeroRows, n: n(zeroRows) })}</Notice>}
      {pairs.count > 0 && (
        <Notice sentence={m.notice_pairs({ count: pairs.count, n: n(pairs.count) })}>
          <ul className="mt-1">
            {pairs.first.map((pair) => (
              <li key={pair.row}>
                {m.notice_pair({
                  row: n(pair.row),
                  name: pair.name,
                  bgn: formatDecimal(pair.bgn, lang),
                  eur: formatDecimal(pair.eur, lang),
                })}
              </li>
            ))}
          </ul>
          <p className="mt-1">{convertedColumnMessage(rows)}</p>
        </Notice>
      )}
      {rows.columnsKnown && question === undefined && (
        <Suggestions rows={rows} canReread={canReread} onColumns={onColumns} />
      )}
    </section>
  )
}

/** Which of two prices is converted. */
function convertedColumnMessage({ file, choices }: RowsFacts): string {
  const column = file?.detection.all.find(({ index }) => index === choices?.columns.price)?.title
  return column ? m.notice_pairs_used({ column }) : ''
}

type AssumedProps = {
  assumption: Assumption
  choices: RowChoices
  canReread: boolean
  /** Of the first open question. */
  id: string | undefined
}

function AssumptionNotice({ assumption, choices, canReread, id }: AssumedProps) {
  const lang = useLang()
  const reread = useReread()
  switch (assumption.what) {
    case 'currency': {
      const { rows: count, stated } = assumption
      return (
        <Notice isOffer={stated !== undefined}>
          <p>
            {stated
              ? `${currencyStatementMessage(stated)} ${m.stated_taken({ currency: assumption.currency })}`
              : m.notice_currency({ count, n: formatCount(count, lang), currency: assumption.currency })}
          </p>
          {canReread && (
            <RadioGroup<Currency>
              label={m.notice_currency_choice()}
              isLabelShown={false}
              value={choices.defaultCurrency}
              options={CURRENCIES.map((value) => ({
                value,
                text: currencyName(value),
              }))}
              onPick={async (currency) => void (await bulk.tell('setDefaultCurrency', currency))}
            />
          )}
        </Notice>
      )
    }
    case 'ambiguous-prices': {
      const { rows: count, example } = assumption
      const about = { count, n: formatCount(count, lang), example }
      const reading = formatAmbiguousPrice(example, assumption.reading, lang)
      const isOpen = assumption.asked && choices.ambiguous === undefined
      // Nobody was asked: the other prices of the column have told.
      if (!isOpen && choices.ambiguous === undefined)
        return <Notice sentence={m.notice_ambiguous_told({ ...about, reading })} />
      return (
        <Notice
          id={id}
          isOffer={!isOpen}
          sentence={isOpen ? m.notice_ambiguous(about) : m.notice_ambiguous_chosen({ ...about, reading })}
        >
          {canReread && (
            <RadioGroup<AmbiguousReading>
              label={m.notice_ambiguous_choice({ example })}
              isLabelShown={false}
              value={isOpen ? undefined : assumption.reading}
              options={[
                { value: 'decimal', text: formatAmbiguousPrice(example, 'decimal', lang) },
                { value: 'thousands', text: formatAmbiguousPrice(example, 'thousands', lang) },
              ]}
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
    // Totals have notices of their own, the encoding stands in the file card, and guessed columns open their dialog.
    case 'totals':
    case 'encoding':
    case 'columns':
      return null
  }
}
