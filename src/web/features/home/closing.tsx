import { SIGNUP_TOKENS } from '#product/limits.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { LinkedText } from '../../ui/linked-text.tsx'
import { Section } from '../../ui/section.tsx'

/** The closing call to action, depending on the session (HOME-05). Reserves the space of the longer text. */
export function Closing() {
  const lang = useLang()
  const { status } = useSession()
  return (
    <section
      aria-labelledby="closing"
      className="flex flex-wrap items-end justify-between gap-x-14 gap-y-6 border-t-2 border-ink pt-8"
    >
      <div className="grid gap-3">
        <h2 id="closing" className="text-h1">
          {m.home_closing()}
        </h2>
        <p className="min-h-[2lh] text-lead text-muted sm:min-h-[1lh]">
          {status === 'signed-out' ? m.home_closing_free({ tokens: SIGNUP_TOKENS }) : m.home_closing_text()}
        </p>
      </div>
      <div className="flex gap-3 max-sm:w-full max-sm:flex-col">
        <ButtonLink look="filled" to={pathOf('converter', lang)} className="px-8 text-lead sm:min-w-64">
          {status === 'signed-in' ? m.open_converter() : m.start_converting()}
        </ButtonLink>
        <ButtonLink look="tinted" to={pathOf('pricing', lang)} className="px-6 text-lead">
          {m.view_plans()}
        </ButtonLink>
      </div>
    </section>
  )
}

const LINES = [
  [m.home_privacy_kept, m.home_privacy_kept_text],
  [m.home_privacy_sent, m.home_privacy_sent_text],
  [m.home_privacy_none, m.home_privacy_none_text],
] as const

/** Where data is kept: no more than the privacy policy says. */
export function PrivacyBlock() {
  return (
    <Section id="privacy" title={m.home_privacy()} text={<LinkedText text={m.home_privacy_text()} />}>
      <dl className="border-t border-line-strong">
        {LINES.map(([what, text], i) => (
          <div key={i} className="grid gap-x-8 gap-y-1 border-b border-line py-4 sm:grid-cols-[1fr_2fr]">
            <dt className="text-lead font-bold">{what()}</dt>
            <dd>{text()}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
