import { useState } from 'react'
import { EURO, NATIONAL } from '#money/currency.ts'
import type { MixedPricesChoice } from '#writeback/mixed-currencies.ts'
import { DEFAULT_PLACEMENT, PLACEMENTS, type Placement } from '#writeback/plan.ts'
import type { OwnFileRequest } from '#reports/types.ts'
import { m } from '#i18n/messages/messages.js'
import { RadioGroup } from '../../../ui/radio-group.tsx'

const PLACEMENT_NAME = {
  after: m.write_back_after,
  end: m.write_back_end,
  replace: m.write_back_replace,
} satisfies Record<Placement, () => string>

/** The same, as short as a phone has room for. */
const PLACEMENT_SHORT = {
  after: m.write_back_after_short,
  end: undefined,
  replace: m.write_back_replace_short,
} satisfies Record<Placement, (() => string) | undefined>

const MIXED_CHOICE_NAME = {
  EUR: m.write_back_mixed_euro,
  BGN: m.write_back_mixed_lev,
  mark: m.write_back_mixed_mark,
} satisfies Record<MixedPricesChoice, () => string>

/** In the order shown: the euro is the current currency. */
const MIXED_CHOICES = [EURO, NATIONAL, 'mark'] as const satisfies readonly MixedPricesChoice[]

/** Where the new prices go in the user's own file, and what becomes of prices in both currencies. */
export type OwnFileChoice = {
  readonly placement: Placement
  readonly setPlacement: (placement: Placement) => void
  /** Whether the user has chosen it. */
  readonly isPicked: boolean
  readonly mixed: MixedPricesChoice | undefined
  readonly setMixed: (mixed: MixedPricesChoice) => void
  /** Whether one column has both currencies and the placement makes it matter. */
  readonly isAsked: boolean
  /** Undefined while the question is open. */
  readonly request: Omit<OwnFileRequest, 'kind'> | undefined
}

/** @param initial the placement of the recipe by which the file was read */
export function useOwnFileChoice(isMixed: boolean, initial: Placement | null): OwnFileChoice {
  const [picked, setPlacement] = useState(initial ?? undefined)
  const placement = picked ?? DEFAULT_PLACEMENT
  const [mixed, setMixed] = useState<MixedPricesChoice>()
  const isAsked = isMixed && placement === 'replace'
  const request = !isAsked ? { placement } : mixed && { placement, mixed }
  return { placement, setPlacement, isPicked: picked !== undefined, mixed, setMixed, isAsked, request }
}

export const MIXED_QUESTION_ID = 'mixed-question'

type PlacementProps = {
  choice: OwnFileChoice
  /** What the file differs in from what was chosen. */
  notes: readonly string[]
  /** Whether the new columns are at the end because they cannot be inserted next to the prices. */
  isMovedToEnd: boolean
}

/** The choice of CONV-08, what the file will differ in from it, and the question of READ-12. */
export function OwnFilePlacement({ choice, notes, isMovedToEnd }: PlacementProps) {
  const { placement, setPlacement, isPicked, mixed, setMixed, isAsked } = choice
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <RadioGroup<Placement>
        label={m.write_back_placement()}
        isLabelShown
        // The default placement is not possible: the control shows the actual one, and the note gives the reason.
        value={isMovedToEnd && !isPicked ? 'end' : placement}
        options={PLACEMENTS.map((value) => ({
          value,
          text: PLACEMENT_NAME[value](),
          short: PLACEMENT_SHORT[value]?.(),
        }))}
        onPick={async (value) => setPlacement(value)}
      />
      <div role="status" className="contents">
        {notes.length > 0 && (
          <div className="grid max-w-prose gap-1 rounded-base bg-ask-soft px-4 py-3 text-[0.9375rem] inset-ring inset-ring-ask-line">
            {notes.map((note) => (
              <p key={note} className="wrap-anywhere">
                {note}
              </p>
            ))}
          </div>
        )}
      </div>
      {isAsked && (
        <div className="grid gap-2 rounded-base border border-ask-line bg-ask-soft px-4 py-3">
          <p id={MIXED_QUESTION_ID} className="max-w-prose font-semibold text-ask">
            {m.write_back_mixed()}
          </p>
          <RadioGroup<MixedPricesChoice>
            label={m.write_back_mixed_choice()}
            isLabelShown={false}
            value={mixed}
            options={MIXED_CHOICES.map((value) => ({ value, text: MIXED_CHOICE_NAME[value]() }))}
            onPick={async (value) => setMixed(value)}
          />
        </div>
      )}
    </div>
  )
}
