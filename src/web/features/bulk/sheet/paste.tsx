import { type ClipboardEvent, type ReactNode, useState } from 'react'
import { formatCount } from '#money/format.ts'
import { LIMITS } from '#product/limits.ts'
import { useLang } from '../../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { useAlerts } from '../../../ui/alerts.tsx'
import { toasts } from '../../../ui/toasts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { formatAmbiguousPrice } from '../../file/notice.tsx'
import { bulk } from '#engine/bulk/client.ts'
import type { PasteRequest } from '#engine/types.ts'

type Paste = {
  /** Handles the paste event of a cell: true for a block of cells; false leaves the event to the cell. */
  onPaste: (event: ClipboardEvent<HTMLInputElement>, id: number, column: PasteRequest['column']) => boolean
  /** Asks how ambiguous prices are meant, while that is open. */
  dialog: ReactNode
}

/** In UTF-16 code units. */
const MAX_PASTE_LENGTH = 5_000_000

/** Whether clipboard text has more than one cell. */
const isBlock = (text: string): boolean => /[\t\r\n]/.test(text.trimEnd())

/** Pastes a block of spreadsheet cells into the rows from the focused cell on (BULK-19). */
export function usePaste(isManual: boolean): Paste {
  const lang = useLang()
  const { alert } = useAlerts()
  const [question, setQuestion] = useState<{ request: PasteRequest; example: string }>()

  async function paste(request: PasteRequest) {
    setQuestion(undefined)
    const outcome = await bulk.request('pasteRows', request).catch(() => null)
    if (outcome?.outcome === 'ask') setQuestion({ request, example: outcome.example })
    if (outcome?.outcome !== 'pasted') return
    const n = formatCount(outcome.rows, lang)
    toasts.show(m.pasted({ count: outcome.rows, n }))
    if (!outcome.isCut) return
    alert(isManual ? m.manual_limit() : m.rows_limit({ limit: formatCount(LIMITS.bulkRows, lang) }))
  }

  const dialog = question && (
    <Dialog
      title={m.paste_question({ example: question.example })}
      onDismiss={() => setQuestion(undefined)}
      actions={
        <>
          <Button look="plain" onClick={() => setQuestion(undefined)}>
            {m.cancel()}
          </Button>
          {(['thousands', 'decimal'] as const).map((ambiguous) => (
            <Button
              key={ambiguous}
              look="tinted"
              onClick={() => void paste({ ...question.request, ambiguous })}
            >
              {formatAmbiguousPrice(question.example, ambiguous, lang)}
            </Button>
          ))}
        </>
      }
    >
      <p>{m.paste_question_text()}</p>
    </Dialog>
  )

  return {
    onPaste: (event, id, column) => {
      const text = event.clipboardData.getData('text/plain')
      const isTooLong = text.length > MAX_PASTE_LENGTH
      if (!isTooLong && !isBlock(text)) return false
      event.preventDefault()
      if (isTooLong) alert(m.paste_too_long())
      else void paste({ id, column, text })
      return !isTooLong
    },
    dialog,
  }
}
