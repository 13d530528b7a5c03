import type { PriceListWarning } from '#pricelist/warnings.ts'
import { formatCount, formatExactMoney, formatRate } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { columnTitle } from '#reports/labels.ts'
import type { SaleAboveRegular } from '#pricelist/sale-prices.ts'
import type { ColumnSuggestion } from '#pricelist/columns/shop-exports.ts'
import { type Currency, NATIONAL, otherCurrency } from '#money/currency.ts'
import { useLang } from '../../../routing/location.ts'
import { useLinkAfter } from '../../../routing/navigation.ts'
import { pathOf } from '../../../routing/paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { focusOn } from '../../../ui/focus.ts'
import { bulk } from '#engine/bulk/client.ts'
import { Notice, NoticeRows } from '../../file/notice.tsx'
import { leaveFile } from '../../file/pending-file.ts'
import { SHOP_NAMES } from '../../file/file-details.tsx'
import type { RowsSummary } from '#engine/types.ts'
import { useReread } from '../use-reread.ts'

const NAMED_CURRENCY = {
  title: m.warning_named_title,
  above: m.warning_named_above,
  below: m.warning_named_below,
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

/** Warnings repeated before payment: they make the result useless. */
export const isSevere = ({ what }: PriceListWarning): boolean => what !== 'sale-above-regular'

/** HTML id of the first warning that is repeated before payment. */
export const WARNING_ID = 'severe-warning'

/** The same in the words of a chip. */
export function shortWarning(warning: PriceListWarning): string {
  return warning.what === 'converted-column' && warning.currency !== warning.taken
    ? m.warning_has_other_short({ currency: warning.currency })
    : m.warning_currency_short()
}

type Props = { rows: RowsSummary; canReread: boolean; onChooseColumns: () => void }

/** The warnings about the price list, the most severe first. */
export const Warnings = ({ warnings, ...props }: Props & { warnings: readonly PriceListWarning[] }) =>
  warnings.map((warning, i) => (
    <WarningNotice
      key={warning.what}
      warning={warning}
      id={i === 0 && isSevere(warning) ? WARNING_ID : undefined}
      {...props}
    />
  ))

/** Says that remembered columns were used, and suggests further columns to convert. */
export function Suggestions(props: Props & { isOneLine: boolean }) {
  const suggestion = props.rows.guards?.shop
  if (!props.canReread || !suggestion || suggestion.columns.length === 0) return null
  return <SuggestionNotice suggestion={suggestion} {...props} />
}

type WarningNoticeProps = Props & { warning: PriceListWarning; id: string | undefined }

function WarningNotice({ warning, id, rows, canReread, onChooseColumns }: WarningNoticeProps) {
  const lang = useLang()
  const reread = useReread()
  const currency = likelyCurrency(warning)
  const isAssumed = rows.assumptions.some(({ what }) => what === 'currency')
  const canCorrect = isAssumed || rows.file?.format !== 'json'
  return (
    <Notice id={id} icon="warning" sentence={warningMessage(warning, lang)}>
      {warning.what === 'sale-above-regular' && (
        <NoticeRows count={warning.count}>
          {warning.first.map((sale) => (
            <li key={sale.row}>{salePriceMessage(sale, rows.choices?.defaultCurrency ?? NATIONAL, lang)}</li>
          ))}
        </NoticeRows>
      )}
      {canReread && currency && canCorrect && (
        <Button
          look="tinted"
          className="mt-2"
          onClick={
            isAssumed
              ? () => void reread.currency(currency).then((isDone) => isDone && focusOn('file-title'))
              : onChooseColumns
          }
        >
          {isAssumed ? m.warning_read_as({ currency }) : m.adjust_columns()}
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
    if (file) leaveFile(file)
  })
  return (
    <ButtonLink look="tinted" className="mt-2" {...link}>
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

/** The currency that the prices are probably in, if it differs from the assumed one. */
function likelyCurrency(warning: PriceListWarning): Currency | undefined {
  switch (warning.what) {
    case 'currency-named':
      return warning.named
    case 'converted-column':
      return warning.currency === warning.taken ? otherCurrency(warning.taken) : undefined
    case 'sale-above-regular':
      return undefined
  }
}

export function RememberedColumnsNotice({ canReread }: Pick<Props, 'canReread'>) {
  const reread = useReread()
  return (
    <Notice isInfo>
      <p>{m.columns_remembered()}</p>
      {canReread && (
        <Button
          look="tinted"
          className="mt-2"
          onClick={() => void reread.detectAgain().then((isDone) => isDone && focusOn('file-title'))}
        >
          {m.columns_detect_again()}
        </Button>
      )}
    </Notice>
  )
}

type SuggestionProps = Props & { suggestion: ColumnSuggestion; isOneLine: boolean }

function SuggestionNotice({ suggestion, rows, onChooseColumns, isOneLine }: SuggestionProps) {
  const lang = useLang()
  const reread = useReread()
  const { choices } = rows
  if (!choices) return null
  const { columns } = choices
  const labels = suggestion.columns.map(({ index, title, prices }) =>
    m.suggestion_column({ column: columnTitle(index, title), count: prices, n: formatCount(prices, lang) }),
  )
  const listed = new Intl.ListFormat(lang, { type: 'conjunction' }).format(labels)
  const added = [...columns.morePrices, ...suggestion.columns.map(({ index }) => index)]
  const add = async () => {
    if (await reread.rows({ columns: { ...columns, morePrices: added } })) focusOn('file-title')
  }
  if (isOneLine) {
    const titles = suggestion.columns.map(({ index, title }) => columnTitle(index, title)).join(', ')
    return (
      <p className="-my-1 flex items-center text-small text-muted">
        <span className="min-w-0 truncate" title={listed}>
          {m.suggestion_short({ columns: titles })}
        </span>
        <Button look="plain" size="small" className="-me-2 ms-auto shrink-0 px-2!" onClick={() => void add()}>
          {m.suggestion_add_short()}
        </Button>
      </p>
    )
  }
  return (
    <Notice isInfo isCompact icon="plus">
      <p>
        {suggestion.shop === null
          ? m.suggestion_prices({ columns: listed })
          : m.suggestion_shop({ shop: SHOP_NAMES[suggestion.shop], columns: listed })}
      </p>
      <div className="flex flex-wrap gap-x-3">
        <Button look="tinted" size="small" className="px-3!" onClick={() => void add()}>
          {m.suggestion_add()}
        </Button>
        {suggestion.columns.length > 1 && (
          <Button look="plain" size="small" onClick={onChooseColumns}>
            {m.suggestion_choose()}
          </Button>
        )}
      </div>
    </Notice>
  )
}
