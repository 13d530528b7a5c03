import { ENDPOINTS } from 'virtual:endpoints'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { EndpointGroup } from '#api/endpoints.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { EndpointSection } from '../features/developers/endpoint-section.tsx'
import { FILES_TEXT, FilesSection, WebhookSection } from '../features/developers/files/section.tsx'
import { Frame, TEXT } from '../features/developers/frame.tsx'
import { GROUP_PAGES, groupOf } from '../features/developers/group-pages.ts'
import type { Section } from '../features/developers/page-list.tsx'
import { CodeName, Part } from '../features/developers/part.tsx'
import type { DeveloperText } from '../features/developers/text.ts'
import { TRY_ID, TrySection } from '../features/developers/try/section.tsx'
import { TRY_TEXT } from '../features/developers/try/text.ts'
import type { PageHead } from '../routing/document-head.ts'
import { useLang } from '../routing/location.ts'
import { type Page, pageOf, pathOf } from '../routing/paths.ts'

const DOCUMENT = '/api/openapi.json'

const callsOf = (group: EndpointGroup) => ENDPOINTS.filter((call) => call.group === group)

export function head(page: Page | undefined, lang: Lang): PageHead {
  const group = groupOf(page)
  const { groups, about } = TEXT[lang]
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
  return (
    <Frame sections={sectionsOf(group, words, lang)}>
      {group ? <Group group={group} words={words} /> : <Overview words={words} />}
    </Frame>
  )
}

function sectionsOf(group: EndpointGroup | undefined, words: DeveloperText, lang: Lang): Section[] {
  const { parts } = words
  if (group) {
    const calls = callsOf(group).map(({ name, method, path }) => ({
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
    return [...topicsOf(group, lang), ...calls]
  }
  return [
    { id: 'sign-in', name: parts.signIn.title },
    { id: 'convert', name: parts.convert.title },
    { id: TRY_ID, name: TRY_TEXT[lang].title },
    { id: 'limits', name: parts.limits.title },
  ]
}

function topicsOf(group: EndpointGroup, lang: Lang): Section[] {
  const { convert, check, webhook } = FILES_TEXT[lang]
  if (group === 'background') return [{ id: 'webhook', name: webhook.title }]
  if (group !== 'files') return []
  return [
    { id: 'convert-file', name: convert.title },
    { id: 'check-file', name: check.title },
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
      <TrySection exampleName={words.exampleName} />
      <Part id="limits" part={limits} words={words} />
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
      {group === 'files' && <FilesSection words={words} />}
      {group === 'background' && <WebhookSection words={words} />}
      <div>
        {callsOf(group).map((call) => (
          <EndpointSection key={call.name} call={call} words={words} />
        ))}
      </div>
    </>
  )
}
