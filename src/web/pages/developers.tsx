import { ENDPOINTS, COMMON_ERRORS } from 'virtual:endpoints'
import type { EndpointGroup } from '#api/endpoints.ts'
import {
  EndpointSection,
  CodeName,
  Codes,
  Example,
  ErrorTable,
} from '../features/developers/endpoint-section.tsx'
import type { DeveloperPart, DeveloperText } from '../features/developers/text.ts'
import { DEVELOPERS_BG } from '../features/developers/text.bg.ts'
import { DEVELOPERS_EN } from '../features/developers/text.en.ts'
import type { Lang } from '#i18n/language.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import type { PageHead } from '../routing/document-head.ts'
import { AnchorLink, Contents, ContentsEntry } from '../ui/contents.tsx'

export const head = (): PageHead => ({ title: m.developers_title(), description: m.developers_description() })

const TEXT = { bg: DEVELOPERS_BG, en: DEVELOPERS_EN } satisfies Record<Lang, DeveloperText>

const DOCUMENT = '/api/openapi.json'

const GROUPS: readonly EndpointGroup[] = ['conversions', 'session', 'account', 'purchases', 'site']

const callsOf = (group: EndpointGroup) => ENDPOINTS.filter((call) => call.group === group)

/** How to use the API, and every endpoint (API-04). */
export default function DevelopersPage() {
  const words = TEXT[useLang()]
  const { signIn, convert, limits, errors } = words.parts
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <header className="grid gap-3 border-b-2 border-ink pb-6 lg:col-span-2">
        <h1 className="text-hero">{m.developers_title()}</h1>
        <p className="max-w-prose text-lead text-muted">{words.lead}</p>
        <p>
          <a
            href={DOCUMENT}
            className="inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4 hover:decoration-ink"
          >
            {words.description}
          </a>
        </p>
      </header>
      <DeveloperContents words={words} />
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-12">
        <Part id="sign-in" part={signIn} words={words} />
        <Part id="convert" part={convert} words={words} />
        <Part id="limits" part={limits} words={words} />
        <Part id="errors" part={errors} words={words} codes={COMMON_ERRORS} />
        <section aria-labelledby="codes" className="grid gap-3">
          <Heading id="codes" title={words.codes.title} />
          <ErrorTable words={words} />
        </section>
        <section aria-labelledby="calls" className="grid gap-8">
          <Heading id="calls" title={words.calls} />
          {GROUPS.map((group) => (
            <section key={group} aria-labelledby={`group-${group}`}>
              <h3 id={`group-${group}`} tabIndex={-1} className="border-b-2 border-ink pb-2 text-h3">
                <AnchorLink id={`group-${group}`}>{words.groups[group]}</AnchorLink>
              </h3>
              {callsOf(group).map((call) => (
                <EndpointSection key={call.name} call={call} words={words} />
              ))}
            </section>
          ))}
        </section>
      </div>
    </div>
  )
}

function DeveloperContents({ words: { parts, codes, groups } }: { words: DeveloperText }) {
  return (
    <Contents>
      <ContentsEntry id="sign-in">{parts.signIn.title}</ContentsEntry>
      <ContentsEntry id="convert">{parts.convert.title}</ContentsEntry>
      <ContentsEntry id="limits">{parts.limits.title}</ContentsEntry>
      <ContentsEntry id="errors">{parts.errors.title}</ContentsEntry>
      <ContentsEntry id="codes">{codes.title}</ContentsEntry>
      {GROUPS.map((group) => (
        <ContentsEntry
          key={group}
          id={`group-${group}`}
          below={callsOf(group).map(({ name, method, path }) => (
            <ContentsEntry key={name} id={name}>
              <span className="text-xs">
                <span translate="no" className="pe-1 font-mono text-muted">
                  {method}
                </span>{' '}
                <CodeName name={path} />
              </span>
            </ContentsEntry>
          ))}
        >
          {groups[group]}
        </ContentsEntry>
      ))}
    </Contents>
  )
}

function Heading({ id, title }: { id: string; title: string }) {
  return (
    <h2 id={id} tabIndex={-1} className="text-h2">
      <AnchorLink id={id}>{title}</AnchorLink>
    </h2>
  )
}

type PartProps = { id: string; part: DeveloperPart; words: DeveloperText; codes?: readonly string[] }

function Part({ id, part: { title, texts, points, request, answer }, words, codes }: PartProps) {
  return (
    <section aria-labelledby={id} className="grid max-w-prose grid-cols-[minmax(0,1fr)] gap-4">
      <Heading id={id} title={title} />
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
      {request !== undefined && <Example title={words.request} text={request} />}
      {answer !== undefined && <Example title={words.answer} text={answer} />}
    </section>
  )
}
