import type { ReadError } from '#pricelist/types.ts'
import { readErrorText } from '../file/read-error-text.ts'
import type { FileChoices, FileFacts } from '#engine/types.ts'
import { useAlerts } from '../../ui/alerts.tsx'
import { check } from '#engine/check/client.ts'

/** Reads the file in another way; when that cannot be done it is told, and what was checked stays. */
export function useReopen(): (file: FileFacts, choices: FileChoices) => Promise<void> {
  const { alert } = useAlerts()
  return async (file, choices) => {
    const error: ReadError | null = await check.ask('reopen', choices).catch(() => null)
    if (!error) return
    const { title, text, items } = readErrorText(error, file.name)
    alert([title.endsWith('.') ? title : `${title}.`, text, ...items].join(' '))
  }
}
