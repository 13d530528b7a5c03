import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { PAGE } from '../pdf/pdf-page.ts'
import type { PdfFlow } from '../pdf/pdf-table.ts'
import { wrapped } from '../pdf/pdf-text.ts'

const LABEL = { size: 8.5, ink: 'muted' } as const
const NAME = { size: 10 } as const
const LEADING = 12.5
const GAP = 24
/** Room for a signature above its line, and for the words below it. */
const [ABOVE, BELOW] = [38, 20]

/** Three lines to be written on: who, the signature, and when. */
export function drawSignature(flow: PdfFlow, preparedBy: string, lang: Lang): void {
  const locale = { locale: lang }
  const { pen } = flow
  const labels = [
    m.protocol_by({}, locale),
    m.protocol_signature({}, locale),
    m.protocol_signed_on({}, locale),
  ]
  const width = (PAGE.right - PAGE.left - 2 * GAP) / labels.length
  const name = wrapped(pen.drawable(preparedBy), width, (part) => pen.widthOf(part, NAME))
  const height = ABOVE + name.length * LEADING + BELOW
  flow.makeRoom(height)
  const y = flow.y + height - BELOW
  // A long name stands on several lines, the last of them by the line.
  for (const [i, line] of name.toReversed().entries()) pen.text(line, PAGE.left, y - 5 - i * LEADING, NAME)
  for (const [i, label] of labels.entries()) {
    const x = PAGE.left + i * (width + GAP)
    pen.line(x, x + width, y, 0.6, 'ink')
    pen.text(label, x, y + 13, LABEL)
  }
  flow.y += height
}
