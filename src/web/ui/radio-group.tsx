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
  // An intermediate state of the worker must not reset the choice.
  const pending = useRef(0)
  useEffect(() => {
    current.current = value
    if (pending.current === 0) setPicked(value)
  }, [value])
  async function follow(next: NonNullable<T>) {
    pending.current++
    await onPick(next)
    if (--pending.current === 0) setPicked(current.current)
  }
  return {
    picked,
    pick: (next) => {
      setPicked(next)
      void follow(next)
    },
  }
}

/** Classes of a control of segments, and of each of them. */
export const SEGMENTS =
  'inline-flex max-w-full flex-wrap gap-0.5 rounded-[12px] bg-sunken p-[3px] inset-ring inset-ring-line max-sm:flex'
export const SEGMENT =
  'relative inline-flex cursor-pointer items-center justify-center rounded-base text-center font-semibold hover:text-ink max-sm:flex-auto max-sm:px-1.5 max-[24rem]:text-[0.9375rem] max-[24rem]:px-1 pointer-coarse:min-h-11'

type ChoiceProps<T extends string> = {
  label: string
  /** Whether the question is shown above the answers, or is already visible next to them. */
  isLabelShown: boolean
  value: T | undefined
  /** `short` is shown on a phone in place of `text`. */
  options: readonly { value: T; text: string; short?: string | undefined }[]
  onPick: (value: T) => Promise<void>
  disabled?: boolean
  isSmall?: boolean
  className?: string
}

/** A choice among a few answers that are all visible, as segments of one control. */
export function RadioGroup<T extends string>({
  label,
  isLabelShown,
  value,
  options,
  onPick,
  disabled = false,
  isSmall = false,
  className = '',
}: ChoiceProps<T>) {
  const name = useId()
  const { picked, pick } = usePicked(value, onPick)
  return (
    <fieldset disabled={disabled} className={`max-w-full ${className}`}>
      <legend className={isLabelShown ? 'mb-1.5 font-semibold' : 'sr-only'}>{label}</legend>
      <div className={SEGMENTS}>
        {options.map((option) => (
          <label
            key={option.value}
            className={`${SEGMENT} ${picked ? 'text-muted' : 'bg-raised inset-ring inset-ring-line'} has-checked:bg-chosen has-checked:text-ink has-checked:ring has-checked:ring-line-strong has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-ink ${isSmall ? 'min-h-7 px-3' : 'min-h-9.5 px-4 py-1'}`}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={picked === option.value}
              onChange={() => pick(option.value)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-base opacity-0 outline-none"
            />
            {option.short === undefined ? (
              option.text
            ) : (
              <>
                <span className="max-sm:hidden">{option.text}</span>
                <span className="sm:hidden">{option.short}</span>
              </>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
