import type { ReactNode } from 'react'

/** A section's title, with its introduction at the right. The id is equal in all languages: the language switch keeps it. */
export function SectionHeading({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <div className="grid items-baseline gap-x-12 gap-y-2 lg:grid-cols-2">
      <h2 id={id} className="text-h2">
        {title}
      </h2>
      <p className="max-w-prose text-muted">{children}</p>
    </div>
  )
}
