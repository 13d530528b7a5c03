import { m } from '#i18n/messages/messages.js'
import { saveFile } from '../../ui/browser.ts'
import { toasts } from '../../ui/toasts.tsx'

/** Downloads the file that `create` makes. Never throws: a failure shows a toast. */
export async function downloadFile(create: () => Promise<Blob>, fileName: string): Promise<void> {
  try {
    saveFile(await create(), fileName)
  } catch {
    toasts.show(m.export_failed(), 'destructive')
  }
}
