import type { ReactNode } from 'react'

type Props = {
  id: string
  label: string
  hint: string | undefined
  error: string | undefined
  children: ReactNode
}

/** What stands around every field: label above, hint and error below. */
export function FieldFrame({ id, label, hint, error, children }: Props) {
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div
        className={`flex min-w-0 items-stretch rounded-base border bg-raised focus-within:border-focus ${error ? 'border-invalid' : 'border-line-strong'}`}
      >
        {children}
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

/** The ids of what says more about a field, as `aria-describedby` takes them. */
export function describing(
  id: string,
  {
    hint,
    error,
    errorId,
  }: { hint?: string | undefined; error: string | undefined; errorId?: string | undefined },
): string | undefined {
  const ids = [hint && `${id}-hint`, error && `${id}-error`, errorId].filter(Boolean)
  return ids.join(' ') || undefined
}
