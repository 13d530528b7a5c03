import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'

export const MORE_BUTTON_ID = 'results-more'

export type MenuItem = {
  id?: string
  icon: IconName
  text: string
  /** Of the item alone, where the text needs its group. */
  label?: string
  isUnavailable?: boolean
  onPick: () => void
}

/** What is rarely needed, under headings. Opened by a button; Escape and a press elsewhere close it. */
export function MoreMenu({ groups }: { groups: readonly { title: string; items: readonly MenuItem[] }[] }) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  useEffect(() => {
    if (!isOpen) return undefined
    const onPress = ({ target }: PointerEvent) => {
      if (!root.current?.contains(target as Node)) setOpen(false)
    }
    list.current?.scrollIntoView({ block: 'nearest' })
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [isOpen])

  const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])]

  function close() {
    setOpen(false)
    document.getElementById(MORE_BUTTON_ID)?.focus()
  }

  function moveFocus(event: KeyboardEvent) {
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      return close()
    }
    // Only the user's own step out of the menu closes it: after a conversion the page moves the focus, maybe late.
    if (event.key === 'Tab')
      requestAnimationFrame(() => {
        if (!root.current?.contains(document.activeElement)) setOpen(false)
      })
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? all.length - 1 : at - 1, Home: 0, End: all.length - 1 }[
      event.key
    ]
    if (to === undefined) return
    event.preventDefault()
    if (isOpen) all[(to + all.length) % all.length]?.focus()
    else {
      setOpen(true)
      requestAnimationFrame(() =>
        items()
          .at(event.key === 'ArrowUp' || event.key === 'End' ? -1 : 0)
          ?.focus(),
      )
    }
  }

  return (
    <div ref={root} role="presentation" className="relative max-sm:contents" onKeyDown={moveFocus}>
      <Button
        id={MORE_BUTTON_ID}
        look="plain"
        className="shrink-0"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {m.results_more()}
        <Icon
          name="chevron"
          className={`size-5 transition-transform motion-reduce:transition-none ${isOpen ? 'rotate-180' : ''}`}
        />
      </Button>
      {isOpen && (
        <div
          ref={list}
          id={listId}
          // Above the bar of a phone, which sticks to the end of the window.
          className="arrive z-30 scroll-mb-20 rounded-card border border-line bg-raised p-2 shadow-float max-sm:col-span-2 sm:absolute sm:top-full sm:mt-1.5 sm:w-max sm:min-w-72 sm:max-lg:inset-e-0 lg:inset-s-0"
        >
          {groups.map(({ title, items: own }) => (
            <MenuGroup key={title} title={title}>
              {own.map(({ icon, text, label, isUnavailable, id, onPick }) => (
                <button
                  key={text}
                  id={id}
                  type="button"
                  data-item
                  aria-label={label}
                  aria-disabled={isUnavailable || undefined}
                  className="flex min-h-10 w-full items-center gap-3 rounded-base px-2.5 py-1.5 text-start font-semibold hover:bg-hover aria-disabled:cursor-not-allowed aria-disabled:text-muted max-sm:min-h-12 pointer-coarse:min-h-12"
                  onClick={() => {
                    if (isUnavailable) return
                    close()
                    onPick()
                  }}
                >
                  <Icon name={icon} className="size-5 text-muted" />
                  {text}
                </button>
              ))}
            </MenuGroup>
          ))}
        </div>
      )}
    </div>
  )
}

function MenuGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="px-2.5 pt-1.5 text-small font-semibold text-muted">
        {title}
      </p>
      {children}
    </div>
  )
}
