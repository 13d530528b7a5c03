import { useInfiniteQuery } from '@tanstack/react-query'
import type { TokenEntry } from '#contract/settings.ts'
import { formatCount } from '#domain/format.ts'
import { sentenceOf } from '../api/call.ts'
import { queryOf } from '../api/queries.ts'
import { focusOn } from '../ui/focus-on.ts'
import { useLang } from '../i18n/lang.ts'
import { m } from '../i18n/messages/messages.js'
import { useGone } from '../session/use-signed-out.ts'
import { Button } from '../ui/button.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Moment } from '../ui/moment.tsx'

type Page = { entries: TokenEntry[]; total: number }

const HISTORY_KEY = ['/api/account', 'tokens']

const entryId = (seq: number): string => `entry-${seq}`

/** Every grant, charge and purchase, with the balance after it, newest first (AUTH-11). */
export function TokenHistory() {
  const lang = useLang()
  const query = useInfiniteQuery({
    queryKey: HISTORY_KEY,
    queryFn: ({ pageParam, ...context }) =>
      queryOf<Page>('raise')({
        ...context,
        queryKey: pageParam === undefined ? HISTORY_KEY : ['/api/account', `tokens?before=${pageParam}`],
      }),
    initialPageParam: undefined as number | undefined,
    // The first entry of all has the number 1.
    getNextPageParam: (page) => {
      const last = page?.entries.at(-1)?.seq
      return last === undefined || last === 1 ? undefined : last
    },
    // Tokens are spent in other tabs and on other devices too.
    refetchOnMount: 'always',
  })
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = query
  const isGone = useGone(error)
  const total = data?.pages[0]?.total
  const entries = data?.pages.flatMap((page) => page?.entries ?? [])

  /** The focus goes on to the first of the entries that are added. */
  async function showMore() {
    const last = entries?.at(-1)?.seq
    await fetchNextPage()
    if (last !== undefined) focusOn(entryId(last - 1))
  }

  return (
    <section aria-labelledby="history-title" className="grid gap-4">
      <h2 id="history-title" className="flex items-baseline gap-3 text-2xl">
        {m.history_title()}
        {total !== undefined && (
          <span className="text-lg font-medium text-muted">{formatCount(total, lang)}</span>
        )}
      </h2>
      {!data && !error && <p className="border-t border-line py-4 text-muted">{m.loading()}</p>}
      {error && !isGone && !isFetchNextPageError && (
        <LoadFailure text={sentenceOf(error, m.history_failed())} onRetry={() => void refetch()} />
      )}
      {entries && <Entries entries={entries} />}
      {isFetchNextPageError && !isGone && (
        <p role="alert" className="font-medium text-invalid">
          {sentenceOf(error, m.history_failed())}
        </p>
      )}
      {hasNextPage && (
        <Button
          look="plain"
          aria-label={`${m.load_more()}: ${m.history_title()}`}
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

function Entries({ entries }: { entries: TokenEntry[] }) {
  return (
    <table className="w-full max-sm:block" data-testid="history">
      <thead className="max-sm:sr-only">
        <tr className="border-b border-line-strong text-start">
          <th scope="col" className="py-2 pe-6 text-start font-semibold">
            {m.history_when()}
          </th>
          <th scope="col" className="py-2 pe-6 text-start font-semibold">
            {m.history_what()}
          </th>
          <th scope="col" className="py-2 pe-6 text-end font-semibold">
            {m.history_change()}
          </th>
          <th scope="col" className="py-2 text-end font-semibold">
            {m.history_balance()}
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block max-sm:border-t max-sm:border-line-strong">
        {entries.map((entry) => (
          <Entry key={entry.seq} entry={entry} />
        ))}
      </tbody>
    </table>
  )
}

function Entry({ entry }: { entry: TokenEntry }) {
  const lang = useLang()
  const { seq, at, delta, balanceAfter } = entry
  const change = `${delta < 0 ? '−' : '+'}${formatCount(Math.abs(delta), lang)}`
  return (
    <tr
      id={entryId(seq)}
      tabIndex={-1}
      className="border-b border-line outline-offset-[-2px] max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:py-3"
    >
      <td className="py-2.5 pe-6 text-muted max-sm:order-3 max-sm:py-0 max-sm:pe-0 sm:whitespace-nowrap">
        <Moment at={at} />
      </td>
      <td className="py-2.5 pe-6 wrap-anywhere max-sm:order-1 max-sm:py-0 max-sm:pe-0">{whatOf(entry)}</td>
      <td
        className={`py-2.5 pe-6 text-end font-semibold whitespace-nowrap max-sm:order-2 max-sm:py-0 max-sm:pe-0 ${delta < 0 ? '' : 'text-valid'}`}
      >
        {change}
      </td>
      <td className="py-2.5 text-end whitespace-nowrap max-sm:order-4 max-sm:py-0 max-sm:text-muted">
        <span className="sm:hidden">{m.history_balance()}: </span>
        {formatCount(balanceAfter, lang)}
      </td>
    </tr>
  )
}

/** What the tokens were given or taken for, in words. */
function whatOf({ reason, jobId, filename, note }: TokenEntry): string {
  switch (reason) {
    case 'signup':
      return m.history_signup()
    case 'admin':
      return m.history_admin({ note: note ?? '' })
    case 'conversion':
      if (jobId === null) return m.history_conversion_deleted()
      return filename === null ? m.history_conversion_typed() : m.history_conversion({ title: filename })
  }
}
