import { COMMON_ERRORS } from 'virtual:common-errors'
import type { ReactNode } from 'react'
import type { Lang } from '#i18n/language.ts'
import { ERRORS_BG } from '../../features/developers/codes/errors.bg.ts'
import { ERRORS_EN } from '../../features/developers/codes/errors.en.ts'
import { Frame, TEXT } from '../../features/developers/frame.tsx'
import { CodeName, Heading, Marked, Part } from '../../features/developers/part.tsx'
import { type DeveloperText, type ShownError, WARNINGS_ID } from '../../features/developers/text.ts'
import { WARNINGS_BG } from '../../features/developers/codes/warnings.bg.ts'
import { WARNINGS_EN } from '../../features/developers/codes/warnings.en.ts'
import type { PageHead } from '../../routing/document-head.ts'
import { useLang } from '../../routing/location.ts'
import type { Page } from '../../routing/paths.ts'

const ERRORS = { bg: ERRORS_BG, en: ERRORS_EN } satisfies Record<Lang, readonly ShownError[]>
const WARNINGS = { bg: WARNINGS_BG, en: WARNINGS_EN } satisfies Record<Lang, Readonly<Record<string, string>>>

export function head(_page: Page | undefined, lang: Lang): PageHead {
  const { about, parts } = TEXT[lang]
  return { title: `API: ${parts.errors.title}`, description: about.errors }
}

/** What a failed call answers, every error code (API-01), and every warning about a file (OPEN-02). */
export default function DevelopersErrorsPage() {
  const lang = useLang()
  const words = TEXT[lang]
  const { parts, codes, warnings } = words
  return (
    <Frame
      sections={[
        { id: 'codes', name: codes.title },
        { id: WARNINGS_ID, name: warnings.title },
      ]}
    >
      <Part part={parts.errors} words={words} codes={COMMON_ERRORS} />
      <section aria-labelledby="codes" className="grid gap-3">
        <Heading id="codes" title={codes.title} />
        <ErrorTable errors={ERRORS[lang]} words={codes} />
      </section>
      <section aria-labelledby={WARNINGS_ID} className="grid gap-3">
        <Heading id={WARNINGS_ID} title={warnings.title} />
        <p className="max-w-prose">
          <Marked text={warnings.lead} />
        </p>
        <CodeTable id={WARNINGS_ID} code={warnings.code} meaning={codes.meaning}>
          {Object.entries(WARNINGS[lang]).map(([code, meaning]) => (
            <CodeRow key={code} code={code} meaning={meaning} />
          ))}
        </CodeTable>
      </section>
    </Frame>
  )
}

const byStatus = (one: ShownError, other: ShownError): number => Number(one.status) - Number(other.status)

type TableProps = { errors: readonly ShownError[]; words: DeveloperText['codes'] }

/** Every error code with its status. */
function ErrorTable({ errors, words }: TableProps) {
  return (
    <CodeTable id="codes" code={words.code} meaning={words.meaning}>
      {errors.toSorted(byStatus).map(({ status, code, sentence }) => (
        <CodeRow key={code} status={status} code={code} meaning={sentence} />
      ))}
    </CodeTable>
  )
}

type CodeTableProps = {
  /** Of its heading. */
  id: string
  /** Titles of the columns. */
  code: string
  meaning: string
  children: ReactNode
}

function CodeTable({ id, code, meaning, children }: CodeTableProps) {
  return (
    <table aria-labelledby={id} className="w-full table-fixed text-small">
      <thead>
        <tr className="text-start align-bottom">
          <th scope="col" className="w-34 py-1.5 pe-3 text-start font-semibold sm:w-80">
            {code}
          </th>
          <th scope="col" className="py-1.5 text-start font-semibold">
            {meaning}
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

function CodeRow({ status, code, meaning }: { status?: string; code: string; meaning: string }) {
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="py-1.5 pe-3 text-start font-normal">
        {status !== undefined && (
          <>
            <span className="block font-mono text-muted sm:inline-block sm:w-20">{status}</span>{' '}
          </>
        )}
        <CodeName name={code} />
      </th>
      <td className="py-1.5 wrap-anywhere">
        <Marked text={meaning} />
      </td>
    </tr>
  )
}
