import { Fragment } from 'react'
import { AnchorLink } from '../../ui/contents.tsx'
import type { EndpointField, ShownEndpoint } from './endpoint.ts'
import type { DeveloperText, ShownError } from './text.ts'

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

/** One endpoint: path, parameters, reply and errors. */
export function EndpointSection({ call, words }: { call: ShownEndpoint; words: DeveloperText }) {
  const { name, method, path, needsSession, takes, gives, errors: refusals } = call
  return (
    <section
      aria-labelledby={name}
      className="grid gap-3 border-b border-line py-8 first:pt-0 last:border-b-0"
    >
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 id={name} tabIndex={-1} className="text-lead tracking-normal!">
          <AnchorLink id={name}>
            <span
              translate="no"
              className="me-1 inline-block rounded-small bg-sunken px-2 py-0.5 font-mono text-small"
            >
              {method}
            </span>{' '}
            <CodeName name={path} />
          </AnchorLink>
        </h2>
        <span className="text-small text-muted">{needsSession ? words.signedIn : words.anyone}</span>
      </div>
      <p className="max-w-prose">{words.summaries[name]}</p>
      <Fields title={words.takes} fields={takes} words={words} hasPlaces />
      <Fields title={words.gives} fields={gives} words={words} />
      {refusals.length > 0 && (
        <p className="text-muted">
          {words.errorsTitle}: <Codes codes={refusals} />
        </p>
      )}
    </section>
  )
}

export function Codes({ codes }: { codes: readonly string[] }) {
  return (
    <span translate="no" className="font-mono text-small wrap-anywhere">
      {codes.join(', ')}
    </span>
  )
}

type FieldsProps = {
  title: string
  fields: readonly EndpointField[]
  words: DeveloperText
  hasPlaces?: boolean
}

function Fields({ title, fields, words, hasPlaces = false }: FieldsProps) {
  if (fields.length === 0) {
    return (
      <p className="text-muted">
        {title}: {words.nothing}
      </p>
    )
  }
  return (
    <table className="w-full table-fixed text-small">
      <caption className="pb-1 text-start font-semibold">{title}</caption>
      <colgroup>
        <col className="w-3/5 sm:w-1/2" />
        <col />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th scope="col">{words.field}</th>
          <th scope="col">{words.type}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, type, isOptional, place }) => (
          <tr key={name} className="border-t border-line align-top">
            <th scope="row" className="py-1.5 pe-3 text-start font-normal">
              <CodeName name={name} />
            </th>
            <td className="py-1.5 wrap-anywhere text-muted">
              <span translate="no" className="font-mono">
                {type}
              </span>
              {hasPlaces && place !== 'body' && `, ${words.places[place]}`}
              {isOptional && `, ${words.optional}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Text to copy. Long lines wrap, and are copied unwrapped. */
export function Example({ title, text }: { title: string; text: string }) {
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <figcaption className="text-small text-muted">{title}</figcaption>
      <pre
        translate="no"
        className="rounded-base border border-line bg-raised px-4 py-3 font-mono text-[0.8125rem] leading-relaxed wrap-anywhere whitespace-pre-wrap sm:text-small"
      >
        <code>{text}</code>
      </pre>
    </figure>
  )
}

const byStatus = (one: ShownError, other: ShownError): number => Number(one.status) - Number(other.status)

/** Every error code with its status. */
export function ErrorTable({ words: { codes, errors: refused } }: { words: DeveloperText }) {
  return (
    <table aria-labelledby="codes" className="w-full table-fixed text-small">
      <thead>
        <tr className="text-start align-bottom">
          <th scope="col" className="w-34 py-1.5 pe-3 text-start font-semibold sm:w-80">
            {codes.code}
          </th>
          <th scope="col" className="py-1.5 text-start font-semibold">
            {codes.meaning}
          </th>
        </tr>
      </thead>
      <tbody>
        {refused.toSorted(byStatus).map(({ status, code, sentence }) => (
          <tr key={code} className="border-t border-line align-top">
            <th scope="row" className="py-1.5 pe-3 text-start font-normal">
              <span className="block font-mono text-muted sm:inline-block sm:w-20">{status}</span>{' '}
              <CodeName name={code} />
            </th>
            <td className="py-1.5 wrap-anywhere">{sentence}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
