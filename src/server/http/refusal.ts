import type { CommonRefusal } from '#contract/endpoint.ts'
import type { RefusalFigures } from '#contract/refusal-sentences.ts'
import type { RefusalCode } from '#contract/refusals.ts'

/** A request that is declined on purpose. Thrown by handlers alone, through `refuse`; stores answer verdicts. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly figures: RefusalFigures

  constructor(code: RefusalCode, figures: RefusalFigures = {}) {
    super(code)
    this.code = code
    this.figures = figures
  }
}

/** Declines with a code that every endpoint may answer. */
export const refuseCommon = (code: CommonRefusal, figures?: RefusalFigures): never => {
  throw new Refusal(code, figures)
}
