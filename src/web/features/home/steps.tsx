import { m } from '#i18n/messages/messages.js'

const STEPS = [m.home_step_1, m.home_step_2, m.home_step_3, m.home_step_4]

export function Steps() {
  return (
    <section aria-labelledby="how" className="grid gap-6">
      <h2 id="how" className="text-2xl sm:text-3xl">
        {m.home_how()}
      </h2>
      <ol className="grid gap-x-8 border-t border-line-strong sm:grid-cols-2 lg:grid-cols-4">
        {STEPS.map((step, i) => (
          <li key={i} className="flex gap-4 border-b border-line py-5 lg:border-b-0">
            <span className="text-4xl leading-none font-extrabold text-muted">{i + 1}</span>
            <span>{step()}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
