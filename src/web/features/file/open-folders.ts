import { filesIn } from '#engine/many/given-files.ts'
import { m } from '#i18n/messages/messages.js'
import { toasts } from '../../ui/toasts.tsx'

/** Opens the files of dropped folders, and says which of them cannot be read. */
export async function openFolders(
  entries: readonly FileSystemEntry[],
  open: (files: readonly File[]) => void,
): Promise<void> {
  const { files, unread } = await filesIn(entries)
  if (unread.length > 0) toasts.show(m.many_unread_names({ names: unread.join(', ') }), 'destructive')
  else if (files.length === 0) toasts.show(m.many_none(), 'destructive')
  open(files)
}
