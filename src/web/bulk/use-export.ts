import { useEffect, useState } from 'react'
import type { Lang } from '#domain/lang.ts'
import { type Exporting, type ExportKind, FORMAT_OF } from '../exports/export-messages.ts'
import { useLang } from '../i18n/lang.ts'
import { m } from '../i18n/messages/messages.js'
import { toasts } from '../shell/toast-stack.ts'
import { bulk, Cancelled } from './bulk-client.ts'
import { download } from '../ui/download.ts'
import { jobFileName, ownFileName } from './results.ts'
import { useBulk } from './use-bulk.ts'

export const exportButtonId = (kind: ExportKind): string => `export-${kind}`

type Export = {
  exporting: Exporting | null
  isBusy: boolean
  /** What has come of the last one, for screen readers. */
  said: string
  make: (kind: ExportKind) => Promise<void>
}

/** Has files of the results made, one at a time. */
export function useExport(jobId: string, filename: string | null): Export {
  const lang = useLang()
  const { exporting } = useBulk()
  const [said, setSaid] = useState('')
  useFocusBack(exporting?.kind)
  return {
    exporting,
    isBusy: exporting !== null,
    said,
    make: async (kind) => {
      setSaid('')
      const isOwn = kind === 'own-xlsx' || kind === 'own-csv'
      const format = FORMAT_OF[kind]
      const name = isOwn ? ownFileName(filename ?? '', format) : jobFileName(jobId, format)
      setSaid(await exportAs(kind, name, lang))
    },
  }
}

/** Has a file made, and answers what is to be said of it. */
async function exportAs(kind: ExportKind, name: string, lang: Lang): Promise<string> {
  try {
    const made = await bulk.ask('exportResults', kind, lang)
    if (made.outcome === 'cancelled') return m.export_cancelled()
    if (made.outcome === 'made') {
      download(made.file, name)
      return m.export_done({ file: name })
    }
  } catch (error) {
    if (error instanceof Cancelled) return m.export_cancelled()
  }
  toasts.show(m.export_failed(), 'destructive')
  return ''
}

/** When the work ends with the focus on its 'Cancel', the focus goes back to the button that began it. */
function useFocusBack(kind: ExportKind | undefined): void {
  useEffect(() => {
    if (kind === undefined) return undefined
    return () => {
      if (document.activeElement === document.body || document.activeElement === null)
        document.getElementById(exportButtonId(kind))?.focus()
    }
  }, [kind])
}
