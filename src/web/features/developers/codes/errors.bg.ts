import { ERRORS } from 'virtual:errors/bg'
import type { ShownError } from '../text.ts'

/** Every code, including those that a proxy answers with. */
export const ERRORS_BG: readonly ShownError[] = [
  ...ERRORS,
  {
    status: '502',
    code: 'outcome_unknown',
    sentence:
      'Прокси сървърът е загубил връзка със сървъра и не е известно дали заявката е изпълнена. Друг прокси сървър може да отговори с 504, без това тяло. Повторете превалутиране със същото тяло и същия `Idempotency-Key`; всичко друго проверете, преди да го повторите.',
  },
]
