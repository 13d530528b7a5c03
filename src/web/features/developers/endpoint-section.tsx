import { AnchorLink } from '../../ui/contents.tsx'
import type { EndpointField, ShownEndpoint } from './endpoint.ts'
import { CodeName, Codes, Marked } from './part.tsx'
import type { DeveloperText } from './text.ts'

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
      <p className="max-w-prose">
        <Marked text={words.summaries[name]} />
      </p>
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
