import type { ReactNode } from 'react'
import { Field } from '../../../ui/field.tsx'

type Props = {
  label: string
  hint?: ReactNode
  value: string
  onType: (text: string) => void
  error: string | undefined
}

/** A code of an authenticator app, a recovery code or an emailed one, which browsers may fill in. */
export function CodeField({ onType, ...rest }: Props) {
  return (
    <Field
      {...rest}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      seeksFocus
      maxLength={64}
      className="font-mono tracking-wide"
      onChange={(event) => onType(event.target.value)}
    />
  )
}
