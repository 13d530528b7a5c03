import type { CallField, ShownCall } from './call.ts'
import type { DeveloperWords } from './developer-words.ts'

/** One call: where it is, what it takes and answers, and how it is refused. */
export function CallSection({ call, words }: { call: ShownCall; words: DeveloperWords }) {
  const { name, method, path, needsSession, takes, gives, refusals } = call
  return (
    <section aria-labelledby={name} className="grid gap-3 border-b border-line py-6 last:border-b-0">
      <h4 id={name} translate="no" className="font-mono text-base wrap-anywhere">
        <span className="text-muted">{method}</span> {path}
      </h4>
      <p className="max-w-prose">
        {words.summaries[name]}{' '}
        <span className="text-muted">({needsSession ? words.signedIn : words.anyone})</span>
      </p>
      <div className="grid items-start gap-x-10 gap-y-3 lg:grid-cols-2">
        <Fields title={words.takes} fields={takes} words={words} hasPlaces />
        <Fields title={words.gives} fields={gives} words={words} />
      </div>
      {refusals.length > 0 && (
        <p className="text-muted">
          {words.refusals}: <Codes codes={refusals} />
        </p>
      )}
    </section>
  )
}

export function Codes({ codes }: { codes: readonly string[] }) {
  return (
    <span translate="no" className="font-mono text-sm wrap-anywhere">
      {codes.join(', ')}
    </span>
  )
}

type FieldsProps = {
  title: string
  fields: readonly CallField[]
  words: DeveloperWords
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
    <table className="w-full table-fixed text-sm">
      <caption className="pb-1 text-start font-semibold">{title}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{words.field}</th>
          <th scope="col">{words.type}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, type, isOptional, place }) => (
          <tr key={name} className="border-t border-line align-top">
            <th
              scope="row"
              translate="no"
              className="py-1.5 pe-3 text-start font-mono font-normal wrap-anywhere"
            >
              {name}
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
