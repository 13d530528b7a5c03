import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { describing, FieldFrame } from './field-frame.tsx'

type FieldProps = ComponentProps<'input'> & {
  label: string
  hint?: string | undefined
  error: string | undefined
  /** Where an error stands that concerns this field among others. */
  errorId?: string
  /** Takes the focus when there is an error: of a form that was sent, where it may be out of sight. */
  seeksFocus?: boolean
  /** What stands inside the field at its end: a unit or a button. */
  end?: ReactNode
}

/** A labelled input, whose hint and error are announced with it. */
export function Field({
  label,
  hint,
  error,
  errorId,
  seeksFocus = false,
  end,
  className = '',
  id: ownId,
  ...rest
}: FieldProps) {
  const someId = useId()
  const id = ownId ?? someId
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (seeksFocus && error) input.current?.focus()
  }, [seeksFocus, error])
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <input
        ref={input}
        id={id}
        aria-describedby={describing(id, { hint, error, errorId })}
        aria-invalid={error ? true : undefined}
        className={`min-h-12 w-full min-w-0 rounded-base bg-transparent px-3 ${className}`}
        {...rest}
      />
      {end}
    </FieldFrame>
  )
}
