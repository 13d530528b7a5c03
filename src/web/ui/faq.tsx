import { Section } from './section.tsx'
import { DetailsChevron } from './icon.tsx'
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
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 text-lead font-semibold [&::-webkit-details-marker]:hidden">
              {question()}
              <DetailsChevron className="size-5 print:hidden" />
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
