import { Suspense, lazy, memo } from 'react'
import { AnchorLink } from '../../ui/contents.tsx'
import type { EndpointProps } from './endpoint.ts'
import { CodeName, Codes, Marked } from './part.tsx'

/**
 * One endpoint: path, parameters, reply and errors. Memoized: rendered again before its fields are loaded, it would discard their
 * prerendered HTML.
 */
export const EndpointSection = memo(function EndpointSection({ call, words }: EndpointProps) {
  const { name, method, path, needsSession, apiKeyScopes, errors: refusals } = call
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
        <span className="text-small text-muted">
          {needsSession ? words.signedIn : words.anyone}
          {apiKeyScopes !== undefined && (
            <>
              {' '}
              · {words.apiKeyScope} <Codes codes={apiKeyScopes} />
            </>
          )}
        </span>
      </div>
      <p className="max-w-prose">
        <Marked text={words.summaries[name]} />
      </p>
      <Suspense>
        <Fields call={call} words={words} />
      </Suspense>
      {refusals.length > 0 && (
        <p className="text-muted">
          {words.errorsTitle}: <Codes codes={refusals} />
        </p>
      )}
    </section>
  )
})

/**
 * The tables of fields with what each field means. Their HTML is prerendered; the texts are loaded after the page has started, and
 * it stays readable if they fail to load.
 */
const Fields = lazy(async () => {
  const never = new Promise<never>(() => undefined)
  try {
    // Undefined when the page is about to be reloaded (`entry.client.tsx`).
    const loaded: typeof import('./fields.tsx') | undefined = await import('./fields.tsx')
    return loaded ?? (await never)
  } catch {
    return never
  }
})
