import { type ComponentProps, useId } from 'react'
import { describing, FieldFrame } from './field-frame.tsx'

type Props = Omit<ComponentProps<'textarea'>, 'id'> & {
  label: string
  hint: string
  error: string | undefined
}

/** A field of many lines, which grows with its text. */
export function TextArea({ label, hint, error, ...rest }: Props) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea
        id={id}
        aria-describedby={describing(id, { hint, error })}
        aria-invalid={error ? true : undefined}
        className="field-sizing-content wrap-anywhere max-h-[60dvh] min-h-44 w-full min-w-0 resize-y rounded-base bg-transparent px-3 py-2.5"
        {...rest}
      />
    </FieldFrame>
  )
}
