import { type ReactNode, useEffect, useId, useState } from 'react'
import { PAGE_SIZES } from '#product/limits.ts'
import { formatCount } from '#money/format.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'

const scrollTo = (top: number) => {
  const isMotionReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top, behavior: isMotionReduced ? 'auto' : 'smooth' })
}

type SheetPagesProps = {
  /** 0-based. */
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}

/** Previous and next page, a page by its number, and the last one. */
export function SheetPages({ page, pageSize, total, onPage }: SheetPagesProps) {
  const lang = useLang()
  const id = useId()
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const [text, setText] = useState(String(page + 1))
  useEffect(() => setText(String(page + 1)), [page])
  const first = page * pageSize + 1
  const range = {
    first: formatCount(first, lang),
    last: formatCount(Math.min(total, first + pageSize - 1), lang),
    total: formatCount(total, lang),
  }
  const go = () => {
    const wanted = /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : page + 1
    const shown = Math.min(pages, Math.max(1, wanted))
    setText(String(shown))
    if (shown !== page + 1) onPage(shown - 1)
  }
  return (
    <nav aria-label={m.pager()} className="flex items-center gap-1">
      <Button
        look="plain"
        size="small"
        className="w-9 px-0! pointer-coarse:w-11"
        aria-label={m.pager_previous()}
        title={m.pager_previous()}
        isUnavailable={page === 0}
        onClick={() => onPage(page - 1)}
      >
        <Icon name="chevron" className="size-5 rotate-90" />
      </Button>
      <label htmlFor={id} className="text-small @max-3xl:sr-only">
        {m.pager_number()}
      </label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        maxLength={6}
        onChange={(event) => setText(event.target.value)}
        onBlur={go}
        onKeyDown={(event) => event.key === 'Enter' && go()}
        className="min-h-9 w-12 rounded-small border border-line-strong bg-raised text-center font-semibold pointer-coarse:min-h-11"
      />
      <Button
        look="plain"
        size="small"
        className="px-1.5!"
        aria-label={m.pager_last({ last: formatCount(pages, lang) })}
        isUnavailable={page === pages - 1}
        onClick={() => onPage(pages - 1)}
      >
        {m.pager_of({ last: formatCount(pages, lang) })}
      </Button>
      <Button
        look="plain"
        size="small"
        className="w-9 px-0! pointer-coarse:w-11"
        aria-label={m.pager_next()}
        title={m.pager_next()}
        isUnavailable={page === pages - 1}
        onClick={() => onPage(page + 1)}
      >
        <Icon name="chevron" className="size-5 -rotate-90" />
      </Button>
      <span aria-live="polite" className="sr-only">
        {m.pager_range(range)}
      </span>
    </nav>
  )
}

type SheetFootProps = {
  pages: ReactNode
  /** Undefined where all rows are on one page. */
  pageSize: number | undefined
  onPageSize: (size: number) => void
  /** Whether a line has several prices, which are counted one by one. */
  arePrices: boolean
  isConverting: boolean
  onAdd: () => void
  onClear: () => void
  undo: ReactNode
}

/** Below the rows, and in sight: pages, one more row, undo, clear, and the ends of the page (BULK-14). */
export function SheetFoot({
  pages,
  pageSize,
  onPageSize,
  arePrices,
  isConverting,
  ...actions
}: SheetFootProps) {
  return (
    <div
      data-sticky-bar
      className="@container group-data-converting/sheet:*:opacity-50 sticky bottom-0 z-20 border-t border-line bg-sunken px-2 py-1.5 low:static max-lg:static"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {pages}
        {pageSize !== undefined && (
          <div className="text-small @max-3xl:[&_label]:sr-only">
            <Select
              inline
              label={arePrices ? m.page_size_prices() : m.page_size()}
              value={String(pageSize)}
              options={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
              onPick={(value) => onPageSize(Number(value))}
            />
          </div>
        )}
        <div className="group/actions ms-auto flex flex-wrap items-center gap-1 @max-md:w-full @max-md:justify-between @max-sm:flex-nowrap @max-sm:gap-0 @max-sm:[&>button]:shrink-0 @max-sm:[&>button]:px-2!">
          <Button
            look="tinted"
            size="small"
            className="px-3!"
            title={m.row_add()}
            isUnavailable={isConverting}
            onClick={actions.onAdd}
          >
            <Icon name="plus" className="size-4" />
            <span className="@min-md:@max-2xl:sr-only @max-md:group-has-data-on-phone/actions:sr-only">
              {m.row_add()}
            </span>
            <span aria-hidden="true" className="hidden @max-md:group-has-data-on-phone/actions:inline">
              {m.row_add_short()}
            </span>
          </Button>
          {actions.undo}
          <Button look="plain" size="small" onClick={actions.onClear} isUnavailable={isConverting}>
            {m.clear()}
          </Button>
          {(['up', 'down'] as const).map((icon) => {
            const label = icon === 'up' ? m.scroll_top() : m.scroll_bottom()
            return (
              <Button
                key={icon}
                look="plain"
                size="small"
                className="w-9 px-0! pointer-coarse:w-11"
                aria-label={label}
                title={label}
                onClick={() => scrollTo(icon === 'up' ? 0 : document.documentElement.scrollHeight)}
              >
                <Icon name={icon} />
              </Button>
            )
          })}
        </div>
      </div>
    </div>
  )
}
