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
        className={`${SEGMENT} min-h-7 px-3 hover:bg-chosen hover:ring hover:ring-line-strong`}
      >
        {text}
      </button>
    ))}
  </span>
)
