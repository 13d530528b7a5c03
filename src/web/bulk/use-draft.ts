import { useEffect, useState } from 'react'

type Draft = {
  /** What the cell shows: what is typed or was just left, else what the row says. */
  text: string
  type: (text: string) => void
  /** The cell is left: shows `text` until the row says something else. */
  leave: (text: string) => void
  /** What was typed is given up for what the row will say. */
  drop: () => void
}

/**
 * The text of a cell between the keyboard and the workbench, which answers a moment later. What is being typed is not
 * overwritten by an answer to what was typed before; what the row says anew, by a paste or by undo, takes its place.
 */
export function useDraft(said: string): Draft {
  const [draft, setDraft] = useState<{ text: string; over: string; isTyping: boolean }>()
  // Answered: should the row ever say the same as before again, it is not this draft that stands for it.
  useEffect(() => setDraft((current) => (current?.isTyping ? current : undefined)), [said])
  const isShown = draft !== undefined && (draft.isTyping || draft.over === said)
  return {
    text: isShown ? draft.text : said,
    type: (text) => setDraft({ text, over: said, isTyping: true }),
    leave: (text) => setDraft({ text, over: said, isTyping: false }),
    drop: () => setDraft(undefined),
  }
}
