import { Link } from 'react-router'
import { formatCount } from '#money/format.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../../routing/paths.ts'
import { SampleTable } from './sample-table.tsx'
import { sampleRows } from './sample-rows.ts'

/** What becomes of a price list: the file and what is added to it, row by row. */
export function BulkPicture() {
  const lang = useLang()
  const rows = sampleRows()
  const count = rows.filter(({ status }) => status === 'valid').length
  const tokens = m.tokens_for({ count, n: formatCount(count, lang) })
  return (
    <section aria-labelledby="bulk" className="grid gap-6">
      <div className="grid items-baseline gap-x-14 gap-y-4 lg:grid-cols-[1fr_2fr]">
        <h2 id="bulk" className="text-2xl sm:text-3xl">
          {m.home_bulk()}
        </h2>
        <p className="max-w-prose text-lg">{m.home_bulk_text()}</p>
      </div>
      <SampleTable rows={rows} />
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <p className="text-muted">{m.home_bulk_cost({ tokens })}</p>
        <Link
          to={`${pathOf('converter', lang)}?mode=bulk`}
          className="inline-flex min-h-11 items-center font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-ink"
        >
          {m.home_bulk_try()}
        </Link>
      </div>
    </section>
  )
}
