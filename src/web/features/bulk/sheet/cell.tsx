import { type ComponentProps, useState } from 'react'

export type CellDraft = {
  /** What the cell shows: typed, else committed text. */
  text: string
  /** The text last sent to the worker, else the text of the row; while it is being typed in, that of before. */
  committed: string
  isTyping: boolean
  change: (text: string) => void
  /** Ends typing. `edit.text` is shown until `edit.done`: by then the row has it, or a later change. */
  commit: (edit?: { text: string; done: Promise<unknown> }) => void
  /** Discards typed and pending text for that of the row. */
  discard: () => void
}

/**
 * The text of a cell while the worker, which answers asynchronously, applies edits. A response to an earlier edit does not
 * overwrite what is being typed; a later change of the row, by paste or undo, does.
 */
export function useCellDraft(rowText: string): CellDraft {
  const [typed, setTyped] = useState<{ text: string; before: string }>()
  const [pending, setPending] = useState<{ text: string }>()
  const committed = typed?.before ?? pending?.text ?? rowText
  return {
    text: typed?.text ?? committed,
    committed,
    isTyping: typed !== undefined,
    change: (text) => setTyped({ text, before: committed }),
    commit: (edit) => {
      setTyped(undefined)
      if (!edit) return
      setPending(edit)
      void edit.done.then(() => setPending((latest) => (latest === edit ? undefined : latest)))
    },
    discard: () => {
      setTyped(undefined)
      setPending(undefined)
    },
  }
}

type EditableCellProps = Omit<ComponentProps<'input'>, 'children'> & {
  /** The text as it is read: whole and formatted. The input has the text to be edited, and shows it with the focus. */
  shown: string
  /** Classes of the shown text and of the input. */
  look?: string
}

/** A cell that reads like print and is edited in place. */
export function EditableCell({ shown, look = '', className = '', ...input }: EditableCellProps) {
  return (
    <span className={`relative block min-w-0 ${className}`}>
      <input
        {...input}
        className={`peer absolute inset-0 w-full min-w-0 rounded-small border border-transparent bg-transparent px-[7px] [-webkit-text-fill-color:transparent] group-hover/row:border-line focus:z-10 focus:bg-raised focus:[-webkit-text-fill-color:currentcolor] group-data-editing/sheet:border-line group-data-converting/sheet:border-transparent! forced-colors:[-webkit-text-fill-color:CanvasText] ${look}`}
      />
      {/* Gives the cell its size, and is what a search of the page finds. */}
      <span
        aria-hidden="true"
        title={shown}
        className={`block min-h-7 content-center rounded-small px-2 py-0.5 peer-focus:invisible forced-colors:invisible max-sm:min-h-9 ${look}`}
      >
        {/* Wide enough for the line under it to be seen on a phone. */}
        {shown === '' ? '\u00a0'.repeat(8) : shown}
      </span>
    </span>
  )
}
