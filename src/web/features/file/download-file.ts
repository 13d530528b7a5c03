import { m } from '#i18n/messages/messages.js'
import { saveFile } from '../../ui/browser.ts'
import { toasts } from '../../ui/toasts.tsx'

/** Downloads the file that `create` makes, and returns whether that worked. Never throws: a failure shows a toast. */
export async function downloadFile(create: () => Promise<Blob>, fileName: string): Promise<boolean> {
  try {
    saveFile(await create(), fileName)
    return true
  } catch {
    toasts.show(m.export_failed(), 'destructive')
    return false
  }
}
