import { LinkedText } from '../ui/linked-text.tsx'
import { PRODUCT } from '#product/product.ts'
import { useLang } from '../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { pathOf } from '../routing/paths.ts'
import type { PageHead } from '../routing/document-head.ts'
import { ButtonLink } from '../ui/button.tsx'

export function AboutPart({ id, title, texts }: { id: string; title: string; texts: readonly string[] }) {
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-14 gap-y-3 border-b border-line py-7 last:border-b-0 lg:grid-cols-[1fr_2fr]"
    >
      <h2 id={id} className="text-h3">
        {title}
      </h2>
      <div className="grid max-w-prose gap-4">
        {texts.map((text, i) => (
          <p key={i}>
            <LinkedText text={text} />
          </p>
        ))}
      </div>
    </section>
  )
}

export const head = (): PageHead => ({ title: m.about_title(), description: m.about_description() })

/** The product, its audience, its rules and what it is not (INFO-01). */
export default function AboutPage() {
  const lang = useLang()
  return (
    <div className="grid gap-10">
      <div className="grid gap-3">
        <h1 className="text-h1">{m.about_heading()}</h1>
        <p className="max-w-prose text-lead text-muted">{m.about_lead()}</p>
      </div>
      <div className="border-y border-line-strong">
        <AboutPart id="mission" title={m.about_mission()} texts={[m.about_mission_text()]} />
        <AboutPart id="for" title={m.about_for()} texts={[m.about_for_text(), m.about_for_cost()]} />
        <AboutPart id="rate" title={m.about_rate()} texts={[m.about_rate_text(), m.about_rate_sum()]} />
        <AboutPart id="data" title={m.about_data()} texts={[m.about_data_text(), m.about_data_link()]} />
        <AboutPart
          id="not"
          title={m.about_not()}
          texts={[m.footer_independent({ product: PRODUCT.name[lang] }), m.about_not_text()]}
        />
      </div>
      <div className="flex gap-3 max-sm:flex-col">
        <ButtonLink look="filled" to={pathOf('converter', lang)} size="large" className="px-6">
          {m.go_to_converter()}
        </ButtonLink>
        <ButtonLink look="tinted" to={pathOf('pricing', lang)} size="large" className="px-6">
          {m.view_pricing()}
        </ButtonLink>
      </div>
      <p className="text-small text-muted">
        <a
          href="/third-party-licences.txt"
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {m.about_licences()}
        </a>
      </p>
    </div>
  )
}
