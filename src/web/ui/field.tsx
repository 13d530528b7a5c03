import { type ComponentProps, type ReactNode, useId } from 'react'

type FieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  label: string
  hint?: string
  error: string | undefined
  /** Where an error stands that concerns this field among others. */
  errorId?: string
  /** What stands inside the field at its end: a unit or a button. */
  end?: ReactNode
}

/** A labelled input: label above, hint and error below and announced with it. */
export function Field({ label, hint, error, errorId, end, className = '', ...rest }: FieldProps) {
  const id = useId()
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
