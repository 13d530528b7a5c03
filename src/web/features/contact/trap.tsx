import { useId } from 'react'
import { m } from '#i18n/messages/messages.js'

/** A field for programs that fill in whatever they find; people neither see nor reach it (INFO-02). */
export function Trap({ value, onFill }: { value: string; onFill: (text: string) => void }) {
  const id = useId()
  return (
    <div aria-hidden="true" className="sr-only">
      <label htmlFor={id}>{m.contact_website()}</label>
      <input
        id={id}
        name="website"
        tabIndex={-1}
        autoComplete="off"
        value={value}
        onChange={(event) => onFill(event.target.value)}
      />
    </div>
  )
}
