import { Link } from 'react-router'
import { formatAmount, formatCount } from '#money/format.ts'
import { PRODUCT } from '#product/product.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { pathOf } from '../../routing/paths.ts'
import { SectionHeading } from './heading.tsx'
import { shopRows } from './shop-list.ts'

/** A file with or without the column that is added to it. */
function FilePicture({ when, file, hasEuro = false }: { when: string; file: string; hasEuro?: boolean }) {
  const lang = useLang()
  return (
    <figure className={`sheet min-w-0 ${hasEuro ? '' : 'max-sm:hidden'}`}>
      <figcaption className="flex min-h-11 flex-wrap items-baseline gap-x-3 border-b border-line px-4 py-2">
        <span className="text-small text-muted">{when}</span>
        <span className="font-bold wrap-anywhere">{file}</span>
      </figcaption>
      <table>
        <thead>
          <tr>
            <th scope="col" className="number">
              {m.home_bulk_code()}
            </th>
            <th scope="col">{m.home_bulk_item()}</th>
            <th scope="col" className="amount whitespace-normal!">
              {m.home_bulk_price()}
            </th>
            {hasEuro && (
              <th scope="col" className="amount euro whitespace-normal!">
                {m.home_bulk_price()} (EUR)
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {shopRows().map(({ code, name, national, euro }) => (
            <tr key={code}>
              <td className="number">{code}</td>
              <td>{name}</td>
              <td className="amount lev">{formatAmount(national, lang)}</td>
              {hasEuro && <td className="amount euro">{formatAmount(euro, lang)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

/** A price list before and after: the same file, with one column more. */
export function BeforeAfter() {
  const lang = useLang()
  const count = shopRows().length
  const tokens = m.tokens_for({ count, n: formatCount(count, lang) })
  const name = m.home_bulk_file()
  return (
    <section aria-labelledby="bulk" className="grid grid-cols-1 gap-5">
      <SectionHeading id="bulk" title={m.home_bulk()}>
        {m.home_bulk_text()}
      </SectionHeading>
      <div className="grid grid-cols-1 items-center gap-4 lg:grid-cols-[4fr_auto_5fr]">
        <FilePicture when={m.home_bulk_before()} file={`${name}.csv`} />
        <span aria-hidden="true" className="text-center text-h3 text-muted max-lg:hidden">
          →
        </span>
        <FilePicture hasEuro when={m.home_bulk_after()} file={`${name}-${PRODUCT.slug}.csv`} />
      </div>
      <p className="flex flex-wrap items-center gap-x-5 text-muted">
        {m.home_bulk_cost({ tokens })}
        <Link
          to={`${pathOf('converter', lang)}?mode=bulk`}
          className="inline-flex min-h-11 items-center font-semibold text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink"
        >
          {m.home_bulk_try()}
        </Link>
      </p>
    </section>
  )
}
