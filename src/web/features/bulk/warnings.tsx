import type { PriceListWarning } from '#pricelist/warnings.ts'
import { formatCount, formatExactMoney, formatRate } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { columnTitle } from '#reports/labels.ts'
import type { SaleAboveRegular } from '#pricelist/sale-prices.ts'
import type { ColumnSuggestion } from '#pricelist/columns/shop-exports.ts'
import { type Currency, otherCurrency } from '#money/amount.ts'
import { useLang } from '../../routing/location.ts'
import { pathOf } from '../../routing/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { focusOn } from '../../ui/focus.ts'
import { bulk } from '#engine/bulk/client.ts'
import { Notice } from '../file/notice.tsx'
import { SHOP_NAMES } from '../file/file-details.tsx'
import type { RowsFacts } from '#engine/types.ts'
import { useReread } from './use-reread.ts'

/** What speaks against converting the file, in a sentence. */
export function warningMessage(doubt: PriceListWarning, lang: Lang): string {
  switch (doubt.what) {
    case 'currency-named':
      return currencyNamedMessage(doubt)
    case 'converted-column': {
      const { currency, taken } = doubt
      const column = columnTitle(doubt.index, doubt.title)
      return currency === taken
        ? m.guard_is_other({ column, rate: formatRate(lang), currency })
        : m.guard_has_other({ column, currency })
    }
    case 'sale-above-regular': {
      const { count, sale, regular } = doubt
      return m.guard_sales({ count, n: formatCount(count, lang), sale, regular })
    }
  }
}

function currencyNamedMessage({
  where,
  text,
  named,
}: Extract<PriceListWarning, { what: 'currency-named' }>): string {
  switch (where) {
    case 'title':
      return m.guard_named_title({ text, named })
    case 'above':
      return m.guard_named_above({ text, named })
    case 'below':
      return m.guard_named_below({ text, named })
    case 'sheet':
      return m.guard_named_sheet({ text, named })
    case 'file-name':
      return m.guard_named_file({ text, named })
  }
}

/** Doubts that the person is reminded of when tokens are about to be spent: those that would make it all in vain. */
export const isSevere = ({ what }: PriceListWarning): boolean => what !== 'sale-above-regular'

type Props = { rows: RowsFacts; canReread: boolean; onColumns: () => void }

/** What speaks against converting the file, the gravest first. */
export const Warnings = ({ doubts, ...props }: Props & { doubts: readonly PriceListWarning[] }) =>
  doubts.map((doubt) => <WarningNotice key={doubt.what} doubt={doubt} {...props} />)

/** What was done without asking, and what else could be converted. */
export function Suggestions(props: Props) {
  const { guards } = props.rows
  if (!guards) return null
  return (
    <>
      {guards.isRemembered && <RememberedColumnsNotice canReread={props.canReread} />}
      {props.canReread && guards.shop && guards.shop.columns.length > 0 && (
        <SuggestionNotice offer={guards.shop} {...props} />
      )}
    </>
  )
}

function WarningNotice({ doubt, rows, canReread, onColumns }: Props & { doubt: PriceListWarning }) {
  const lang = useLang()
  const currency = likelyCurrency(doubt)
  const isAssumed = rows.assumptions.some(({ what }) => what === 'currency')
  const hasNext = isAssumed || rows.file?.format !== 'json'
  return (
    <Notice>
      <p>{warningMessage(doubt, lang)}</p>
      {doubt.what === 'sale-above-regular' && (
        <ul className="mt-1">
          {doubt.first.map((one) => (
            <li key={one.row}>{salePriceMessage(one, rows.choices?.defaultCurrency ?? 'BGN', lang)}</li>
          ))}
        </ul>
      )}
      {canReread && currency && hasNext && (
        <Button
          look="plain"
          className="mt-2"
          onClick={
            isAssumed
              ? () => void bulk.tell('setDefaultCurrency', currency).then(() => focusOn('file-title'))
              : onColumns
          }
        >
          {isAssumed ? m.guard_read_as({ currency }) : m.adjust_columns()}
        </Button>
      )}
      {doubt.what === 'converted-column' && doubt.currency !== doubt.taken && (
        <ButtonLink
          look="plain"
          className="mt-2"
          to={`${pathOf('converter', lang)}?mode=check`}
          onClick={() => focusOn('check-choose-title', 'check-gate')}
        >
          {m.guard_check()}
        </ButtonLink>
      )}
    </Notice>
  )
}

/** A row whose price on sale is the higher one, with the currency that prices were assumed to be in where none is named. */
function salePriceMessage({ row, name, ...found }: SaleAboveRegular, assumed: Currency, lang: Lang): string {
  const currency = found.currency ?? assumed
  const prices = {
    row: formatCount(row, lang),
    sale: formatExactMoney(found.sale, currency, lang),
    regular: formatExactMoney(found.regular, currency, lang),
  }
  return name === '' ? m.guard_sale_unnamed(prices) : m.guard_sale({ ...prices, name })
}

/** The currency that the prices seem to be in, where it is not the one that they were taken for. */
function likelyCurrency(doubt: PriceListWarning): Currency | undefined {
  switch (doubt.what) {
    case 'currency-named':
      return doubt.named
    case 'converted-column':
      return doubt.currency === doubt.taken ? otherCurrency(doubt.taken) : undefined
    case 'sale-above-regular':
      return undefined
  }
}

function RememberedColumnsNotice({ canReread }: Pick<Props, 'canReread'>) {
  const reread = useReread()
  return (
    <Notice isOffer>
      <p>{m.guard_remembered()}</p>
      {canReread && (
        <Button
          look="plain"
          className="mt-2"
          onClick={() => void reread.detectAgain().then((isDone) => isDone && focusOn('file-title'))}
        >
          {m.guard_detect_again()}
        </Button>
      )}
    </Notice>
  )
}

function SuggestionNotice({ offer, rows, onColumns }: Props & { offer: ColumnSuggestion }) {
  const lang = useLang()
  const reread = useReread()
  const { choices } = rows
  if (!choices) return null
  const { columns } = choices
  const found = offer.columns.map(({ index, title, prices }) =>
    m.guard_offered({ column: columnTitle(index, title), count: prices, n: formatCount(prices, lang) }),
  )
  const listed = new Intl.ListFormat(lang, { type: 'conjunction' }).format(found)
  const added = [...columns.morePrices, ...offer.columns.map(({ index }) => index)]
  const add = async () => {
    if (await reread.rows({ columns: { ...columns, morePrices: added } })) focusOn('file-title')
  }
  return (
    <Notice isOffer>
      <p>
        {offer.shop === null
          ? m.guard_prices({ columns: listed })
          : m.guard_shop({ shop: SHOP_NAMES[offer.shop], columns: listed })}
      </p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button look="plain" onClick={() => void add()}>
          {m.guard_add()}
        </Button>
        {offer.columns.length > 1 && (
          <Button look="plain" onClick={onColumns}>
            {m.guard_choose()}
          </Button>
        )}
      </div>
    </Notice>
  )
}
