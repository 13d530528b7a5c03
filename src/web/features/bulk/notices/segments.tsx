import { SEGMENT, SEGMENTS } from '../../../ui/radio-group.tsx'

type SegmentsProps = {
  /** HTML id of the question. */
  labelledBy: string
  answers: readonly { text: string; pick: () => void }[]
}

/** Answers in the look of a RadioGroup, each given by a press alone: the question goes with it. */
export const Segments = ({ labelledBy, answers }: SegmentsProps) => (
  <span role="group" aria-labelledby={labelledBy} className={SEGMENTS}>
    {answers.map(({ text, pick }) => (
      <button
        key={text}
        type="button"
        onClick={pick}
        className={`${SEGMENT} min-h-7 bg-raised px-3 inset-ring inset-ring-line hover:inset-ring-line-strong`}
      >
        {text}
      </button>
    ))}
  </span>
)
