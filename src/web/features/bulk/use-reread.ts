import type { ReadError } from '#formats/format.ts'
import { m } from '#i18n/messages/messages.js'
import { useAlerts } from '../../ui/alerts.tsx'
import { Cancelled, bulk } from '#engine/bulk/client.ts'
import { choicesOf } from '#engine/bulk/choices.ts'
import { readErrorMessage } from '../file/reading.tsx'
import type { FileChoices, RowChoices } from '#reports/types.ts'
import type { RowsFacts } from '#engine/types.ts'

type Reread = {
  /**
   * Reads the rows anew out of the opened file, with what is chosen otherwise now; answers whether the person has let it.
   * The columns count as known when they were, or when `areColumnsKnown` says so.
   */
  rows: (change: Partial<RowChoices>, areColumnsKnown?: boolean) => Promise<boolean>
  /** Reads the file anew, with what is chosen otherwise now; when that cannot be done, it is told and the rows stay. */
  file: (change: FileChoices) => Promise<void>
  /** Finds the columns anew; answers whether the person has let it. */
  detectAgain: () => Promise<boolean>
}

const TIMED_OUT: ReadError = { code: 'unreadable', reason: 'broken' }

/** Reading anew starts from the file: what was changed by hand since is lost, so that is asked first. */
export function useReread(): Reread {
  const { alert, confirm } = useAlerts()
  /** The rows as they are by now; null when they are to stay. */
  const rowsToReplace = async (): Promise<RowsFacts | null> => {
    const { phase, rows } = await bulk.caughtUp()
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
      return bulk.tell('readRows', choices, areColumnsKnown || rows.columnsKnown)
    },
    detectAgain: async () => (await rowsToReplace()) !== null && bulk.tell('detectAgain'),
    file: async (change) => {
      const rows = await rowsToReplace()
      if (!rows?.file) return
      const error = await bulk
        .ask('reopen', { ...choicesOf(rows.file), ...change })
        .catch((reason) => (reason instanceof Cancelled ? null : TIMED_OUT))
      if (!error) return
      const { title, text, items } = readErrorMessage(error, rows.file.name)
      alert([title.endsWith('.') ? title : `${title}.`, text, ...items].join(' '))
    },
  }
}
