import { type MouseEvent, useState } from 'react'
import { Link } from 'react-router'
import type { listJobs } from '#api/conversions.ts'
import { call } from '#engine/http/client.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'
import { useNavigateTo } from '../../../routing/navigation.ts'
import { pathOf } from '../../../routing/paths.ts'
import { useSession } from '../../../session/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { scrollToAndFocus } from '../../file/scroll-to.ts'
import { Notice } from '../../file/notice.tsx'
import type { ConvertedBefore } from '../dialogs/confirm-dialogs.tsx'

/** Says that the file was converted before, and opens that result below the rows; where only the account knows of it, leads there. */
export function ConvertedNotice({ sentence, at, probablyAt }: ConvertedBefore) {
  const lang = useLang()
  const go = useNavigateTo()
  const session = useSession()
  const [isOpening, setOpening] = useState(false)
  const owner = session.status === 'signed-in' ? session.email : undefined
  const inAccount = `${pathOf('account', lang)}#${at}`

  async function open(event: MouseEvent<HTMLAnchorElement>) {
    // A new tab has no rows above it: there the account shows it.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    if (isOpening || owner === undefined || at === undefined) return
    setOpening(true)
    const isOpened = await openResult(at, owner, lang).catch(() => false)
    setOpening(false)
    if (isOpened) scrollToAndFocus('results-title')
    else await go(inAccount)
  }

  if (!sentence) return null
  return (
    <Notice kind="info">
      <p>{sentence}</p>
      {probablyAt !== undefined && (
        <p>
          <Link
            to={`${pathOf('account', lang)}#${probablyAt}`}
            className="inline-flex items-center font-semibold underline underline-offset-4 pointer-coarse:min-h-11"
          >
            {m.converted_in_account()}
          </Link>
        </p>
      )}
      {at !== undefined && (
        <ButtonLink
          look="filled"
          className="mt-2 w-full px-3!"
          to={inAccount}
          aria-disabled={isOpening || undefined}
          onClick={(event) => void open(event)}
        >
          {isOpening ? `${m.loading()}…` : m.converted_result()}
        </ButtonLink>
      )}
    </Notice>
  )
}

/**
 * Makes the conversion of that time the results that the page shows.
 * @returns false where the account no longer has it
 */
async function openResult(at: string, owner: string, lang: Lang): Promise<boolean> {
  const { jobs } = await call<typeof listJobs>('GET /api/convert/jobs', {})
  const job = jobs.find(({ createdAt }) => createdAt === at)
  if (!job) return false
  const { JobClient, openAsResults } = await import('#engine/jobs/client.ts')
  const client = new JobClient()
  try {
    await openAsResults(client, { job, owner, lang })
  } finally {
    client.end()
  }
  return true
}
