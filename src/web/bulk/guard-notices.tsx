import type { Doubt } from '#catalogue/doubts.ts'
import type { ShopOffer } from '#catalogue/shop-offer.ts'
import { formatCount, formatDecimal } from '#domain/format.ts'
import { type Currency, otherCurrency } from '#domain/money.ts'
import { useLang } from '../i18n/lang.ts'
import { m } from '../i18n/messages/messages.js'
import { Button } from '../ui/button.tsx'
import { focusOn } from '../ui/focus-on.ts'
import { bulk } from './bulk-client.ts'
import { titleOfColumn } from './column-title.ts'
import { doubtText } from './doubt-text.ts'
import { Notice } from './notice.tsx'
import { SHOP_NAMES } from './shop-names.ts'
import type { RowsFacts } from './snapshot.ts'
import { useReread } from './use-reread.ts'

type Props = { rows: RowsFacts; canReread: boolean; onColumns: () => void }

/** What speaks against converting the file, the gravest first. */
export const DoubtNotices = (props: Props) =>
  props.rows.guards?.doubts.map((doubt) => <DoubtNotice key={doubt.what} doubt={doubt} {...props} />)

/** What was done without asking, and what else could be converted. */
export function OfferNotices(props: Props) {
  const { guards } = props.rows
  if (!guards) return null
  return (
    <>
      {guards.isRemembered && <RememberedNotice {...props} />}
      {props.canReread && guards.shop && guards.shop.columns.length > 0 && (
        <OfferNotice offer={guards.shop} {...props} />
      )}
    </>
  )
}

function DoubtNotice({ doubt, rows, canReread, onColumns }: Props & { doubt: Doubt }) {
  const lang = useLang()
  const currency = meantCurrency(doubt)
  const isAssumed = rows.assumptions.some(({ what }) => what === 'currency')
  const hasNext = isAssumed || rows.file?.format !== 'json'
  return (
    <Notice>
      <p>{doubtText(doubt, lang)}</p>
      {doubt.what === 'sale-above-regular' && (
        <ul className="mt-1">
          {doubt.first.map(({ row, name, sale, regular }) => (
            <li key={row}>
              {m.guard_sale({
                row: formatCount(row, lang),
                name,
                sale: formatDecimal(sale, lang),
                regular: formatDecimal(regular, lang),
              })}
            </li>
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
    </Notice>
  )
}

/** The currency that the prices seem to be in, where it is not the one that they were taken for. */
function meantCurrency(doubt: Doubt): Currency | undefined {
  switch (doubt.what) {
    case 'currency-named':
      return doubt.named
    case 'converted-column':
      return doubt.currency === doubt.taken ? otherCurrency(doubt.taken) : undefined
    case 'sale-above-regular':
      return undefined
  }
}

function RememberedNotice({ rows, canReread }: Props) {
  const reread = useReread(rows)
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

function OfferNotice({ offer, rows, onColumns }: Props & { offer: ShopOffer }) {
  const lang = useLang()
  const reread = useReread(rows)
  const { choices } = rows
  if (!choices) return null
  const { columns } = choices
  const found = offer.columns.map(({ index, title, prices }) =>
    m.guard_offered({ column: titleOfColumn(index, title), count: prices, n: formatCount(prices, lang) }),
  )
  const added = [...columns.morePrices, ...offer.columns.map(({ index }) => index)]
  const add = async () => {
    await reread.rows({ ...choices, columns: { ...columns, morePrices: added } }, rows.columnsKnown)
    focusOn('file-title')
  }
  return (
    <Notice isOffer>
      <p>
        {m.guard_shop({
          shop: SHOP_NAMES[offer.shop],
          columns: new Intl.ListFormat(lang, { type: 'conjunction' }).format(found),
        })}
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
