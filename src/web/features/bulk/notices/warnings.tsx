import type { PriceListWarning } from '#pricelist/warnings.ts'
import { formatCount, formatExactMoney, formatRate } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { columnTitle } from '#reports/labels.ts'
import type { SaleAboveRegular } from '#pricelist/sale-prices.ts'
import { type Currency, NATIONAL } from '#money/currency.ts'
import { useLang } from '../../../routing/location.ts'
import { useLinkAfter } from '../../../routing/navigation.ts'
import { pathOf } from '../../../routing/paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { focusOn } from '../../../ui/focus.ts'
import { bulk } from '#engine/bulk/client.ts'
import { Notice, NoticeLine, NoticeRows } from '../../file/notice.tsx'
import { leaveFiles } from '../../file/pending-file.ts'
import type { RowsSummary } from '#engine/types.ts'
import { useReread } from '../use-reread.ts'
import { isSevere } from '#engine/bulk/choices.ts'
import { likelyCurrency } from './content.ts'
import { type CurrencyAnswer, CurrencyChoice } from './currency-notices.tsx'

const NAMED_CURRENCY = {
  title: m.warning_named_title,
  above: m.warning_named_above,
  below: m.warning_named_below,
  beside: m.warning_named_beside,
  sheet: m.warning_named_sheet,
  'file-name': m.warning_named_file,
} satisfies Record<
  Extract<PriceListWarning, { what: 'currency-named' }>['where'],
  (params: { text: string; named: Currency }) => string
>

/** Explains a warning in one sentence. */
export function warningMessage(warning: PriceListWarning, lang: Lang): string {
  switch (warning.what) {
    case 'currency-named':
      return NAMED_CURRENCY[warning.where]({ text: warning.text, named: warning.named })
    case 'converted-column': {
      const { currency, taken } = warning
      const column = columnTitle(warning.index, warning.title)
      return currency === taken
        ? m.warning_is_other({ column, rate: formatRate(lang), currency })
        : m.warning_has_other({ column, currency })
    }
    case 'sale-above-regular': {
      const { count, sale, regular } = warning
      return m.warning_sales({ count, n: formatCount(count, lang), sale, regular })
    }
  }
}

/** HTML id of the first warning that is repeated before payment. */
export const WARNING_ID = 'severe-warning'

/** The same in the words of a chip. */
export function shortWarning(warning: PriceListWarning): string {
  return warning.what === 'converted-column' && warning.currency !== warning.taken
    ? m.warning_has_other_short({ currency: warning.currency })
    : m.warning_currency_short()
}

type Props = { rows: RowsSummary; canReread: boolean; onChooseColumns: () => void }

type WarningsProps = Props & { warnings: readonly PriceListWarning[] } & Partial<CurrencyAnswer>

/** The warnings about the price list, the most severe first. */
export const Warnings = ({ warnings, ...props }: WarningsProps) =>
  warnings.map((warning, i) => (
    <WarningNotice
      key={warning.what}
      warning={warning}
      id={i === 0 && isSevere(warning) ? WARNING_ID : undefined}
      {...props}
    />
  ))

type WarningNoticeProps = Omit<WarningsProps, 'warnings'> & {
  warning: PriceListWarning
  id: string | undefined
}

function WarningNotice({
  warning,
  id,
  rows,
  canReread,
  onChooseColumns,
  isCurrencySettled = false,
  onCurrency,
}: WarningNoticeProps) {
  const lang = useLang()
  const currency = likelyCurrency(warning)
  const isAssumed = rows.assumptions.some(({ what }) => what === 'currency')
  const isAnswered = currency !== undefined && isAssumed && isCurrencySettled
  return (
    <Notice
      kind={isSevere(warning) && !isAnswered ? 'question' : 'warning'}
      id={id}
      isCompact
      icon="warning"
      sentence={warningMessage(warning, lang)}
    >
      {warning.what === 'sale-above-regular' && (
        <NoticeRows count={warning.count}>
          {warning.first.map((sale) => (
            <li key={sale.row}>{salePriceMessage(sale, rows.choices?.defaultCurrency ?? NATIONAL, lang)}</li>
          ))}
        </NoticeRows>
      )}
      {canReread && currency && isAssumed && rows.choices && onCurrency && (
        <CurrencyChoice choices={rows.choices} isChosen={isCurrencySettled} onCurrency={onCurrency} />
      )}
      {canReread && currency && !isAssumed && !rows.file?.isStrict && (
        <Button look="answer" size="small" className="px-3!" onClick={onChooseColumns}>
          {m.adjust_columns()}
        </Button>
      )}
      {warning.what === 'converted-column' && warning.currency !== warning.taken && <CheckLink />}
    </Notice>
  )
}

/** Leads to the price check, and opens the file there. */
function CheckLink() {
  const link = useLinkAfter(pathOf('check', useLang()), async () => {
    // Without it the check asks for the file.
    const file = await bulk.request('givenFile').catch(() => null)
    if (file) leaveFiles([file])
  })
  return (
    <ButtonLink look="answer" size="small" className="px-3!" {...link}>
      {m.warning_check()}
    </ButtonLink>
  )
}

/** Names a row whose sale price is above the regular one. `assumed`: the currency if the prices name none. */
function salePriceMessage({ row, name, ...found }: SaleAboveRegular, assumed: Currency, lang: Lang): string {
  const currency = found.currency ?? assumed
  const prices = {
    row: formatCount(row, lang),
    sale: formatExactMoney(found.sale, currency, lang),
    regular: formatExactMoney(found.regular, currency, lang),
  }
  return name === '' ? m.warning_sale_unnamed(prices) : m.warning_sale({ ...prices, name })
}

export function RememberedColumnsLine({ rows, canReread }: Pick<Props, 'rows' | 'canReread'>) {
  const reread = useReread()
  const name = rows.guards?.recipe
  return (
    <NoticeLine text={name === undefined ? m.columns_remembered() : m.columns_by_recipe({ name })}>
      {canReread && (
        <LineButton
          onClick={() => void reread.detectAgain().then((isDone) => isDone && focusOn('file-title'))}
        >
          {m.columns_detect_again()}
        </LineButton>
      )}
    </NoticeLine>
  )
}

/** Suggests further columns of prices. */
export function Suggestion({ rows, canReread }: Omit<Props, 'onChooseColumns'>) {
  const lang = useLang()
  const reread = useReread()
  const { choices, guards } = rows
  const found = guards?.shop?.columns ?? []
  if (!canReread || !choices || found.length === 0) return null
  const { columns } = choices
  const added = [...columns.morePrices, ...found.map(({ index }) => index)]
  const labels = found.map(({ index, title, prices }) =>
    m.suggestion_column({ column: columnTitle(index, title), count: prices, n: formatCount(prices, lang) }),
  )
  return (
    <NoticeLine
      text={m.suggestion_short({
        columns: found.map(({ index, title }) => columnTitle(index, title)).join(', '),
        count: found.length,
        n: formatCount(found.length, lang),
      })}
      title={new Intl.ListFormat(lang, { type: 'conjunction' }).format(labels)}
    >
      <LineButton
        onClick={() =>
          void reread
            .rows({ columns: { ...columns, morePrices: added } })
            .then((isDone) => isDone && focusOn('file-title'))
        }
      >
        {m.suggestion_add_short()}
      </LineButton>
    </NoticeLine>
  )
}

/** What can be done about a line, at its end. */
const LineButton = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <Button
    look="plain"
    size="small"
    className="shrink-0 rounded-[12px] bg-sunken px-3! inset-ring inset-ring-line hover:bg-hover"
    onClick={onClick}
  >
    {children}
  </Button>
)
