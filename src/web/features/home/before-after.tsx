import { Link } from 'react-router'
import { formatAmount, formatCount } from '#money/format.ts'
import { PRODUCT } from '#product/product.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { pathOf } from '../../routing/paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { PriceTable } from '../file/price-table.tsx'
import { Section } from '../../ui/section.tsx'
import { shopRows } from './shop-list.ts'

/** Rows that a phone shows. */
const ON_PHONE = 3

/** A file with or without the column that is added to it. */
function FilePicture({ when, file, hasEuro = false }: { when: string; file: string; hasEuro?: boolean }) {
  const lang = useLang()
  return (
    <figure
      className={`sheet min-w-0 [--row:2.25rem] [&_th]:whitespace-normal sm:[&_td]:whitespace-nowrap sm:[&_:is(th,td)]:px-2.5 max-lg:[&_.number]:hidden max-sm:[&_td]:text-small ${hasEuro ? '' : 'max-sm:hidden'}`}
    >
      <figcaption className="flex min-h-11 flex-wrap items-baseline gap-x-3 border-b border-line px-2.5 py-2 max-sm:px-2">
        <span className="text-small text-muted">{when}</span>
        <span className="font-bold wrap-anywhere">{file}</span>
      </figcaption>
      <PriceTable
        heads={{
          number: m.home_bulk_code(),
          name: m.home_bulk_item(),
          lev: m.home_bulk_price(),
          euro: hasEuro ? `${m.home_bulk_price()} (EUR)` : undefined,
        }}
        rows={shopRows().map(({ code, name, national, euro }, i) => ({
          id: code,
          number: code,
          className: i < ON_PHONE ? '' : 'max-sm:hidden',
          name,
          lev: formatAmount(national, lang),
          euro: hasEuro ? formatAmount(euro, lang) : undefined,
        }))}
      />
    </figure>
  )
}

/** A price list before and after: the same file, with one column more. */
export function BeforeAfter() {
  const lang = useLang()
  const count = shopRows().length
  const tokens = m.tokens_for({ count, n: formatCount(count, lang) })
  const name = m.home_bulk_file()
  const text = (
    <>
      {m.home_bulk_text()} {m.home_bulk_cost({ tokens })}{' '}
      <Link
        to={`${pathOf('converter', lang)}?mode=bulk`}
        className="flex min-h-11 w-fit items-center font-semibold text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink"
      >
        {m.home_bulk_try()}
      </Link>
    </>
  )
  return (
    <Section id="bulk" title={m.home_bulk()} text={text}>
      <div className="grid grid-cols-1 gap-x-3 gap-y-2 md:grid-cols-[5fr_auto_7fr]">
        <FilePicture when={m.home_bulk_before()} file={`${name}.csv`} />
        <Icon
          name="down"
          className="size-5 self-center justify-self-center text-muted max-sm:hidden md:-rotate-90"
        />
        <FilePicture hasEuro when={m.home_bulk_after()} file={`${name}-${PRODUCT.slug}.csv`} />
      </div>
    </Section>
  )
}
