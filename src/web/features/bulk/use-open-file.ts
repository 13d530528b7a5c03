import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import type { RowsSummary } from '#engine/types.ts'
import { useLang } from '../../routing/location.ts'
import { useAlerts } from '../../ui/alerts.tsx'
import { toasts } from '../../ui/toasts.tsx'
import { readErrorText } from '../file/reading.tsx'
import { bulk } from '#engine/bulk/client.ts'

export const clearRowsConfirmation = () => ({
  title: m.clear_rows_title(),
  text: m.clear_rows_text(),
  action: m.clear_rows_action(),
  danger: true,
})

const newFileConfirmation = (name: string, rows: RowsSummary | null, hasResults: boolean) => ({
  title: m.new_file_title({ name }),
  text: hasResults ? m.new_file_text() : rows?.isEdited ? m.new_file_edited() : m.new_file_rows(),
  action: m.new_file_action(),
  // Results stay in the account, and rows of a file in the file.
  danger: rows !== null && (rows.isEdited || rows.source === 'manual'),
})

type Alerts = Pick<ReturnType<typeof useAlerts>, 'alert' | 'confirm'>

/**
 * Opens a file in the bulk session. Rows and results that are there make way only after the user has confirmed; if the file
 * cannot be read, they are back.
 */
export async function openFile(file: File, { alert, confirm }: Alerts, lang: Lang): Promise<void> {
  await bulk.start()
  const { phase } = bulk.snapshot()
  if (phase === 'converting') toasts.show(m.file_while_converting({ name: file.name }))
  if (phase === 'converting' || phase === 'parsing') return
  const { rows, results } = await bulk.flush()
  const isEmpty = rows === null && results === null
  if (!isEmpty && !(await confirm(newFileConfirmation(file.name, rows, results !== null)))) return
  const error = await bulk.request('open', file).catch(() => undefined)
  // Only now: after a failure the restored rows may be the rest of these results.
  if (results !== null && error === null) await bulk.tryRequest('clearResults')
  // Without restored rows the page itself shows the error.
  if (error && rows) alert(readErrorText(error, file.name, lang))
}

/** The same for what was dropped: it is one file at a time. */
export async function openFiles(files: readonly File[], alerts: Alerts, lang: Lang): Promise<void> {
  const [file, ...others] = files
  if (others.length > 0) return alerts.alert(m.drop_one())
  if (file) await openFile(file, alerts, lang)
}

/** Clears rows and results before the other mode is shown, after the user has confirmed (CONV-10). False if they stay. */
export async function leaveBulk(confirm: Alerts['confirm']): Promise<boolean> {
  // Stored rows are unknown before the worker has started.
  await bulk.start()
  const { rows, results } = bulk.snapshot()
  const isEmpty = rows === null && results === null
  const yes =
    isEmpty ||
    (await confirm({
      title: m.switch_mode_title(),
      text: m.switch_mode_text(),
      action: m.switch_mode_action(),
      danger: true,
    }))
  if (yes) await bulk.clear()
  return yes
}

export function useOpenFile(): (file: File) => Promise<void> {
  const alerts = useAlerts()
  const lang = useLang()
  return (file) => openFile(file, alerts, lang)
}
