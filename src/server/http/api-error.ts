import type { CommonRefusal } from '#api/endpoint.ts'
import type { RefusalFigures } from '#api/error-messages.ts'
import type { RefusalCode } from '#api/errors.ts'

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
