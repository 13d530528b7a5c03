import { type FormEvent, useId, useState } from 'react'
import { LIMITS, QUICK_COUNTS } from '#product/limits.ts'
import { m } from '#i18n/messages/messages.js'
import { formatCount } from '#money/format.ts'
import { bulk } from '#engine/bulk/client.ts'
import { useLang } from '../../../routing/location.ts'
import { useSession } from '../../../session/session.ts'
import { useAlerts } from '../../../ui/alerts.tsx'
import { Button } from '../../../ui/button.tsx'
import { SEGMENT, SEGMENTS } from '../../../ui/radio-group.tsx'
import type { RowCount } from '#engine/types.ts'

/** Sets the number of typed rows; limited by the user's tokens and by LIMITS.manualRows (BULK-13). */
export function RowCountForm({ rowCount }: { rowCount: number }) {
  const { alert } = useAlerts()
  const session = useSession()
  const lang = useLang()
  const id = useId()
  const [text, setText] = useState('')
  /** The rows that are still there, where fewer were wanted. */
  const [kept, setKept] = useState<RowCount>()
  const tokens = session.status === 'signed-in' ? session.tokens : undefined

  async function set(count: number) {
    if (!Number.isInteger(count) || count < 1) return alert(m.count_not_valid())
    if (tokens !== undefined && count > tokens) return alert(m.count_no_tokens())
    if (count > LIMITS.manualRows) return alert(m.count_not_valid())
    const rows = await bulk.request('setRowCount', count).catch(() => null)
    setKept(rows && rows.count > count ? rows : undefined)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void set(/^\s*\d{1,6}\s*$/.test(text) ? Number(text) : NaN)
  }

  return (
    <form
      onSubmit={submit}
      noValidate
      className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:justify-between max-sm:gap-x-1"
    >
      <label htmlFor={id} className="text-muted max-sm:sr-only">
        {m.count_label()}
      </label>
      <span aria-hidden="true" className="hidden text-small text-muted max-sm:min-[28rem]:inline">
        {m.count_label_short()}
      </span>
      <div role="group" aria-label={m.count_quick()} className={`${SEGMENTS} flex-nowrap`}>
        {QUICK_COUNTS.map((count) => (
          <button
            key={count}
            type="button"
            aria-label={m.count_of({ count })}
            aria-pressed={count === rowCount}
            onClick={() => void set(count)}
            className={`${SEGMENT} min-h-7.5 min-w-10 px-2 text-small text-muted aria-pressed:bg-chosen aria-pressed:text-ink aria-pressed:ring aria-pressed:ring-line-strong max-sm:min-w-9`}
          >
            {count}
          </button>
        ))}
      </div>
      <div className="relative">
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          maxLength={6}
          placeholder={m.count_hint({ most: LIMITS.manualRows })}
          onChange={(event) => setText(event.target.value)}
          className="min-h-9 w-44 rounded-base border border-line-strong bg-raised ps-3 pe-26 max-sm:w-39 max-sm:pe-23 pointer-coarse:min-h-11"
        />
        <Button look="plain" size="small" type="submit" className="absolute inset-y-0 end-0 max-sm:px-2.5!">
          {m.count_set()}
        </Button>
      </div>
      {/* The region must exist before its text: screen readers announce only changes in it. */}
      <p role="status" className="w-full text-small font-semibold text-ask empty:absolute">
        {kept?.count === rowCount &&
          m.count_kept({ line: kept.lastLine, count: kept.count, n: formatCount(kept.count, lang) })}
      </p>
    </form>
  )
}
