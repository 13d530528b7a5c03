import type { ReactNode } from 'react'

type Props = {
  /** Id of the title, equal in all languages: the language switch keeps it. */
  id: string
  title: string
  text?: ReactNode
  children: ReactNode
}

/** A section with its title and introduction at the left of its content. */
export function Section({ id, title, text, children }: Props) {
  return (
    <section aria-labelledby={id} className="grid gap-x-14 gap-y-3 sm:gap-y-4 lg:grid-cols-[1fr_2fr]">
      <div className="grid content-start gap-2.5 sm:gap-4">
        <h2 id={id} className="text-h2">
          {title}
        </h2>
        {text !== undefined && (
          <p className="max-w-prose text-muted max-sm:text-[0.9375rem] max-sm:leading-snug">{text}</p>
        )}
      </div>
      {children}
    </section>
  )
}
