import type { ReadError } from '#formats/format.ts'
import { m } from '#i18n/messages/messages.js'
import { useAlerts } from '../../ui/alerts.tsx'
import { CancelledError, bulk } from '#engine/bulk/client.ts'
import { pickFileChoices } from '#engine/bulk/choices.ts'
import { useReadErrorAlert } from '../file/reading.tsx'
import type { FileChoices, RowChoices } from '#reports/types.ts'
import type { RowsSummary } from '#engine/types.ts'

type Reread = {
  /**
   * Reads the rows again from the opened file with changed choices. False if the user declines or the worker fails. The
   * columns count as known when they were, or when `areColumnsKnown` says so.
   */
  rows: (change: Partial<RowChoices>, areColumnsKnown?: boolean) => Promise<boolean>
  /** Reads the file again with changed choices. If that fails, shows why, and the rows stay. */
  file: (change: FileChoices) => Promise<void>
  /** Detects the columns again. False if the user declines or the worker fails. */
  detectAgain: () => Promise<boolean>
}

const TIMED_OUT: ReadError = { code: 'unreadable', reason: 'broken' }

/** Reads the file again in other ways. Edits of the rows would be lost, so the user confirms first. */
export function useReread(): Reread {
  const { confirm } = useAlerts()
  const showError = useReadErrorAlert()
  /** The current rows; null if they must not be replaced. */
  const rowsToReplace = async (): Promise<RowsSummary | null> => {
    const { phase, rows } = await bulk.flush()
    if (phase !== 'ready') return null
    const isAllowed =
      !rows?.isEdited ||
      (await confirm({
        title: m.reread_title(),
        text: m.reread_text(),
        action: m.reread_action(),
        danger: true,
      }))
    return isAllowed ? rows : null
  }
  return {
    rows: async (change, areColumnsKnown = false) => {
      const rows = await rowsToReplace()
      if (!rows?.choices) return false
      const choices = { ...rows.choices, ...change }
      return bulk.tryRequest('readRows', choices, areColumnsKnown || rows.columnsKnown)
    },
    detectAgain: async () => (await rowsToReplace()) !== null && bulk.tryRequest('detectAgain'),
    file: async (change) => {
      const rows = await rowsToReplace()
      if (!rows?.file) return
      const error = await bulk
        .request('reopen', { ...pickFileChoices(rows.file), ...change })
        .catch((reason) => (reason instanceof CancelledError ? null : TIMED_OUT))
      if (error) showError(error, rows.file.name)
    },
  }
}
