import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { LIMITS } from '#product/limits.ts'
import { m } from '#i18n/messages/messages.js'
import { Icon } from './icon.tsx'

type FieldFrameProps = {
  id: string
  label: string
  hint: ReactNode
  error: string | undefined
  children: ReactNode
}

/** The frame of every field: label above, hint and error below. */
export function FieldFrame({ id, label, hint, error, children }: FieldFrameProps) {
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="flex min-w-0 items-stretch rounded-base border bg-raised has-[input:focus-visible,textarea:focus-visible]:outline-[2.5px] has-[input:focus-visible,textarea:focus-visible]:outline-offset-2 has-[input:focus-visible,textarea:focus-visible]:outline-ink border-line-strong has-[[aria-invalid=true]]:border-error has-[[aria-invalid=true]]:inset-ring has-[[aria-invalid=true]]:inset-ring-error">
        {children}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-small text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="font-semibold text-error">
          {error}
        </p>
      )}
    </div>
  )
}

/** The ids for `aria-describedby`. */
export function describing(
  id: string,
  { hint, error, errorId }: { hint?: ReactNode; error: string | undefined; errorId?: string | undefined },
): string | undefined {
  const ids = [hint && `${id}-hint`, error && `${id}-error`, errorId].filter(Boolean)
  return ids.join(' ') || undefined
}

type FieldProps = ComponentProps<'input'> & {
  label: string
  hint?: ReactNode
  error: string | undefined
  /** The id of an error that concerns several fields. */
  errorId?: string
  /** Takes the focus when there is an error, which may be out of sight after submitting. */
  seeksFocus?: boolean
  /** Content at the end of the field: a unit or a button. */
  end?: ReactNode
}

/** A labelled input whose hint and error are announced with it. */
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
    const field = input.current
    // Of several errors the first has the focus.
    const first = field?.form?.querySelector('[aria-invalid=true]')
    if (seeksFocus && error && (first === undefined || first === field)) field?.focus()
  }, [seeksFocus, error])
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <input
        ref={input}
        id={id}
        aria-describedby={describing(id, { hint, error, errorId })}
        aria-invalid={error ? true : undefined}
        className={`min-h-12 w-full min-w-0 rounded-base bg-transparent px-3.5 outline-none ${className}`}
        {...rest}
      />
      {end}
    </FieldFrame>
  )
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id'> & {
  label: string
  hint: string
  error: string | undefined
}

/** A multi-line field that grows with its text. */
export function TextArea({ label, hint, error, ...rest }: TextAreaProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea
        id={id}
        aria-describedby={describing(id, { hint, error })}
        aria-invalid={error ? true : undefined}
        className="field-sizing-content wrap-anywhere max-h-[60dvh] min-h-44 w-full min-w-0 resize-y rounded-base bg-transparent px-3.5 py-2.5 outline-none"
        {...rest}
      />
    </FieldFrame>
  )
}

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'end' | 'autoComplete' | 'onChange'> & {
  /** A new password shows the password rules. */
  kind: 'current' | 'new'
  value: string
  onType: (password: string) => void
}

/**
 * A password field that can be revealed. Password managers and the clipboard may fill it; a password that is
 * too long is rejected, not truncated.
 */
export function PasswordField({ kind, value, onType, ...rest }: Props) {
  const [isShown, setShown] = useState(false)
  return (
    <Field
      {...(kind === 'new' && { hint: <PasswordRule password={value} />, minLength: LIMITS.passwordMin })}
      value={value}
      type={isShown ? 'text' : 'password'}
      autoComplete={kind === 'new' ? 'new-password' : 'current-password'}
      autoCapitalize="none"
      seeksFocus
      spellCheck={false}
      required
      onChange={(event) => onType(event.target.value)}
      end={
        <button
          type="button"
          onClick={() => setShown(!isShown)}
          aria-label={isShown ? m.password_hide() : m.password_show()}
          title={isShown ? m.password_hide() : m.password_show()}
          className="grid w-12 shrink-0 place-items-center rounded-base text-muted hover:text-ink"
        >
          <Icon name={isShown ? 'hide' : 'show'} />
        </button>
      }
      {...rest}
    />
  )
}

/** The rule of new passwords: ticked as soon as it is met, and before that how many characters are missing. */
function PasswordRule({ password }: { password: string }) {
  // Counted as the server counts: code points of the normalized text.
  const missing = LIMITS.passwordMin - Array.from(password.normalize('NFC')).length
  const isMet = missing <= 0
  return (
    <span className={`flex items-center gap-1 ${isMet ? 'font-semibold text-ink' : ''}`}>
      {isMet && <Icon name="check" className="size-4" />}
      {m.password_hint()}
      {!isMet && password !== '' && <span>{m.password_left({ n: missing })}</span>}
    </span>
  )
}

type SelectProps = Omit<ComponentProps<'select'>, 'id' | 'onChange' | 'value'> & {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onPick: (value: string) => void
  inline?: boolean
}

export function Select({ label, options, onPick, inline = false, ...rest }: SelectProps) {
  const id = useId()
  return (
    <div className={inline ? 'flex min-w-0 max-w-full items-center gap-2' : 'grid gap-1.5'}>
      <label htmlFor={id} className={inline ? 'text-muted' : 'font-semibold'}>
        {label}
      </label>
      <select
        id={id}
        onChange={(event) => onPick(event.target.value)}
        className={`max-w-full min-w-0 truncate ${inline ? 'min-h-9 pointer-coarse:min-h-11' : 'min-h-12'}`}
        {...rest}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
