import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { bulk } from '#engine/bulk/client.ts'
import { endMany, many } from '#engine/many/client.ts'
import { pathOf } from '#engine/many/given-files.ts'
import { type ManyList, isSent } from '#engine/many/types.ts'
import { m } from '#i18n/messages/messages.js'
import { formatCount } from '#money/format.ts'
import { DEFAULT_PAGE_SIZE } from '#product/limits.ts'
import { useLang } from '../../routing/location.ts'
import { useAlerts } from '../../ui/alerts.tsx'
import { AmountHeads } from '../results/amount-heads.tsx'
import { Button } from '../../ui/button.tsx'
import { focusOn } from '../../ui/focus.ts'
import { LiveAnnouncement } from '../../ui/form-status.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pager } from '../../ui/pager.tsx'
import { FileButton } from '../file/file-picker.tsx'
import { Notice, unreadEntriesText } from '../file/notice.tsx'
import { notOpenedText } from '../file/reading.tsx'
import { ListRow } from './list-row.tsx'
import { ManyRail } from './rail.tsx'
import { GROUPS, type Group, MANY_TITLE_ID, countGroups, groupOf, groupText } from './texts.ts'
import { useManyConversion } from './use-many-conversion.tsx'

/** Several price lists together: each with its state, and beside them what all of them come to (FILE-07). */
export default function ManyFiles() {
  const lang = useLang()
  const { alert, confirm } = useAlerts()
  const batch = useSyncExternalStore(many.subscribe, many.snapshot)
  const { lists, phase, others } = batch
  const conversion = useManyConversion(batch)
  const [shown, setShown] = useState<Group>()
  const [page, setPage] = useState(0)
  const frame = useRef<HTMLDivElement>(null)
  const counts = countGroups(lists)
  const group = shown !== undefined && counts.has(shown) ? shown : undefined
  const indexes = [...lists.keys()].filter((i) => group === undefined || groupOf(lists[i]!) === group)
  const pageOf = Math.min(page, Math.max(0, Math.ceil(indexes.length / DEFAULT_PAGE_SIZE) - 1))
  const isBusy = phase !== 'ready'
  const unread = [
    ...others.flatMap(({ path, why }) => (why === undefined ? [] : [{ path, why }])),
    ...lists.flatMap(({ path: archive, reading }) =>
      (reading?.unread ?? []).map(({ path, why }) => ({ path: `${archive}/${path}`, why })),
    ),
  ]
  const known = others.filter(({ why }) => why === undefined)
  /** Files that come back: those of lists that are converted, or will be. */
  const returned = new Set(
    lists.flatMap((list) =>
      isSent(list) || list.state === 'sending' || list.state === 'converted' ? list.source : [],
    ),
  )
  const n = (count: number) => formatCount(count, lang)
  const summary = GROUPS.flatMap((one) =>
    counts.has(one) ? [groupText(one, counts.get(one)!, lang)] : [],
  ).join(' · ')
  useEffect(() => focusOn(MANY_TITLE_ID), [])
  const open = useCallback((index: number) => openAlone(index, confirm), [confirm])

  function show(next: Group | undefined) {
    setShown(next)
    setPage(0)
  }

  async function add(files: readonly File[]) {
    const outcome = await many.open(files.map((file) => ({ path: pathOf(file), file })))
    if (outcome !== 'opened') alert(notOpenedText(outcome, lang))
  }

  async function clear() {
    const ask = {
      title: m.many_clear_title(),
      text: m.many_clear_text(),
      action: m.many_clear_action(),
      danger: true,
    }
    if (!(await confirm(ask))) return
    await endMany()
    focusOn('choose-title')
  }

  return (
    <div
      className="grid grid-cols-1 gap-x-6 gap-y-3 lg:grid-cols-[minmax(0,1fr)_20.5rem] lg:grid-rows-[auto_1fr]"
      data-testid="many"
    >
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1 lg:col-span-2">
        <h2
          id={MANY_TITLE_ID}
          tabIndex={-1}
          className="flex items-center gap-2.5 text-h3 leading-tight outline-none"
        >
          <Icon name="file" className="size-6 text-muted" />
          {m.many_files({ count: lists.length, n: n(lists.length) })}
        </h2>
        <p className="text-muted" data-testid="many-summary">
          {summary}
        </p>
        {!isBusy && (
          <div className="-me-3 ms-auto flex flex-wrap max-sm:-ms-3 max-sm:w-[calc(100%+1.5rem)] max-sm:justify-between">
            <FileButton look="plain" size="small" onFiles={add}>
              <Icon name="plus" className="size-5 max-sm:hidden" />
              {m.many_add()}
            </FileButton>
            <Button look="plain" size="small" onClick={() => void clear()}>
              <Icon name="close" className="size-5 max-sm:hidden" />
              {m.many_clear()}
            </Button>
          </div>
        )}
        <LiveAnnouncement text={phase === 'ready' ? summary : ''} />
      </div>
      <section aria-labelledby={MANY_TITLE_ID} className="min-w-0">
        {counts.size > 1 && lists.length > 10 && (
          <Filters {...{ counts, group, total: lists.length }} onShow={show} />
        )}
        <div ref={frame} className="sheet -scroll-mt-2 max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
          <table className="max-md:block" aria-busy={isBusy} data-testid="many-lists">
            <thead className="max-md:sr-only">
              <tr>
                <th scope="col" colSpan={2}>
                  {m.jobs_file()}
                </th>
                <th scope="col" className="w-72 max-xl:hidden">
                  {m.many_how()}
                </th>
                <AmountHeads />
                <th scope="col" className="w-52">
                  {m.many_state()}
                </th>
              </tr>
            </thead>
            <tbody className="max-md:block">
              {indexes.slice(pageOf * DEFAULT_PAGE_SIZE, (pageOf + 1) * DEFAULT_PAGE_SIZE).map((i) => (
                <ListRow
                  key={lists[i]!.key}
                  list={lists[i]!}
                  sameAs={pathOfKey(lists, lists[i]!.sameAs)}
                  isReturned={lists[i]!.entry !== undefined && returned.has(lists[i]!.source)}
                  index={i}
                  isBusy={isBusy}
                  onOpen={open}
                />
              ))}
            </tbody>
          </table>
          {indexes.length > DEFAULT_PAGE_SIZE && (
            <div className="border-t border-line bg-sunken px-6 py-1.5">
              <Pager
                page={pageOf}
                pageSize={DEFAULT_PAGE_SIZE}
                total={indexes.length}
                onPage={(next) => {
                  setPage(next)
                  frame.current?.scrollIntoView({ block: 'start' })
                }}
              />
            </div>
          )}
        </div>
        {unread.length > 0 && (
          <div className="mt-2">
            <Notice isCompact sentence={unreadEntriesText(unread)} />
          </div>
        )}
        {known.length > 0 && (
          <details className="mt-2 text-small text-muted">
            <summary className="w-fit cursor-pointer">
              {m.many_others({ count: known.length, n: n(known.length) })}
            </summary>
            <p className="mt-1 wrap-anywhere">{known.map(({ path }) => path).join(', ')}</p>
          </details>
        )}
      </section>
      <ManyRail batch={batch} conversion={conversion} />
      {conversion.dialog}
    </div>
  )
}

const pathOfKey = (lists: readonly ManyList[], key: string | undefined): string | undefined =>
  key === undefined ? undefined : lists.find((list) => list.key === key)?.path

/** Shows a list alone, where its rows are. */
async function openAlone(index: number, confirm: ReturnType<typeof useAlerts>['confirm']) {
  await bulk.start()
  const { rows } = await bulk.flush()
  // Another tab may have them.
  const isLost = rows !== null && (rows.isEdited || rows.source === 'manual')
  const ask = {
    title: m.clear_rows_title(),
    text: m.clear_rows_text(),
    action: m.clear_rows_action(),
    danger: true,
  }
  if (isLost && !(await confirm(ask))) return
  const given = await many.showAlone(index)
  if (!given) return
  await bulk.clear()
  await bulk.request('open', given.file).catch(() => undefined)
  if (given.entry !== undefined) await bulk.request('reopen', { sheet: given.entry }).catch(() => undefined)
}

type FiltersProps = {
  counts: ReadonlyMap<Group, number>
  group: Group | undefined
  total: number
  onShow: (group: Group | undefined) => void
}

/** Shows the lists of one state: of a thousand, those with questions are not in sight. */
function Filters({ counts, group, total, onShow }: FiltersProps) {
  const lang = useLang()
  const look =
    'min-h-8 rounded-[8px] px-2.5 text-small font-semibold text-muted hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:ring aria-pressed:ring-line-strong pointer-coarse:min-h-11'
  return (
    <div
      role="group"
      aria-label={m.many_show()}
      className="mb-2 inline-flex max-w-full flex-wrap gap-0.5 rounded-base bg-sunken p-[2px] inset-ring inset-ring-line"
    >
      <button
        type="button"
        aria-pressed={group === undefined}
        className={look}
        onClick={() => onShow(undefined)}
      >
        {m.many_all()} {formatCount(total, lang)}
      </button>
      {GROUPS.filter((one) => counts.has(one)).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={group === one}
          className={look}
          onClick={() => onShow(one)}
        >
          {groupText(one, counts.get(one)!, lang)}
        </button>
      ))}
    </div>
  )
}
