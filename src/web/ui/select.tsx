import { type ComponentProps, useId } from 'react'

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
        className={`max-w-full min-w-0 truncate rounded-base border border-line-strong bg-raised px-3 ${inline ? 'min-h-11' : 'min-h-12'}`}
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
