import { formatCount } from '#money/format.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from './button.tsx'

type PagerProps = {
  /** 0-based. */
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}

/** Navigates the pages of a list, and says which part is shown. */
export function Pager({ page, pageSize, total, onPage }: PagerProps) {
  const lang = useLang()
  const first = page * pageSize + 1
  const last = Math.min(total, first + pageSize - 1)
  const range = {
    first: formatCount(first, lang),
    last: formatCount(last, lang),
    total: formatCount(total, lang),
  }
  return (
    <nav aria-label={m.pager()} className="-ms-3 flex items-center gap-1 whitespace-nowrap">
      <Button look="plain" size="small" isUnavailable={page === 0} onClick={() => onPage(page - 1)}>
        {m.pager_previous()}
      </Button>
      <span aria-live="polite" className="text-small">
        {m.pager_range(range)}
      </span>
      <Button look="plain" size="small" isUnavailable={last >= total} onClick={() => onPage(page + 1)}>
        {m.pager_next()}
      </Button>
    </nav>
  )
}
