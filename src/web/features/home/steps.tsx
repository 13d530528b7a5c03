import { m } from '#i18n/messages/messages.js'

const STEPS = [
  [m.home_step_1, m.home_step_1_text],
  [m.home_step_2, m.home_step_2_text],
  [m.home_step_3, m.home_step_3_text],
  [m.home_step_4, m.home_step_4_text],
] as const

export function Steps() {
  return (
    <section aria-labelledby="how" className="grid grid-cols-1 gap-5">
      <h2 id="how" className="text-h2">
        {m.home_how()}
      </h2>
      <ol className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        {STEPS.map(([title, text], i) => (
          <li key={i} className="grid grid-cols-[auto_1fr] gap-x-3 border-t border-line pt-3">
            <span className="row-span-2 text-h1 leading-none font-extrabold [font-variant-numeric:proportional-nums]">
              {i + 1}
            </span>
            <h3 className="text-lead">{title()}</h3>
            <p className="text-muted">{text()}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
