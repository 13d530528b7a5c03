import { m } from '#i18n/messages/messages.js'
import { useAlerts } from '../../ui/alerts.tsx'
import { bulk } from '#engine/bulk/client.ts'

export const clearRowsConfirmation = () => ({
  title: m.clear_rows_title(),
  text: m.clear_rows_text(),
  action: m.clear_rows_action(),
  danger: true,
})

/** Opens a file in the bulk session. Rows that are there are replaced only after the user has confirmed. */
export function useOpenFile(): (file: File) => Promise<void> {
  const { confirm } = useAlerts()
  return async (file) => {
    await bulk.start()
    const { phase } = bulk.snapshot()
    if (phase === 'converting' || phase === 'parsing') return
    const { rows } = await bulk.flush()
    if (rows && !(await confirm(clearRowsConfirmation()))) return
    await bulk.tryRequest('open', file)
  }
}
