import { m } from '#i18n/messages/messages.js'
import { useAlerts } from '../../ui/alerts.tsx'
import { bulk } from '#engine/bulk/client.ts'

export const clearRowsConfirmation = () => ({
  title: m.clear_rows_title(),
  text: m.clear_rows_text(),
  action: m.clear_rows_action(),
  danger: true,
})

const newFileConfirmation = (name: string) => ({
  title: m.new_file_title({ name }),
  text: m.new_file_text(),
  action: m.new_file_action(),
  danger: true,
})

/** Opens a file in the bulk session. Rows and results that are there make way only after the user has confirmed. */
export async function openFile(file: File, confirm: ReturnType<typeof useAlerts>['confirm']): Promise<void> {
  await bulk.start()
  const { phase } = bulk.snapshot()
  if (phase === 'converting' || phase === 'parsing') return
  const { rows, results } = await bulk.flush()
  const isConfirmed = (rows === null && results === null) || (await confirm(newFileConfirmation(file.name)))
  if (!isConfirmed) return
  if (results !== null) await bulk.tryRequest('clearResults')
  await bulk.tryRequest('open', file)
}

export function useOpenFile(): (file: File) => Promise<void> {
  const { confirm } = useAlerts()
  return (file) => openFile(file, confirm)
}
