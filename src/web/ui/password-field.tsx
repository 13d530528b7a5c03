import { type ComponentProps, useState } from 'react'
import { LIMITS } from '#product/limits.ts'
import { m } from '#i18n/messages/messages.js'
import { Field } from './field.tsx'

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'end' | 'autoComplete' | 'onChange'> & {
  /** A new one is subject to the rules, which are said beneath it. */
  kind: 'current' | 'new'
  onType: (password: string) => void
}

/**
 * A password that can be shown. Password managers and the clipboard may fill it in; one that is too long is refused, not
 * cut off unseen.
 */
export function PasswordField({ kind, onType, ...rest }: Props) {
  const [isShown, setShown] = useState(false)
  return (
    <Field
      {...(kind === 'new' && { hint: m.password_hint(), minLength: LIMITS.passwordMin })}
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
          className="rounded-base px-4 font-semibold text-muted hover:text-ink"
        >
          {isShown ? m.password_hide() : m.password_show()}
        </button>
      }
      {...rest}
    />
  )
}
