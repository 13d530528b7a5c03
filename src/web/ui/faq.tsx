import { Section } from './section.tsx'
import { Icon } from './icon.tsx'
import { LinkedText } from './linked-text.tsx'

/** A question and its answer, which may have links. */
export type Question = readonly [question: () => string, answer: () => string]

/** A native accordion: only one of `name` is open at a time. */
export function FaqList({ title, questions }: { title: string; questions: readonly Question[] }) {
  return (
    <Section id="questions" title={title}>
      <div className="border-t border-line-strong">
        {questions.map(([question, answer], i) => (
          <details key={i} name="faq" className="group border-b border-line">
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 text-lg font-semibold [&::-webkit-details-marker]:hidden">
              {question()}
              <Icon
                name="chevron"
                className="size-5 text-muted transition-transform print:hidden duration-150 group-open:rotate-180 motion-reduce:transition-none"
              />
            </summary>
            <p className="max-w-prose pb-5">
              <LinkedText text={answer()} />
            </p>
          </details>
        ))}
      </div>
    </Section>
  )
}
