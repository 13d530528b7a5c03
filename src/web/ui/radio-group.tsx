import { useEffect, useId, useRef, useState } from 'react'

/**
 * A choice that is shown at once; the worker's state follows after reading the rows again. Where that is
 * cancelled, the choice is reset to the state.
 */
export function usePicked<T>(
  value: T,
  onPick: (value: NonNullable<T>) => Promise<void>,
): { picked: T; pick: (value: NonNullable<T>) => void } {
  const [picked, setPicked] = useState(value)
  const current = useRef(value)
  useEffect(() => {
    current.current = value
    setPicked(value)
  }, [value])
  return {
    picked,
    pick: (next) => {
      setPicked(next)
      void onPick(next).then(() => setPicked(current.current))
    },
  }
}

type ChoiceProps<T extends string> = {
  label: string
  /** Whether the question is shown above the answers, or is already visible next to them. */
  isLabelShown: boolean
  value: T | undefined
  options: readonly { value: T; text: string }[]
  onPick: (value: T) => Promise<void>
}

/** A choice among a few answers that are all visible. */
export function RadioGroup<T extends string>({
  label,
  isLabelShown,
  value,
  options,
  onPick,
}: ChoiceProps<T>) {
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
