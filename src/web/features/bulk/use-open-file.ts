import type { Lang } from '#i18n/language.ts'
import { endMany, many } from '#engine/many/client.ts'
import { pathOf } from '#engine/many/given-files.ts'
import { m } from '#i18n/messages/messages.js'
import { isNoList } from '#formats/packed/archive.ts'
import type { RowsSummary } from '#engine/types.ts'
import { useLang } from '../../routing/location.ts'
import { useAlerts } from '../../ui/alerts.tsx'
import { toasts } from '../../ui/toasts.tsx'
import { notOpenedText, readErrorText } from '../file/reading.tsx'
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

/**
 * The same for what was chosen or dropped: several files, and the lists of an archive, are opened together, and with those that are
 * open together already.
 */
export async function openFiles(given: readonly File[], alerts: Alerts, lang: Lang): Promise<void> {
  const [only, ...more] = given
  if (!only) return
  await many.start()
  // One file alone says itself why it is no list.
  const isSeveral = more.length > 0 || many.snapshot().phase !== 'idle'
  const files = isSeveral ? given.filter((one) => !isNoList(pathOf(one))) : given
  const [file, ...others] = files
  if (!file) return alerts.alert(notOpenedText('none', lang))
  if (!many.isOwn) await many.clear()
  const { phase, opened } = many.snapshot()
  const isAdded = phase !== 'idle' && opened === null
  if (!isAdded && others.length === 0) {
    const hasSeveral = await many.hasSeveral(file)
    if (hasSeveral === undefined) return
    if (!hasSeveral) return openFile(file, alerts, lang)
  }
  if (!isAdded && !(await leaveOneFile(alerts, lang))) return
  const outcome = await many.open(files.map((one) => ({ path: pathOf(one), file: one })))
  if (outcome !== 'opened') alerts.alert(notOpenedText(outcome, lang))
}

/** Several files take the place of one and of its results, after the user has confirmed. */
async function leaveOneFile({ alert, confirm }: Alerts, lang: Lang): Promise<boolean> {
  await bulk.start()
  const { phase } = bulk.snapshot()
  if (phase === 'converting' || phase === 'parsing') {
    alert(notOpenedText('busy', lang))
    return false
  }
  const { rows, results } = await bulk.flush()
  const isEmpty = rows === null && results === null
  if (!isEmpty) {
    const { text, danger } = newFileConfirmation('', rows, results !== null)
    const title = m.many_replace_title()
    if (!(await confirm({ title, text, action: m.many_replace_action(), danger }))) return false
  }
  await bulk.clear()
  await many.showAll()
  return true
}

/** Clears rows and results before the other mode is shown, after the user has confirmed (CONV-10). False if they stay. */
export async function leaveBulk(confirm: Alerts['confirm']): Promise<boolean> {
  // Stored rows are unknown before the worker has started.
  await Promise.all([bulk.start(), many.start()])
  const { rows, results } = bulk.snapshot()
  const isEmpty = rows === null && results === null && many.snapshot().phase === 'idle'
  const yes =
    isEmpty ||
    (await confirm({
      title: m.switch_mode_title(),
      text: m.switch_mode_text(),
      action: m.switch_mode_action(),
      danger: true,
    }))
  if (yes) await Promise.all([bulk.clear(), endMany()])
  return yes
}

export function useOpenFile() {
  const alerts = useAlerts()
  const lang = useLang()
  return {
    openFile: (file: File) => openFile(file, alerts, lang),
    openFiles: (files: readonly File[]) => openFiles(files, alerts, lang),
  }
}
