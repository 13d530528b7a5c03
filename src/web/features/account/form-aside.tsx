import { type ReactNode, useEffect, useState } from 'react'
import { formatCount } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { loadResume } from '#engine/storage/resume.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { SampleSheet } from './sample-sheet.tsx'

type Kind = 'login' | 'register'

/** What an account is for, before and after it is made. */
const REASONS = {
  register: {
    title: m.account_gives,
    list: [
      [m.account_gives_tokens, m.account_gives_tokens_text],
      [m.account_kept, m.account_kept_text],
      [m.account_device, m.account_device_text],
    ],
  },
  login: {
    title: m.account_has,
    list: [
      [m.account_kept, m.account_kept_text],
      [m.account_has_tokens, m.account_has_tokens_text],
      [m.account_device, m.account_device_text],
    ],
  },
} as const

/**
 * What waits on the device for a sign-in, as a sentence and as a card. Loaded after the page has started; before that, and
 * without rows, what an account is for stands in its place.
 */
export function useFormAside(kind: Kind): { sentence: string | undefined; aside: ReactNode } {
  const lang = useLang()
  const [found, setFound] = useState<{ sentence: string; card: ReactNode }>()
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const found = await loadCheck(kind, lang)
      if (found) {
        if (isCurrent) setFound(found)
        return
      }
      const { loadWaitingRows, waitingTitle } = await import('../file/waiting-rows.ts')
      const waiting = await loadWaitingRows()
      if (!waiting || !isCurrent) return
      const { WaitingCard } = await import('./waiting-card.tsx')
      const sentence = waitingTitle(waiting, formatCount(waiting.prices, lang))
      setFound({ sentence, card: <WaitingCard waiting={waiting} kind={kind} /> })
    }
    // Without it the page says what an account is for.
    load().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [kind, lang])
  return { sentence: found?.sentence, aside: found?.card ?? <Reasons kind={kind} /> }
}

/** The check that has led here, where its file was kept. */
async function loadCheck(kind: Kind, lang: Lang) {
  if (loadResume() !== 'check') return undefined
  const { loadWaitingCheck, waitingCheckTitle } = await import('../file/waiting-check.ts')
  const waiting = await loadWaitingCheck()
  if (!waiting) return undefined
  const { WaitingCheckCard } = await import('./waiting-check-card.tsx')
  return {
    sentence: waitingCheckTitle(waiting, formatCount(waiting.found.off, lang)),
    card: <WaitingCheckCard waiting={waiting} kind={kind} />,
  }
}

function Reasons({ kind }: { kind: Kind }) {
  const { title, list } = REASONS[kind]
  return (
    // Hidden below 768 px on the sign-in page: there it would follow the form.
    <section className={`grid content-start gap-5 md:pt-4.5 ${kind === 'login' ? 'max-md:hidden' : ''}`}>
      <h2 className="text-h3">{title()}</h2>
      <ul className="grid border-t border-line">
        {list.map(([name, text]) => (
          <li key={name()} className="border-b border-line py-3">
            <h3 className="text-lead">{name()}</h3>
            <p className="text-muted">{text()}</p>
          </li>
        ))}
      </ul>
      {kind === 'register' && <SampleSheet />}
    </section>
  )
}
