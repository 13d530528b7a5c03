import { z } from 'zod'

/** Our own id of an order. Whatever else another product has written there is none. */
export const reference = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .optional()
  .catch(undefined)
