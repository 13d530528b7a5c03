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
import { AnchorLink } from '../ui/contents.tsx'
import { GROUPS, GROUP_PAGES, groupOf } from '../features/developers/group-pages.ts'
import { PageList, type Section } from '../features/developers/page-list.tsx'
import { type Page, pageOf, pathOf } from '../routing/paths.ts'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

const TEXT = { bg: DEVELOPERS_BG, en: DEVELOPERS_EN } satisfies Record<Lang, DeveloperText>

const DOCUMENT = '/api/openapi.json'

const callsOf = (group: EndpointGroup) => ENDPOINTS.filter((call) => call.group === group)

export function head(page: Page | undefined, lang: Lang): PageHead {
  const group = groupOf(page)
  const { groups, about, parts } = TEXT[lang]
  if (page === 'developersErrors') return { title: `API: ${parts.errors.title}`, description: about.errors }
  return group
    ? { title: `API: ${groups[group]}`, description: about[group] }
    : { title: m.developers_title(), description: m.developers_description() }
}

/** How to use the API, and every endpoint: a page for each group of them (API-04). */
export default function DevelopersPage() {
  const lang = useLang()
  const words = TEXT[lang]
  const { pathname, hash } = useLocation()
  const navigate = useNavigate()
  const page = pageOf(pathname) ?? 'developers'
  const group = groupOf(page)
  // Addresses of earlier versions, which had one page.
  const linked = page === 'developers' ? ENDPOINTS.find(({ name }) => `#${name}` === hash) : undefined
  useEffect(() => {
    if (linked) void navigate(pathOf(GROUP_PAGES[linked.group], lang) + hash, { replace: true })
  }, [linked, navigate, lang, hash])
  const pages = [
    { page: 'developers', name: words.overview },
    ...GROUPS.map((one) => ({ page: GROUP_PAGES[one], name: words.groups[one] })),
    { page: 'developersErrors', name: words.parts.errors.title },
  ] as const
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-8 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <PageList pages={pages} current={page} sections={sectionsOf(page, group, words)} />
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-10">
        {group ? (
          <Group group={group} words={words} />
        ) : page === 'developersErrors' ? (
          <Errors words={words} />
        ) : (
          <Overview words={words} />
        )}
      </div>
    </div>
  )
}

function sectionsOf(page: Page, group: EndpointGroup | undefined, words: DeveloperText): Section[] {
  const { parts, codes } = words
  if (group)
    return callsOf(group).map(({ name, method, path }) => ({
      id: name,
      name: (
        <span>
          <span translate="no" className="pe-1 font-mono">
            {method}
          </span>{' '}
          <CodeName name={path} />
        </span>
      ),
    }))
  if (page === 'developersErrors') return [{ id: 'codes', name: codes.title }]
  return [
    { id: 'sign-in', name: parts.signIn.title },
    { id: 'convert', name: parts.convert.title },
    { id: 'limits', name: parts.limits.title },
  ]
}

function Overview({ words }: { words: DeveloperText }) {
  const { signIn, convert, limits } = words.parts
  return (
    <>
      <header className="grid gap-3">
        <h1 className="text-h1">{m.developers_title()}</h1>
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
      <Part id="sign-in" part={signIn} words={words} />
      <Part id="convert" part={convert} words={words} />
      <Part id="limits" part={limits} words={words} />
    </>
  )
}

function Errors({ words }: { words: DeveloperText }) {
  const { errors } = words.parts
  return (
    <>
      <Part part={errors} words={words} codes={COMMON_ERRORS} />
      <section aria-labelledby="codes" className="grid gap-3">
        <Heading id="codes" title={words.codes.title} />
        <ErrorTable words={words} />
      </section>
    </>
  )
}

function Group({ group, words }: { group: EndpointGroup; words: DeveloperText }) {
  return (
    <>
      <header className="grid gap-3">
        <h1 className="text-h1">{words.groups[group]}</h1>
        <p className="max-w-prose text-lead text-muted">{words.about[group]}</p>
      </header>
      <div>
        {callsOf(group).map((call) => (
          <EndpointSection key={call.name} call={call} words={words} />
        ))}
      </div>
    </>
  )
}

function Heading({ id, title }: { id: string; title: string }) {
  return (
    <h2 id={id} tabIndex={-1} className="text-h2">
      <AnchorLink id={id}>{title}</AnchorLink>
    </h2>
  )
}

type PartProps = {
  /** Absent where the part is the page. */ id?: string
  part: DeveloperPart
  words: DeveloperText
  codes?: readonly string[]
}

function Part({ id, part: { title, texts, points, request, answer }, words, codes }: PartProps) {
  return (
    <section aria-labelledby={id} className="grid max-w-prose grid-cols-[minmax(0,1fr)] gap-4">
      {id === undefined ? <h1 className="text-h1">{title}</h1> : <Heading id={id} title={title} />}
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
