import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { TERMS_VERSION } from '#domain/limits.ts'
import { m } from '../i18n/messages/messages.js'
import { LinkedText } from '../ui/linked-text.tsx'
import type { LegalSection } from './legal-text.ts'

type Props<Id extends string> = {
  title: string
  lead: string
  order: readonly Id[]
  text: Record<Id, LegalSection>
}

/** A legal text with its version, its contents and a numbered section for each anchor (INFO-04). */
export function LegalDocument<Id extends string>({ title, lead, order, text }: Props<Id>) {
  useFocusAtAnchor()
  return (
    <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <header className="grid gap-3 border-b-2 border-ink pb-6 lg:col-span-2">
        <h1 className="text-3xl sm:text-4xl">{title}</h1>
        <p className="max-w-prose text-lg text-muted">{lead}</p>
        <p className="font-semibold">{m.legal_version({ version: TERMS_VERSION })}</p>
      </header>
      <nav
        aria-labelledby="contents"
        className="lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto lg:pb-4"
      >
        <h2 id="contents" className="mb-2 text-base text-muted">
          {m.legal_contents()}
        </h2>
        <ol className="gap-x-10 sm:columns-2 lg:columns-1">
          {order.map((id, i) => (
            <li key={id} className="break-inside-avoid border-b border-line">
              <Link
                to={`#${id}`}
                className="flex min-h-11 items-center gap-3 py-1.5 leading-snug hover:underline lg:min-h-8 lg:py-0.5"
              >
                <span className="w-6 shrink-0 text-end text-muted">{i + 1}</span>
                {text[id].title}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <div className="grid min-w-0 max-w-prose gap-10">
        {order.map((id, i) => (
          <section key={id} className="grid gap-3">
            {/* The heading is its own link, for whoever wants to point at it. */}
            <h2 id={id} tabIndex={-1} className="text-xl sm:text-2xl">
              <Link to={`#${id}`} className="underline-offset-4 hover:underline">
                {i + 1}. {text[id].title}
              </Link>
            </h2>
            {text[id].body.map((block, i) => (
              <Block key={i} block={block} />
            ))}
          </section>
        ))}
      </div>
    </div>
  )
}

function Block({ block }: { block: LegalSection['body'][number] }) {
  if (typeof block === 'string') {
    return (
      <p>
        <LinkedText text={block} />
      </p>
    )
  }
  return (
    <ul className="grid list-disc gap-1.5 ps-5 marker:text-muted">
      {block.map((point) => (
        <li key={point}>
          <LinkedText text={point} />
        </li>
      ))}
    </ul>
  )
}

/** The keyboard goes on from the section that was opened, not from the link that led there. */
function useFocusAtAnchor(): void {
  const location = useLocation()
  useEffect(() => {
    const id = location.hash.slice(1)
    if (id) document.getElementById(id)?.focus({ preventScroll: true })
  }, [location])
}
