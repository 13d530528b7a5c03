import { LinkedText } from '../ui/linked-text.tsx'

export function AboutPart({ id, title, texts }: { id: string; title: string; texts: readonly string[] }) {
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-14 gap-y-3 border-b border-line py-8 last:border-b-0 lg:grid-cols-[1fr_2fr]"
    >
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <div className="grid max-w-prose gap-4 text-lg">
        {texts.map((text, i) => (
          <p key={i}>
            <LinkedText text={text} />
          </p>
        ))}
      </div>
    </section>
  )
}
