import { PAGE } from '../pdf/pdf-page.ts'
import type { PdfPen } from '../pdf/page.ts'
import type { PdfFlow } from '../pdf/pdf-table.ts'
import { wrapped } from '../pdf/pdf-text.ts'
import type { Fact } from './protocol.ts'

const LABEL = { size: 9, ink: 'muted' } as const
const TEXT = { size: 9.5 } as const
const TEXT_LEFT = PAGE.left + 112
const LEADING = 12.5
const PADDING = 5.5

/** Label and text side by side, ruled. */
export function drawFacts(flow: PdfFlow, facts: readonly Fact[]): void {
  const { pen } = flow
  for (const { label, text, look } of facts) {
    const lines = linesOf(pen, text, PAGE.right - TEXT_LEFT)
    const labels = linesOf(pen, label, TEXT_LEFT - PAGE.left - 12)
    const height = Math.max(lines.length, labels.length) * LEADING + PADDING
    flow.makeRoom(height)
    for (const [i, line] of labels.entries()) pen.text(line, PAGE.left, flow.y + (i + 1) * LEADING, LABEL)
    if (look === 'hash') drawHash(pen, text, flow.y + LEADING)
    else for (const [i, line] of lines.entries()) pen.text(line, TEXT_LEFT, flow.y + (i + 1) * LEADING, TEXT)
    flow.y += height
    pen.line(PAGE.left, PAGE.right, flow.y, 0.4, 'line')
  }
}

const linesOf = (pen: PdfPen, text: string, width: number): string[] =>
  wrapped(pen.drawable(text), width, (part) => pen.widthOf(part, TEXT))

const GROUP = 8

/** Groups to compare by eye, told apart by their ink alone: what is copied is whole. */
function drawHash(pen: PdfPen, hash: string, y: number): void {
  let x = TEXT_LEFT
  for (let i = 0; i < hash.length; i += GROUP) {
    const group = hash.slice(i, i + GROUP)
    const style = { size: 9, ink: (i / GROUP) % 2 === 0 ? 'ink' : 'euro' } as const
    pen.text(group, x, y, style)
    x += pen.widthOf(group, style)
  }
}
