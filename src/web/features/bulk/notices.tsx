import type { DamagedRows, Warning } from '#pricelist/types.ts'
import type { AmbiguousReading, Assumption } from '#pricelist/price-list.ts'
import { formatCount, formatDecimal } from '#money/format.ts'
import { CURRENCIES, type Currency } from '#money/amount.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Choice } from '../../ui/radio-group.tsx'
import { readingOf } from '../file/ambiguous.ts'
import { bulk } from '#engine/bulk/client.ts'
import { currencyWord, statementText } from './currency-text.ts'
import { DoubtNotices, OfferNotices } from './warnings.tsx'
import { lacksPrices, NoValidPrices } from './no-valid-prices.tsx'
import { Notice } from '../file/notice.tsx'
import { openQuestion } from './questions.ts'
import { ColumnNotice, ConflictNotice, QUESTION_ID, SureTotals, TotalsQuestion } from './question-notices.tsx'
import type { RowChoices, RowsFacts } from '#engine/types.ts'
import { OtherSheets, sheetsInstead } from './other-sheets.tsx'
import { SideTablesNotice } from './side-tables-notice.tsx'
import { useReread } from './use-reread.ts'
import { WantedNotice } from './wanted-notice.tsx'
import { whatStands } from './what-stands.ts'

type Props = { rows: RowsFacts; canReread: boolean; onColumns: () => void }

/** What was assumed rather than read, and what looks wrong: said plainly before tokens are spent. */
export function Notices({ rows, canReread, onColumns }: Props) {
  const lang = useLang()
  const n = (count: number) => formatCount(count, lang)
  const { choices } = rows
  const { assumptions, doubts, pairs, zeroRows, areCurrenciesKnown } = whatStands(rows)
  const question = openQuestion(rows)
  const sheets = sheetsInstead(rows)
  const assumed = choices && rows.columnsKnown ? { choices, assumptions } : undefined
  const noticeOf = (assumption: Assumption) =>
    assumed && (
      <Assumed
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
          <OtherSheets sheets={sheets} />
        </Notice>
      )}
      {lacksPrices(rows) && (
        <Notice>
          <NoValidPrices rows={rows} />
        </Notice>
      )}
      {!rows.columnsKnown && <ColumnNotice rows={rows} canReread={canReread} onColumns={onColumns} />}
      {/* What is asked stands first, and stays there when it is answered. */}
      {assumed?.assumptions.filter(isQuestion).map(noticeOf)}
      {assumed && <TotalsQuestion rows={rows} choices={assumed.choices} {...{ canReread, question }} />}
      {assumed && <SideTablesNotice rows={rows} canReread={canReread} />}
      <DoubtNotices doubts={doubts} rows={rows} canReread={canReread} onColumns={onColumns} />
      {assumed?.assumptions.filter((one) => !isQuestion(one)).map(noticeOf)}
      {assumed && <SureTotals rows={rows} choices={assumed.choices} />}
      {assumed && areCurrenciesKnown && <WantedNotice rows={rows} />}
      {rows.file?.warnings.map((warning) => (
        <Notice key={warning.code}>{warningText(warning, n)}</Notice>
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
          <p className="mt-1">{usedColumn(rows)}</p>
        </Notice>
      )}
      {rows.columnsKnown && question === undefined && (
        <OfferNotices rows={rows} canReread={canReread} onColumns={onColumns} />
      )}
    </section>
  )
}

/** Which of two prices is converted. */
function usedColumn({ file, choices }: RowsFacts): string {
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

function Assumed({ assumption, choices, canReread, id }: AssumedProps) {
  const lang = useLang()
  const reread = useReread()
  switch (assumption.what) {
    case 'currency': {
      const { rows: count, stated } = assumption
      return (
        <Notice isOffer={stated !== undefined}>
          <p>
            {stated
              ? `${statementText(stated)} ${m.stated_taken({ currency: assumption.currency })}`
              : m.notice_currency({ count, n: formatCount(count, lang), currency: assumption.currency })}
          </p>
          {canReread && (
            <Choice<Currency>
              label={m.notice_currency_choice()}
              isLabelShown={false}
              value={choices.defaultCurrency}
              options={CURRENCIES.map((value) => ({
                value,
                text: currencyWord(value),
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
      const reading = readingOf(example, assumption.reading, lang)
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
            <Choice<AmbiguousReading>
              label={m.notice_ambiguous_choice({ example })}
              isLabelShown={false}
              value={isOpen ? undefined : assumption.reading}
              options={[
                { value: 'decimal', text: readingOf(example, 'decimal', lang) },
                { value: 'thousands', text: readingOf(example, 'thousands', lang) },
              ]}
              onPick={async (ambiguous) => void (await reread.rows({ ambiguous }))}
            />
          )}
        </Notice>
      )
    }
    case 'currency-conflict':
      return <ConflictNotice assumption={assumption} choices={choices} canReread={canReread} id={id} />
    // Totals have notices of their own, the encoding stands in the file card, and guessed columns open their dialog.
    case 'totals':
    case 'encoding':
    case 'columns':
      return null
  }
}

/** What a person should know of how the file was read. */
export function warningText(warning: Warning, n: (count: number) => string): string {
  switch (warning.code) {
    case 'extension-differs':
      return m.warning_extension({ extension: warning.extension, format: warning.format.toUpperCase() })
    case 'rows-cut':
      return m.warning_rows_cut({ limit: n(warning.limit) })
    case 'realigned-bytes':
      return m.warning_realigned({ count: warning.count, n: n(warning.count) }) + rowsText(warning.rows, n)
    case 'undecodable-bytes':
      return m.warning_undecodable({ count: warning.count, n: n(warning.count) }) + rowsText(warning.rows, n)
  }
}

function rowsText({ count, first }: DamagedRows, n: (count: number) => string): string {
  const list = first.map(n).join(', ') + (count > first.length ? ', …' : '')
  return count > 0 ? ` ${m.warning_rows({ count, n: n(count), list })}` : ''
}
