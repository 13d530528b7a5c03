import { COMMON_ERRORS } from 'virtual:common-errors'
import type { Lang } from '#i18n/language.ts'
import { ERRORS_BG } from '../../features/developers/errors.bg.ts'
import { ERRORS_EN } from '../../features/developers/errors.en.ts'
import { Frame, TEXT } from '../../features/developers/frame.tsx'
import { CodeName, Heading, Marked, Part } from '../../features/developers/part.tsx'
import type { DeveloperText, ShownError } from '../../features/developers/text.ts'
import type { PageHead } from '../../routing/document-head.ts'
import { useLang } from '../../routing/location.ts'
import type { Page } from '../../routing/paths.ts'

const ERRORS = { bg: ERRORS_BG, en: ERRORS_EN } satisfies Record<Lang, readonly ShownError[]>

export function head(_page: Page | undefined, lang: Lang): PageHead {
  const { about, parts } = TEXT[lang]
  return { title: `API: ${parts.errors.title}`, description: about.errors }
}

/** What a failed call answers, and every error code (API-01). */
export default function DevelopersErrorsPage() {
  const lang = useLang()
  const words = TEXT[lang]
  const { parts, codes } = words
  return (
    <Frame sections={[{ id: 'codes', name: codes.title }]}>
      <Part part={parts.errors} words={words} codes={COMMON_ERRORS} />
      <section aria-labelledby="codes" className="grid gap-3">
        <Heading id="codes" title={codes.title} />
        <ErrorTable errors={ERRORS[lang]} words={codes} />
      </section>
    </Frame>
  )
}

const byStatus = (one: ShownError, other: ShownError): number => Number(one.status) - Number(other.status)

type TableProps = { errors: readonly ShownError[]; words: DeveloperText['codes'] }

/** Every error code with its status. */
function ErrorTable({ errors, words }: TableProps) {
  return (
    <table aria-labelledby="codes" className="w-full table-fixed text-small">
      <thead>
        <tr className="text-start align-bottom">
          <th scope="col" className="w-34 py-1.5 pe-3 text-start font-semibold sm:w-80">
            {words.code}
          </th>
          <th scope="col" className="py-1.5 text-start font-semibold">
            {words.meaning}
          </th>
        </tr>
      </thead>
      <tbody>
        {errors.toSorted(byStatus).map(({ status, code, sentence }) => (
          <tr key={code} className="border-t border-line align-top">
            <th scope="row" className="py-1.5 pe-3 text-start font-normal">
              <span className="block font-mono text-muted sm:inline-block sm:w-20">{status}</span>{' '}
              <CodeName name={code} />
            </th>
            <td className="py-1.5 wrap-anywhere">
              <Marked text={sentence} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
