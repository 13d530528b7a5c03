import { filesIn } from '#engine/many/given-files.ts'
import { m } from '#i18n/messages/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { toasts } from '../../ui/toasts.tsx'

/**
 * The whole page as the target of dragged files.
 * @param type the name of the file's type; '' where it is unknown
 */
export function DropTarget({ type }: { type: string }) {
  return (
    <div
      data-testid="drop-overlay"
      className="pointer-events-none fixed inset-0 z-50 grid bg-surface p-3 sm:p-6"
    >
      <div className="grid place-content-center justify-items-center gap-4 rounded-card border-[3px] border-dashed border-action bg-raised p-6 text-center">
        <Icon name="upload" className="size-16 text-action" />
        <p className="text-h1 font-extrabold">{m.drop_title()}</p>
        {type === '' ? (
          <p className="text-lead">{m.drop_hint()}</p>
        ) : (
          <>
            <p className="flex items-center gap-2 text-lead font-semibold">
              <Icon name="file" />
              {m.drop_type({ type })}
            </p>
            <p className="text-muted">{m.drop_escape()}</p>
          </>
        )}
      </div>
    </div>
  )
}

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
