import { m } from '#i18n/messages/messages.js'

/** Shows how each amount came about, and by which rule (PROOF-01). */
export function SumsToggle({ isOn, onToggle }: { isOn: boolean; onToggle: () => void }) {
  return (
    <div className="grid justify-items-start gap-3">
      <button
        type="button"
        aria-pressed={isOn}
        onClick={onToggle}
        className="inline-flex min-h-11 items-center gap-2 rounded-base border border-line-strong bg-raised px-4 font-semibold hover:bg-sunken aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-surface print:hidden"
      >
        {m.sums_show()}
      </button>
      {isOn && <p className="max-w-prose text-muted">{m.sums_rule()}</p>}
    </div>
  )
}
