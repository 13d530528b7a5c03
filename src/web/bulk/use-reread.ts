import { m } from '../i18n/messages/messages.js'
import { useAlerts } from '../shell/alerts.tsx'
import { bulk } from './bulk-client.ts'
import type { FileChoices, RowChoices, RowsFacts } from './snapshot.ts'

type Reread = {
  /** Reads the rows anew out of the opened file. */
  rows: (choices: RowChoices, columnsKnown: boolean) => Promise<void>
  /** Reads the file anew. */
  file: (choices: FileChoices) => Promise<void>
}

/** Reading anew starts from the file: what was changed by hand since is lost, so that is asked first. */
export function useReread(rows: RowsFacts | null): Reread {
  const { confirm } = useAlerts()
  const mayLose = async () =>
    !rows?.isEdited ||
    (await confirm({
      title: m.reread_title(),
      text: m.reread_text(),
      action: m.reread_action(),
      danger: true,
    }))
  return {
    rows: async (choices, columnsKnown) => {
      if (await mayLose()) await bulk.ask('readRows', choices, columnsKnown)
    },
    file: async (choices) => {
      if (await mayLose()) await bulk.ask('reopen', choices)
    },
  }
}
