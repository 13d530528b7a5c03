import { m } from '#i18n/messages/messages.js'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { LinkedText } from '../../ui/linked-text.tsx'

type PlaceProps = { title: string; icon: IconName; thing: string; text: string }

function Place({ title, icon, thing, text }: PlaceProps) {
  return (
    <li className="card grid content-start justify-items-start gap-2 border-line-strong! p-4 max-sm:p-3.5">
      <h3 className="text-base">{title}</h3>
      <span className="inline-flex items-center gap-1.5 rounded-small bg-sunken px-2.5 py-1 font-semibold">
        <Icon name={icon} className="size-4" />
        {thing}
      </span>
      <p className="text-small text-muted">{text}</p>
    </li>
  )
}

/** Where data is kept, as a diagram: no more than the privacy policy says. */
export function Privacy() {
  return (
    <section aria-labelledby="privacy" className="grid grid-cols-1 content-start gap-3">
      <h2 id="privacy" className="text-h2">
        {m.home_privacy()}
      </h2>
      <p className="max-w-prose text-muted max-sm:text-[0.9375rem] max-sm:leading-snug">
        <LinkedText text={m.home_privacy_text()} />
      </p>
      <ol className="grid grid-cols-2 max-[23.5rem]:grid-cols-1 max-sm:gap-x-3 max-sm:gap-y-2 sm:grid-cols-[1fr_0.9fr_1fr]">
        <Place
          title={m.home_privacy_kept()}
          icon="file"
          thing={m.home_privacy_file()}
          text={m.home_privacy_kept_text()}
        />
        <li className="text-small max-sm:order-1 max-sm:col-span-full sm:grid sm:content-center sm:justify-items-center sm:gap-1 sm:p-3 sm:text-center">
          <h3 className="text-small font-semibold max-sm:inline">
            {m.home_privacy_sent()}
            <span className="sm:hidden">:</span>
          </h3>{' '}
          <svg aria-hidden="true" viewBox="0 0 100 10" className="w-full stroke-ink max-sm:hidden">
            <path d="M0 5h99m-5-4 5 4-5 4" fill="none" />
          </svg>
          <span className="text-muted">{m.home_privacy_sent_text()}</span>
        </li>
        <Place
          title={m.home_privacy_account()}
          icon="check"
          thing={m.home_privacy_result()}
          text={m.home_privacy_account_text()}
        />
      </ol>
    </section>
  )
}
