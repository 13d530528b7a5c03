import { useEffect, useSyncExternalStore } from 'react'
import { bulk } from '#engine/bulk/client.ts'
import { many } from '#engine/many/client.ts'
import { backToLists, keepConverted } from '#engine/many/shown-alone.ts'
import { m } from '#i18n/messages/messages.js'
import { formatCount } from '#money/format.ts'
import { useLang } from '../../routing/location.ts'
import { useAlerts } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { focusOn } from '../../ui/focus.ts'
import { Icon } from '../../ui/icon.tsx'
import { MANY_TITLE_ID } from './texts.ts'

/** From a list that is shown alone back to all of them. */
export default function BackToLists() {
  const lang = useLang()
  const { confirm } = useAlerts()
  const { lists } = useSyncExternalStore(many.subscribe, many.snapshot)
  const { results } = useSyncExternalStore(bulk.subscribe, bulk.snapshot)
  // At once: another file may take the place of its results.
  useEffect(() => void keepConverted({ results }), [results])
  async function back() {
    const { rows, phase } = await bulk.flush()
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
    await backToLists()
    focusOn(MANY_TITLE_ID)
  }
  return (
    <Button look="tinted" size="small" className="justify-self-start px-3!" onClick={() => void back()}>
      <Icon name="chevron" className="size-4 rotate-90" />
      {m.many_back({ count: lists.length, n: formatCount(lists.length, lang) })}
    </Button>
  )
}
