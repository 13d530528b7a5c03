import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { formatCount } from '#money/format.ts'
import { apiErrorMessage } from '#engine/http/client.ts'
import { queryOf } from '../../session/queries.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { useUnauthorizedRedirect } from '../../session/sign-out.ts'
import { Button } from '../../ui/button.tsx'
import { focusOn } from '../../ui/focus.ts'
import { LoadFailure } from '../../ui/form-status.tsx'

type Page = { total: number }

type Props<P extends Page, Item> = {
  title: string
  /** `h1` where the list is the page. */
  heading?: 'h1' | 'h2'
  /** The path under `/api/account`. */
  name: string
  itemsOf: (page: P) => readonly Item[]
  /** The cursor of the next page, from the last item. */
  cursorOf: (item: Item) => string | number
  /** Id of the element that shows an item. */
  idOf: (item: Item) => string
  /** The message when loading fails. */
  failure: string
  children: (items: Item[]) => ReactNode
}

/** A list of the user's own items, newest first, page by page. */
export function PagedList<P extends Page, Item>(props: Props<P, Item>) {
  const { title, heading: Heading = 'h2', name, itemsOf, cursorOf, idOf, failure, children } = props
  const lang = useLang()
  const titleId = useId()
  const key = ['/api/account', name]
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, ...context }) =>
      queryOf<P>('raise')({
        ...context,
        queryKey: pageParam === undefined ? key : ['/api/account', `${name}?before=${pageParam}`],
      }),
    initialPageParam: undefined as string | number | undefined,
    getNextPageParam: (page, pages) => {
      const shown = pages.flatMap((one) => (one ? itemsOf(one) : [])).length
      const last = page === null ? undefined : itemsOf(page).at(-1)
      // Items added since then are above the shown ones.
      return last === undefined || shown >= (pages[0]?.total ?? 0) ? undefined : cursorOf(last)
    },
    // Tokens are bought and spent in other tabs and on other devices too.
    refetchOnMount: 'always',
  })
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = query
  const isGone = useUnauthorizedRedirect(error)
  const total = data?.pages[0]?.total
  const items = data?.pages.flatMap((page) => (page ? itemsOf(page) : []))

  /** Moves the focus to the first added item. */
  async function showMore() {
    const known = items?.length ?? 0
    const { data: loaded } = await fetchNextPage()
    const added = loaded?.pages.flatMap((page) => (page ? itemsOf(page) : []))[known]
    if (added !== undefined) focusOn(idOf(added))
  }

  return (
    <section aria-labelledby={titleId} className="grid gap-4">
      <Heading
        id={titleId}
        className={`flex items-baseline gap-3 ${Heading === 'h1' ? 'text-h1' : 'text-h3'}`}
      >
        {title}
        {total !== undefined && (
          <span className="text-lead font-medium text-muted">{formatCount(total, lang)}</span>
        )}
      </Heading>
      {!data && !error && <p className="text-muted">{m.loading()}</p>}
      {error && !isGone && !isFetchNextPageError && (
        <LoadFailure text={apiErrorMessage(error, failure)} onRetry={() => void refetch()} />
      )}
      {items && children(items)}
      {isFetchNextPageError && !isGone && (
        <p role="alert" className="font-medium text-error">
          {apiErrorMessage(error, failure)}
        </p>
      )}
      {hasNextPage && (
        <Button
          look="tinted"
          aria-label={`${m.load_more()}: ${title}`}
          isUnavailable={isFetchingNextPage}
          onClick={() => void showMore()}
          className="justify-self-start"
        >
          {m.load_more()}
        </Button>
      )}
    </section>
  )
}
