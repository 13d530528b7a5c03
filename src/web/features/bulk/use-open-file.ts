import { m } from '#i18n/messages/messages.js'
import { useAlerts } from '../../ui/alerts.tsx'
import { toasts } from '../../ui/toasts.tsx'
import { bulk } from '#engine/bulk/client.ts'

export const clearRowsConfirmation = () => ({
  title: m.clear_rows_title(),
  text: m.clear_rows_text(),
  action: m.clear_rows_action(),
  danger: true,
})

const newFileConfirmation = (name: string, hasRows: boolean, hasResults: boolean) => ({
  title: m.new_file_title({ name }),
  text: hasResults ? m.new_file_text() : m.new_file_rows(),
  action: m.new_file_action(),
  // Results alone stay in the account.
  danger: hasRows,
})

/** Opens a file in the bulk session. Rows and results that are there make way only after the user has confirmed. */
export async function openFile(file: File, confirm: ReturnType<typeof useAlerts>['confirm']): Promise<void> {
  await bulk.start()
  const { phase } = bulk.snapshot()
  if (phase === 'converting') toasts.show(m.file_while_converting({ name: file.name }))
  if (phase === 'converting' || phase === 'parsing') return
  const { rows, results } = await bulk.flush()
  const isEmpty = rows === null && results === null
  if (!isEmpty && !(await confirm(newFileConfirmation(file.name, rows !== null, results !== null)))) return
  if (results !== null) await bulk.tryRequest('clearResults')
  await bulk.tryRequest('open', file)
}

export function useOpenFile(): (file: File) => Promise<void> {
  const { confirm } = useAlerts()
  return (file) => openFile(file, confirm)
}
