import { m } from '#i18n/messages/messages.js'
import { LinkedText } from '../../ui/linked-text.tsx'
import { Beside } from '../../ui/section.tsx'

const LINES = [
  [m.home_privacy_kept, m.home_privacy_kept_text],
  [m.home_privacy_sent, m.home_privacy_sent_text],
  [m.home_privacy_none, m.home_privacy_none_text],
] as const

/** Where the data are: no more than the privacy policy says. */
export function PrivacyBlock() {
  return (
    <Beside id="privacy" title={m.home_privacy()} text={<LinkedText text={m.home_privacy_text()} />}>
      <dl className="border-t border-line-strong">
        {LINES.map(([what, text], i) => (
          <div key={i} className="grid gap-x-8 gap-y-1 border-b border-line py-4 sm:grid-cols-[1fr_2fr]">
            <dt className="text-lg font-bold">{what()}</dt>
            <dd>{text()}</dd>
          </div>
        ))}
      </dl>
    </Beside>
  )
}
