import type { ReactNode } from 'react'
import { TERMS_VERSION } from '#product/limits.ts'
import { m } from '#i18n/messages/messages.js'
import { AnchorLink, Contents, ContentsEntry } from '../../ui/contents.tsx'
import { LinkedText } from '../../ui/linked-text.tsx'
import type { LegalSection } from './text.ts'

type Props<Id extends string> = {
  title: string
  lead: string
  order: readonly Id[]
  text: Record<Id, LegalSection>
  /** Who the text is by. */
  operator: ReactNode
}

/** A legal text with version, table of contents and a numbered section for each anchor (INFO-04). */
export function LegalDocument<Id extends string>({ title, lead, order, text, operator }: Props<Id>) {
  return (
    <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <header className="grid gap-3 border-b-2 border-ink pb-6 lg:col-span-2">
        <h1 className="text-h1">{title}</h1>
        <p className="max-w-prose text-lead text-muted">{lead}</p>
        <p className="font-semibold">{m.legal_version({ version: TERMS_VERSION })}</p>
        {operator}
      </header>
      <Contents>
        {order.map((id, i) => (
          <ContentsEntry key={id} id={id}>
            <span className="w-6 shrink-0 text-end text-muted">{i + 1}</span>
            {text[id].title}
          </ContentsEntry>
        ))}
      </Contents>
      <div className="grid min-w-0 max-w-prose gap-10">
        {order.map((id, i) => (
          <section key={id} className="grid gap-3">
            <h2 id={id} tabIndex={-1} className="text-h3 sm:text-h3">
              <AnchorLink id={id}>
                {i + 1}. {text[id].title}
              </AnchorLink>
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
