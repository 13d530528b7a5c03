import { CALLS, COMMON_REFUSALS } from 'virtual:calls'
import type { CallGroup } from '#contract/every-endpoint.ts'
import { CallSection, Codes } from '../developers/call-section.tsx'
import type { DeveloperPart, DeveloperWords } from '../developers/developer-words.ts'
import { Example } from '../developers/example.tsx'
import { DEVELOPERS_BG } from '../developers/words.bg.ts'
import { DEVELOPERS_EN } from '../developers/words.en.ts'
import { useLang } from '../i18n/lang.ts'
import { m } from '../i18n/messages/messages.js'
import type { PageHead } from '../shell/document-head.ts'

export const head = (): PageHead => ({ title: m.developers_title(), description: m.developers_description() })

const DOCUMENT = '/api/openapi.json'

const GROUPS: readonly CallGroup[] = ['conversions', 'session', 'account', 'purchases', 'site']

/** How to use the product from a program, and every call of it (API-04). */
export default function DevelopersPage() {
  const words = useLang() === 'bg' ? DEVELOPERS_BG : DEVELOPERS_EN
  const { signIn, convert, limits, errors } = words.parts
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
      <div className="grid gap-3">
        <h1 className="text-4xl sm:text-5xl">{m.developers_title()}</h1>
        <p className="max-w-prose text-lg text-muted">{words.lead}</p>
        <p>
          <a
            href={DOCUMENT}
            className="inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4 hover:decoration-ink"
          >
            {words.description}
          </a>
        </p>
      </div>
      <div className="border-y-2 border-ink">
        <Part id="sign-in" part={signIn} words={words} />
        <Part id="convert" part={convert} words={words} />
        <Part id="limits" part={limits} words={words} />
        <Part id="errors" part={errors} words={words} codes={COMMON_REFUSALS} />
      </div>
      <section aria-labelledby="calls" className="grid gap-8">
        <h2 id="calls" className="text-2xl sm:text-3xl">
          {words.calls}
        </h2>
        {GROUPS.map((group) => (
          <section key={group} aria-labelledby={`group-${group}`}>
            <h3 id={`group-${group}`} className="border-b-2 border-ink pb-2 text-xl">
              {words.groups[group]}
            </h3>
            {CALLS.filter((call) => call.group === group).map((call) => (
              <CallSection key={call.name} call={call} words={words} />
            ))}
          </section>
        ))}
      </section>
    </div>
  )
}

type PartProps = { id: string; part: DeveloperPart; words: DeveloperWords; codes?: readonly string[] }

function Part({ id, part: { title, texts, example, points }, words, codes }: PartProps) {
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-3 border-b border-line py-8 last:border-b-0 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
    >
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <div className="grid max-w-prose grid-cols-[minmax(0,1fr)] gap-4 text-lg">
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {points && (
          <ul className="grid list-disc gap-1.5 ps-5 marker:text-muted">
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        )}
        {codes && (
          <p>
            <Codes codes={codes} />
          </p>
        )}
        {example !== undefined && <Example label={`${words.example}: ${title}`} text={example} />}
      </div>
    </section>
  )
}
