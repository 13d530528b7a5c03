import type { Purchase } from '#api/payments.ts'
import { formatCount, formatMoney } from '#money/format.ts'
import { EURO } from '#money/currency.ts'
import type { Lang } from '#i18n/language.ts'
import { PRODUCT } from '#product/product.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { planName } from '#product/plans.ts'
import { ButtonAnchor } from '../../ui/button.tsx'
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
          <>
            <div className="sheet">
              <table className="max-sm:block" data-testid="purchases">
                <thead className="max-sm:sr-only">
                  <tr>
                    <th scope="col">{m.purchases_pack()}</th>
                    <th scope="col">{m.history_when()}</th>
                    <th scope="col" className="amount euro">
                      {m.word_euro()}
                    </th>
                    <th scope="col">
                      <span className="sr-only">{m.success_receipt()}</span>
                    </th>
                  </tr>
                </thead>
                <tbody className="max-sm:block max-sm:[&>tr+tr]:border-t max-sm:[&>tr+tr]:border-line">
                  {purchases.map((purchase) => (
                    <Item key={purchase.id} purchase={purchase} />
                  ))}
                </tbody>
              </table>
            </div>
            <p className="max-w-prose text-muted">
              <LinkedText text={m.purchases_invoice({ email: PRODUCT.supportEmail })} />
            </p>
          </>
        )
      }
    </PagedList>
  )
}

/** On a phone a purchase is two lines. */
const LINE = 'max-sm:h-auto! max-sm:border-t-0!'

function Item({ purchase }: { purchase: Purchase }) {
  const lang = useLang()
  const { createdAt, paidAt, plan, tokens, priceCents, receiptUrl } = purchase
  const name = planName(plan, lang)
  return (
    <tr
      id={purchaseId(purchase)}
      tabIndex={-1}
      className="outline-offset-[-2px] max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:justify-between max-sm:py-2"
    >
      <td className={`sm:w-full max-sm:basis-3/5 max-sm:grow ${LINE}`}>
        <p className="font-semibold wrap-anywhere">
          {name} · <span className="whitespace-nowrap">{tokensText(tokens, lang)}</span>
        </p>
        {notesOf(purchase, lang).map((note) => (
          <p key={note}>
            <LinkedText text={note} />
          </p>
        ))}
      </td>
      <td className={`whitespace-nowrap text-muted max-sm:order-3 max-sm:pe-0! ${LINE}`}>
        <DateTime at={paidAt ?? createdAt} />
      </td>
      <td
        className={`amount euro max-sm:order-2 max-sm:me-2 max-sm:justify-self-end max-sm:rounded-small max-sm:py-1! ${LINE}`}
      >
        {formatMoney(priceCents, EURO, lang)}
      </td>
      <td className={`amount max-sm:order-4 max-sm:ps-0! ${LINE}`}>
        {receiptUrl !== null && (
          <ButtonAnchor
            look="plain"
            size="small"
            href={receiptUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="max-sm:-me-2"
          >
            {m.success_receipt()}
            <Icon name="external" className="size-4 text-muted" />
            <span className="sr-only">
              {name}, {m.in_new_tab()}
            </span>
          </ButtonAnchor>
        )}
      </td>
    </tr>
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
