import { type FormEvent, useId, useState } from 'react'
import { LIMITS, QUICK_COUNTS } from '#product/limits.ts'
import { m } from '#i18n/messages/messages.js'
import { bulk } from '#engine/bulk/client.ts'
import { useSession } from '../../../session/session.ts'
import { useAlerts } from '../../../ui/alerts.tsx'
import { Button } from '../../../ui/button.tsx'
import { toasts } from '../../../ui/toasts.tsx'

/** Sets the number of typed rows; limited by the user's tokens and by LIMITS.manualRows (BULK-13). */
export function RowCountForm() {
  const { alert } = useAlerts()
  const session = useSession()
  const id = useId()
  const [text, setText] = useState('')
  const tokens = session.status === 'signed-in' ? session.tokens : undefined

  async function set(count: number) {
    if (!Number.isInteger(count) || count < 1) return alert(m.count_not_valid())
    if (tokens !== undefined && count > tokens) return alert(m.count_no_tokens())
    if (count > LIMITS.manualRows) return alert(m.count_not_valid())
    const rows = await bulk.request('setRowCount', count).catch(() => count)
    if (rows > count) toasts.show(m.count_kept())
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void set(/^\s*\d{1,6}\s*$/.test(text) ? Number(text) : NaN)
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <label htmlFor={id} className="text-muted">
        {m.count_label()}
      </label>
      <div role="group" aria-label={m.count_quick()} className="flex gap-1">
        {QUICK_COUNTS.map((count) => (
          <Button
            key={count}
            look="plain"
            size="small"
            className="inset-ring inset-ring-line-strong min-w-10 px-2! pointer-coarse:min-w-11"
            aria-label={m.count_of({ count })}
            onClick={() => void set(count)}
          >
            {count}
          </Button>
        ))}
      </div>
      <div className="flex gap-1">
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          maxLength={6}
          placeholder={m.count_hint({ most: LIMITS.manualRows })}
          onChange={(event) => setText(event.target.value)}
          className="min-h-9 w-20 pointer-coarse:min-h-11 rounded-base border border-line-strong bg-raised px-3"
        />
        <Button look="tinted" size="small" type="submit">
          {m.count_set()}
        </Button>
      </div>
    </form>
  )
}
