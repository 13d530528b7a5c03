import { formatRate } from '#money/format.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'

/** What the check looks at, by which rule, and what comes of it. */
export function WhatIsChecked() {
  const lang = useLang()
  const points = [m.check_what_pairs(), m.check_what_rule({ rate: formatRate(lang) }), m.check_what_result()]
  return (
    <section aria-labelledby="check-what" className="grid content-start gap-3 md:py-6">
      <h2 id="check-what" className="text-xl">
        {m.check_what_title()}
      </h2>
      <ul className="grid max-w-prose list-disc gap-2 ps-5 text-muted marker:text-line-strong">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  )
}
