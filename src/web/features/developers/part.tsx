import { Fragment } from 'react'
import { m } from '#i18n/messages/messages.js'
import { AnchorLink } from '../../ui/contents.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { DeveloperPart, DeveloperText } from './text.ts'

/** A word of an identifier with the punctuation after it. */
const PIECE = /[^._/\]]+[._/\]]*|[._/\]]+/g

/** The name of a field, path or code, broken across lines only between its words. */
export function CodeName({ name }: { name: string }) {
  const pieces = name.match(PIECE) ?? []
  return (
    <span translate="no" className="font-mono wrap-anywhere">
      {pieces.map((piece, i) => (
        <Fragment key={i}>
          {i > 0 && <wbr />}
          {piece}
        </Fragment>
      ))}
    </span>
  )
}

/** A text with its identifiers, which are in backticks. */
export const Marked = ({ text }: { text: string }) =>
  text.split('`').map((piece, i) =>
    i % 2 === 0 ? (
      piece
    ) : (
      <code key={i} translate="no" className="rounded-small bg-sunken px-1 text-[0.9em]">
        {piece}
      </code>
    ),
  )

export function Codes({ codes }: { codes: readonly string[] }) {
  return (
    <span translate="no" className="font-mono text-small wrap-anywhere">
      {codes.join(', ')}
    </span>
  )
}

/** Text to copy. Long lines wrap, and are copied unwrapped. */
export function Example({ title, text }: { title: string; text: string }) {
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] overflow-clip rounded-base border border-line bg-raised">
      <figcaption className="flex min-h-11 items-center justify-between gap-3 border-b border-line ps-4 pe-1 text-small text-muted">
        {title}
        <Button
          look="plain"
          size="small"
          className="text-small! noscript:hidden"
          aria-label={`${m.copy()}: ${title}`}
          onClick={() => void import('../../ui/copy-text.ts').then((copy) => copy.copyWithToast(text))}
        >
          <Icon name="copy" className="size-4" />
          {m.copy()}
        </Button>
      </figcaption>
      <pre
        translate="no"
        className="px-4 py-3 font-mono text-[0.8125rem] leading-relaxed wrap-anywhere whitespace-pre-wrap sm:text-small"
      >
        <code>{text}</code>
      </pre>
    </figure>
  )
}

export function Heading({ id, title }: { id: string; title: string }) {
  return (
    <h2 id={id} tabIndex={-1} className="text-h2">
      <AnchorLink id={id}>{title}</AnchorLink>
    </h2>
  )
}

type PartProps = {
  /** Absent where the part is the page. */
  id?: string
  part: DeveloperPart
  words: DeveloperText
  codes?: readonly string[]
}

/** A section of the documentation; examples are in a second column on wide pages. */
export function Part({ id, part: { title, texts, points, request, answer }, words, codes }: PartProps) {
  const hasExample = request !== undefined || answer !== undefined
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-4 xl:grid-cols-2"
    >
      <div className={`grid gap-4 ${hasExample ? 'max-w-prose' : 'xl:col-span-2'}`}>
        {id === undefined ? <h1 className="text-h1">{title}</h1> : <Heading id={id} title={title} />}
        {texts.map((text) => (
          <p key={text}>
            <Marked text={text} />
          </p>
        ))}
        {points && (
          <ul className="grid list-disc gap-x-14 gap-y-1.5 ps-5 marker:text-muted xl:grid-cols-2">
            {points.map((point) => (
              <li key={point}>
                <Marked text={point} />
              </li>
            ))}
          </ul>
        )}
        {codes && (
          <p>
            <Codes codes={codes} />
          </p>
        )}
      </div>
      {hasExample && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {request !== undefined && <Example title={words.request} text={request} />}
          {answer !== undefined && <Example title={words.answer} text={answer} />}
        </div>
      )}
    </section>
  )
}
