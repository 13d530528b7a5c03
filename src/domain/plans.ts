import type { Lang } from './lang.ts'
import { SIGNUP_TOKENS } from './limits.ts'
import type { Cents } from './money.ts'

export type PlanId = 'free' | 'starter' | 'business' | 'pro' | 'enterprise'

export type Plan = {
  readonly id: PlanId
  readonly name: Readonly<Record<Lang, string>>
  readonly tokens: number
  /** Paid once. Undefined where it is agreed with the buyer. */
  readonly price: Cents | undefined
}

const plan = (id: PlanId, name: string | Record<Lang, string>, tokens: number, price?: number): Plan => ({
  id,
  name: typeof name === 'string' ? { bg: name, en: name } : name,
  tokens,
  price: price as Cents | undefined,
})

/** Every plan, from the smallest (PAY-01). */
export const PLANS: readonly Plan[] = [
  plan('free', { bg: 'Безплатен', en: 'Free' }, SIGNUP_TOKENS, 0),
  plan('starter', 'Starter', 500, 4_99),
  plan('business', 'Business', 2_000, 14_99),
  plan('pro', 'Pro', 10_000, 59_99),
  plan('enterprise', 'Enterprise', 50_000),
]
