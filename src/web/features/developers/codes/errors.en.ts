import { ERRORS } from 'virtual:errors/en'
import type { ShownError } from '../text.ts'

/** Every code, including those that a proxy answers with. */
export const ERRORS_EN: readonly ShownError[] = [
  ...ERRORS,
  {
    status: '502',
    code: 'outcome_unknown',
    sentence:
      'The proxy has lost the connection to the server, and it is unknown whether the request was processed. Another proxy may return 504, without this body. Repeat a conversion with the same body and the same `Idempotency-Key`; check before you repeat anything else.',
  },
]
