import { useState } from 'react'

type Draft = {
  /** What the cell shows: what is typed or was just told, else what the row says. */
  text: string
  /** What the workbench has heard last, or will in a moment. */
  told: string
  type: (text: string) => void
  /** The cell is left. An edit that was told shows until it is done: by then the row says it, or what came after. */
  leave: (edit?: { text: string; done: Promise<unknown> }) => void
  /** What was typed is given up for what the row will say. */
  drop: () => void
}

/**
 * The text of a cell between the keyboard and the workbench, which answers a moment later. What is being typed is not
 * overwritten by an answer to what was typed before; what the row says anew, by a paste or by undo, takes its place.
 */
export function useDraft(said: string): Draft {
  const [typed, setTyped] = useState<string>()
  const [edit, setEdit] = useState<{ text: string }>()
  const told = edit?.text ?? said
  return {
    text: typed ?? told,
    told,
    type: setTyped,
    leave: (own) => {
      setTyped(undefined)
      if (!own) return
      setEdit(own)
      void own.done.then(() => setEdit((latest) => (latest === own ? undefined : latest)))
    },
    drop: () => {
      setTyped(undefined)
      setEdit(undefined)
    },
  }
}
