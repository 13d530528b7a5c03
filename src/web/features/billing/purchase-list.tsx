import type { Purchase } from '#api/payments.ts'
import { formatCount, formatMoney } from '#money/format.ts'
import { EURO } from '#money/currency.ts'
import type { Lang } from '#i18n/language.ts'
import { PRODUCT } from '#product/product.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { planName } from './plan-list.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkedText } from '../../ui/linked-text.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { PagedList } from './paged-list.tsx'
import { reversalNotes } from './reversal-notes.ts'

type Page = { purchases: Purchase[]; total: number }

const purchaseId = ({ id }: Purchase): string => `purchase-${id}`

/** Purchases with receipt and state (PAY-04, PAY-07). */
export function PurchaseList() {
  return (
    <PagedList
      title={m.purchases_title()}
      heading="h1"
      name="purchases"
      itemsOf={({ purchases }: Page) => purchases}
      cursorOf={({ id }) => id}
      idOf={purchaseId}
      failure={m.purchases_failed()}
    >
      {(purchases) =>
        purchases.length === 0 ? (
          <p className="card p-6">
            <LinkedText text={m.purchases_none()} />
          </p>
        ) : (
          <ul className="card overflow-clip" data-testid="purchases">
            {purchases.map((purchase) => (
              <Item key={purchase.id} purchase={purchase} />
            ))}
          </ul>
        )
      }
    </PagedList>
  )
}

function Item({ purchase }: { purchase: Purchase }) {
  const lang = useLang()
  const { createdAt, paidAt, plan, tokens, priceCents, receiptUrl } = purchase
  const name = planName(plan, lang)
  return (
    <li
      id={purchaseId(purchase)}
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 gap-y-1 px-4 py-3 not-first:border-t not-first:border-line outline-offset-[-2px] sm:px-5 sm:grid-cols-[minmax(0,1fr)_auto_auto]"
    >
      <p className="font-semibold wrap-anywhere">
        {name} · {tokensText(tokens, lang)}
      </p>
      <p className="text-end font-semibold whitespace-nowrap">{formatMoney(priceCents, EURO, lang)}</p>
      <p className="text-end sm:row-span-2 sm:min-w-44 max-sm:order-last">
        {receiptUrl !== null && (
          <a
            href={receiptUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap underline decoration-line-strong underline-offset-4 hover:decoration-ink"
          >
            {m.success_receipt()}
            <span className="sr-only">
              {' '}
              {name}, {m.in_new_tab()}
            </span>
            <Icon name="external" className="size-4 text-muted" />
          </a>
        )}
      </p>
      <div className="text-muted sm:col-span-2">
        <DateTime at={paidAt ?? createdAt} />
        {notesOf(purchase, lang).map((note) => (
          <p key={note} className="text-ink">
            <LinkedText text={note} />
          </p>
        ))}
      </div>
    </li>
  )
}

/** Notes on a purchase that did not simply credit its tokens. */
function notesOf(purchase: Purchase, lang: Lang): string[] {
  const { status } = purchase
  return [
    ...(status === 'processing' ? [m.purchase_processing()] : []),
    ...(status === 'refused' ? [m.purchase_refused({ email: PRODUCT.supportEmail })] : []),
    ...reversalNotes(purchase, lang),
  ]
}

const tokensText = (count: number, lang: Lang): string => m.tokens_for({ count, n: formatCount(count, lang) })
