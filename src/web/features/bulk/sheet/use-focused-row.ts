import {
  type ComponentProps,
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { PreviewRow } from '#engine/types.ts'
import type { SheetLine } from './lines.ts'
import { ROW } from './price-cell.tsx'

/** The line with the focus, by its first row. */
export type FocusedRow = {
  id: number
  /** Something was typed in it since it received the focus. */
  isTyped: boolean
  /** The row whose price has the focus and was typed in. */
  typedPrice: number | undefined
}

function rowOf(target: EventTarget | null): number | undefined {
  const id = target instanceof Element ? target.closest<HTMLElement>(ROW)?.dataset['row'] : undefined
  return id === undefined ? undefined : Number(id)
}

/**
 * The line of the sheet that has the focus, and whether it is being typed in, with the handlers of the table body that tell
 * it. A native listener would render before React has the typed text, and discard it.
 */
export function useFocusedRow(): {
  focused: FocusedRow | undefined
  handlers: Pick<ComponentProps<'tbody'>, 'onFocus' | 'onInput' | 'onBlur' | 'onKeyDown'>
} {
  const [focused, setFocused] = useState<FocusedRow>()
  const handlers = useMemo(
    () => ({
      onFocus({ target }: FocusEvent) {
        const id = rowOf(target)
        setFocused((before) => {
          if (id === undefined) return undefined
          return { id, isTyped: before?.id === id && before.isTyped, typedPrice: undefined }
        })
      },
      onInput({ target }: FormEvent) {
        const id = rowOf(target)
        if (id === undefined || !(target instanceof HTMLInputElement)) return
        const price = target.closest<HTMLElement>('[data-id]')?.dataset['id']
        const typedPrice = price === undefined ? undefined : Number(price)
        setFocused((before) =>
          before?.id === id && before.isTyped && before.typedPrice === typedPrice
            ? before
            : { id, isTyped: true, typedPrice },
        )
      },
      onBlur({ relatedTarget }: FocusEvent) {
        if (rowOf(relatedTarget) === undefined) setFocused(undefined)
      },
      onKeyDown: tabThroughRow,
    }),
    [],
  )
  return { focused, handlers }
}

/**
 * The rows of the line with the focus of which it is not said yet what is wrong: the user is typing in them, or they wait
 * for their price.
 */
export function rowsBeingTyped(line: SheetLine, focused: FocusedRow | undefined): readonly PreviewRow[] {
  if (focused?.id !== line[0].id) return []
  return line.filter(
    ({ status, problem, cells }) =>
      // A price that a file does not have is a fault of the file.
      status === 'invalid' && (focused.isTyped || (problem === 'no-price' && cells.length === 0)),
  )
}

const isAction = (stop: Element): boolean => stop.closest('[data-actions]') !== null

/** Focusable elements of a row, in DOM order. */
const stopsOf = (tr: Element): readonly HTMLElement[] =>
  [...tr.querySelectorAll<HTMLElement>('input, select, button')].filter(
    (stop) => !stop.matches(':disabled') && stop.getClientRects().length > 0,
  )

/** The Tab order of a row: its cells, then its actions. */
const cellsFirst = (stops: readonly HTMLElement[]): readonly HTMLElement[] => [
  ...stops.filter((stop) => !isAction(stop)),
  ...stops.filter(isAction),
]

/**
 * Leads Tab from the name to the price, and to the actions of the row last: they stand at the end of the name. Where the
 * focus is moved without preventing the default, the browser goes on from there.
 */
function tabThroughRow(event: KeyboardEvent): void {
  const { key, shiftKey, altKey, ctrlKey, metaKey, target } = event
  const tr = target instanceof Element ? target.closest(ROW) : null
  if (key !== 'Tab' || altKey || ctrlKey || metaKey || !tr) return
  const own = stopsOf(tr)
  const stops = cellsFirst(own)
  const at = stops.findIndex((stop) => stop === target)
  const before = tr.previousElementSibling
  const next = shiftKey
    ? (stops[at - 1] ?? (before?.matches(ROW) ? cellsFirst(stopsOf(before)).at(-1) : undefined))
    : stops[at + 1]
  if (next) {
    event.preventDefault()
    next.focus()
  } else own.at(shiftKey ? 0 : -1)?.focus()
}

/** The id of the row that had the focus last; the search for the next invalid row starts there. */
export function useLastFocusedRow(body: RefObject<HTMLElement | null>): RefObject<number> {
  const id = useRef(0)
  useEffect(() => {
    const rows = body.current
    const remember = ({ target }: Event) => {
      if (!(target instanceof Element)) return
      const { id: own, row } = target.closest<HTMLElement>(`[data-id], ${ROW}`)?.dataset ?? {}
      if (own ?? row) id.current = Number(own ?? row)
    }
    rows?.addEventListener('focusin', remember)
    return () => rows?.removeEventListener('focusin', remember)
  }, [body])
  return id
}
