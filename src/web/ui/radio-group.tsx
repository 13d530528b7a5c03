import { useId } from 'react'
import { usePicked } from './use-picked.ts'

type ChoiceProps<T extends string> = {
  label: string
  /** Whether it stands above the answers, or what is asked can be read beside them already. */
  isLabelShown: boolean
  value: T | undefined
  options: readonly { value: T; text: string }[]
  onPick: (value: T) => Promise<void>
}

/** One of a few answers, in sight all at once. */
export function Choice<T extends string>({ label, isLabelShown, value, options, onPick }: ChoiceProps<T>) {
  const name = useId()
  const { picked, pick } = usePicked(value, onPick)
  return (
    <fieldset className="mt-2 flex flex-wrap gap-2">
      <legend className={isLabelShown ? 'mb-1.5 font-semibold' : 'sr-only'}>{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="inline-flex min-h-11 items-center gap-2 rounded-base border border-line-strong bg-raised px-4 py-1.5 font-semibold has-checked:border-ink has-checked:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            checked={picked === option.value}
            onChange={() => pick(option.value)}
            className="size-4 shrink-0 accent-action outline-none"
          />
          {option.text}
        </label>
      ))}
    </fieldset>
  )
}
