import { z } from 'zod'
import { PRODUCT } from '#product/product.ts'

/** What we write on our own sessions. Other products share the provider's account, and a buyer can write none of it. */
export const markOf = (purchaseId: string) => ({ product: PRODUCT.slug, purchase: purchaseId })

const mark = z.object({
  product: z.literal(PRODUCT.slug),
  purchase: z.string().regex(/^[\w-]{1,64}$/),
})

/** The id of the order that a session was made for; undefined of what is not ours. */
export const purchaseOf = (metadata: unknown): string | undefined => mark.safeParse(metadata).data?.purchase
