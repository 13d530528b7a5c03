import { type ReactNode, useId } from 'react'

/** A section with its title, and what is to be said at once, at the left of its matter. */
export function Beside({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-x-14 gap-y-6 lg:grid-cols-[1fr_2fr]">
      <div className="grid content-start gap-4">
        <h2 id={id} className="text-2xl sm:text-3xl">
          {title}
        </h2>
        {text !== undefined && <p className="max-w-prose">{text}</p>}
      </div>
      {children}
    </section>
  )
}
