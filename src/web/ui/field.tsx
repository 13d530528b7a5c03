import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'

type FieldProps = ComponentProps<'input'> & {
  label: string
  hint?: string
  error: string | undefined
  /** Where an error stands that concerns this field among others. */
  errorId?: string
  /** Takes the focus when there is an error: of a form that was sent, where it may be out of sight. */
  seeksFocus?: boolean
  /** What stands inside the field at its end: a unit or a button. */
  end?: ReactNode
}

/** A labelled input: label above, hint and error below and announced with it. */
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
  const described = [hint && `${id}-hint`, error && `${id}-error`, errorId].filter(Boolean).join(' ')
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div
        className={`flex items-stretch rounded-base border bg-raised focus-within:border-focus ${error ? 'border-invalid' : 'border-line-strong'}`}
      >
        <input
          ref={input}
          id={id}
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
          className={`min-h-12 w-full min-w-0 rounded-base bg-transparent px-3 ${className}`}
          {...rest}
        />
        {end}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="font-medium text-invalid">
          {error}
        </p>
      )}
    </div>
  )
}
