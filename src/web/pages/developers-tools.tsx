import type { Lang } from '#i18n/language.ts'
import { EMBED_ID, EMBED_TEXT, EmbedSection } from '../features/developers/embed/section.tsx'
import { Frame, TEXT } from '../features/developers/frame.tsx'
import { COMMAND_LINE_ID, PROGRAMS_ID, PROGRAMS_TEXT, Programs } from '../features/developers/programs.tsx'
import { SPREADSHEETS_ID, Spreadsheets, spreadsheetsTitle } from '../features/developers/spreadsheets.tsx'
import type { PageHead } from '../routing/document-head.ts'
import { useLang } from '../routing/location.ts'
import type { Page } from '../routing/paths.ts'

export function head(_page: Page | undefined, lang: Lang): PageHead {
  const { tools, about } = TEXT[lang]
  return { title: tools, description: about.tools }
}

/** The exact conversion without requests: package, command line, spreadsheets, and a converter for other sites (OPEN-03, OPEN-04, OPEN-07). */
export default function DevelopersToolsPage() {
  const lang = useLang()
  const words = TEXT[lang]
  const { program, commandLine } = PROGRAMS_TEXT[lang]
  const sections = [
    { id: PROGRAMS_ID, name: program.title },
    { id: COMMAND_LINE_ID, name: commandLine.title },
    { id: SPREADSHEETS_ID, name: spreadsheetsTitle(lang) },
    { id: EMBED_ID, name: EMBED_TEXT[lang].title },
  ]
  return (
    <Frame sections={sections}>
      <header className="grid gap-3">
        <h1 className="text-h1">{words.tools}</h1>
        <p className="max-w-prose text-lead text-muted">{words.about.tools}</p>
      </header>
      <Programs words={words} />
      <Spreadsheets lang={lang} />
      <EmbedSection words={words} />
    </Frame>
  )
}
