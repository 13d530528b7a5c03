import { useSyncExternalStore } from 'react'
import { pickFileChoices } from '#engine/bulk/choices.ts'
import { bulk } from '#engine/bulk/client.ts'
import { callHeaders } from '#engine/http/client.ts'
import { many } from '#engine/many/client.ts'
import { m } from '#i18n/messages/messages.js'
import { formatCount } from '#money/format.ts'
import { useLang } from '../../routing/location.ts'
import { useAlerts } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { focusOn } from '../../ui/focus.ts'
import { Icon } from '../../ui/icon.tsx'
import { MANY_TITLE_ID } from './texts.ts'

/** From a list that is shown alone back to all of them. */
export function BackToLists() {
  const lang = useLang()
  const { confirm } = useAlerts()
  const { lists } = useSyncExternalStore(many.subscribe, many.snapshot)
  async function back() {
    const { rows, results, phase } = await bulk.flush()
    if (phase === 'converting') return
    const isLost = rows?.isEdited === true
    if (
      isLost &&
      !(await confirm({
        title: m.clear_rows_title(),
        text: m.clear_rows_text(),
        action: m.clear_rows_action(),
        danger: true,
      }))
    )
      return
    await bulk.clear()
    await many.showAll({
      hash: rows?.guards?.hash,
      how: rows?.file &&
        rows.choices && {
          file: pickFileChoices(rows.file),
          rows: rows.choices,
          columnsKnown: rows.columnsKnown,
        },
      job:
        results && results.waiting === undefined
          ? { id: results.jobId, createdAt: results.createdAt, prices: results.counts.validRows }
          : undefined,
      headers: callHeaders(lang),
    })
    focusOn(MANY_TITLE_ID)
  }
  return (
    <Button look="tinted" size="small" className="justify-self-start px-3!" onClick={() => void back()}>
      <Icon name="chevron" className="size-4 rotate-90" />
      {m.many_back({ count: lists.length, n: formatCount(lists.length, lang) })}
    </Button>
  )
}
