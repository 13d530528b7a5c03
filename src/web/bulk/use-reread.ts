import type { ReadError } from '#catalogue/catalogue.ts'
import { m } from '../i18n/messages/messages.js'
import { useAlerts } from '../shell/alerts.tsx'
import { bulk, Cancelled } from './bulk-client.ts'
import { readErrorText } from './read-error-text.ts'
import type { FileChoices, RowChoices, RowsFacts } from './snapshot.ts'

type Reread = {
  /** Reads the rows anew out of the opened file; answers whether the person has let it. */
  rows: (choices: RowChoices, columnsKnown: boolean) => Promise<boolean>
  /** Reads the file anew; when that cannot be done, it is told and the rows stay. */
  file: (choices: FileChoices) => Promise<void>
  /** Finds the columns anew; answers whether the person has let it. */
  detectAgain: () => Promise<boolean>
}

const HANGS: ReadError = { code: 'unreadable', reason: 'broken' }

/** Reading anew starts from the file: what was changed by hand since is lost, so that is asked first. */
export function useReread(rows: RowsFacts | null): Reread {
  const { alert, confirm } = useAlerts()
  const mayLose = async () => {
    const { rows: latest } = await bulk.caughtUp()
    const question = {
      title: m.reread_title(),
      text: m.reread_text(),
      action: m.reread_action(),
      danger: true,
    }
    return !latest?.isEdited || confirm(question)
  }
  return {
    rows: async (choices, columnsKnown) => (await mayLose()) && bulk.tell('readRows', choices, columnsKnown),
    detectAgain: async () => (await mayLose()) && bulk.tell('detectAgain'),
    file: async (choices) => {
      if (!(await mayLose())) return
      const error = await bulk
        .ask('reopen', choices)
        .catch((reason) => (reason instanceof Cancelled ? null : HANGS))
      if (!error) return
      const { title, text, items } = readErrorText(error, rows?.file?.name ?? null)
      alert([title.endsWith('.') ? title : `${title}.`, text, ...items].join(' '))
    },
  }
}
