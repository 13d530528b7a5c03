import { type Lang, byLang } from '#i18n/language.ts'
import { SIGNUP_TOKENS } from './limits.ts'
import type { Cents } from '#money/amount.ts'

export type PlanId = 'free' | 'starter' | 'business' | 'pro' | 'enterprise'

export type Plan = {
  readonly id: PlanId
  readonly name: Readonly<Record<Lang, string>>
  readonly tokens: number
  /** One-time price. Undefined where it is agreed individually. */
  readonly price: Cents | undefined
}

/** A plan that is sold on the site by card. */
export type Pack = Plan & { readonly price: Cents }

const plan = (id: PlanId, name: string | Plan['name'], tokens: number, price?: number): Plan => ({
  id,
  name: typeof name === 'string' ? byLang(() => name) : name,
  tokens,
  price: price as Cents | undefined,
})

/** Every plan, the smallest first (PAY-01). */
export const PLANS: readonly Plan[] = [
  plan('free', { bg: 'Безплатен', en: 'Free' }, SIGNUP_TOKENS, 0),
  plan('starter', 'Starter', 500, 4_99),
  plan('business', 'Business', 2_000, 14_99),
  plan('pro', 'Pro', 10_000, 59_99),
  plan('enterprise', 'Enterprise', 50_000),
]

/** What the payment page says of a pack; takes the formatted number of its tokens. */
export const PACK_DESCRIPTION = {
  bg: (tokens: string) => `${tokens} жетона за превалутиране на цени. Не изтичат.`,
  en: (tokens: string) => `${tokens} tokens for converting prices. They never expire.`,
} satisfies Record<Lang, (tokens: string) => string>

const isPack = (plan: Plan): plan is Pack => plan.price !== undefined && plan.price > 0

/** The plans that are sold by card, the smallest first. */
export const PACKS: readonly Pack[] = PLANS.filter(isPack)

/** The pack with this id, which the wire calls `priceId`; undefined for plans that are not sold. */
export const findPack = (id: string): Pack | undefined => PACKS.find((pack) => pack.id === id)

/** The name of a purchased pack, also when it is no longer sold. */
export const planName = (id: string | null, lang: Lang): string => findPack(id ?? '')?.name[lang] ?? id ?? ''

/**
 * The smallest paid plan that covers so many prices together with the tokens at hand; the largest where none does. Undefined
 * when those tokens are enough.
 */
export const planFor = (prices: number, owned: number): Plan | undefined =>
  prices <= owned
    ? undefined
    : (PLANS.find(({ price, tokens }) => price !== 0 && tokens + owned >= prices) ?? PLANS.at(-1))

/** Several packs bought one after the other. */
export type PackCombination = {
  readonly packs: readonly Pack[]
  readonly tokens: number
  readonly price: Cents
}

/** More purchases are not worth what they save, and neither are a few cents. */
const COMBINATION = { packs: 3, saving: 1_00 }

/** The cheapest two or three packs that cover so many tokens for less than the one that does; undefined where none do. */
export function cheaperPacks(missing: number): PackCombination | undefined {
  const one = PACKS.find(({ tokens }) => tokens >= missing)
  let best: PackCombination | undefined
  const add = (packs: readonly Pack[], from: number) => {
    const tokens = packs.reduce((sum, pack) => sum + pack.tokens, 0)
    const price = packs.reduce((sum, pack) => sum + pack.price, 0) as Cents
    const isCheaper = price < (best?.price ?? (one ? one.price - COMBINATION.saving : Infinity))
    if (packs.length > 1 && tokens >= missing && isCheaper) best = { packs, tokens, price }
    if (packs.length === COMBINATION.packs) return
    // The largest first; each combination once.
    for (let i = from; i >= 0; i--) add([...packs, PACKS[i]!], i)
  }
  add([], PACKS.length - 1)
  return best
}

/** What covers a number of prices for the least. */
export type Offer = {
  /** One plan, or several packs that are bought one after the other. */
  readonly plans: readonly Plan[]
  readonly tokens: number
  /** Undefined where it is agreed individually. */
  readonly price: Cents | undefined
}

/** Undefined when the tokens at hand are enough. */
export function cheapestOffer(prices: number, owned: number): Offer | undefined {
  const plan = planFor(prices, owned)
  if (plan === undefined) return undefined
  const several = cheaperPacks(prices - owned)
  return several
    ? { plans: several.packs, tokens: several.tokens, price: several.price }
    : { plans: [plan], tokens: plan.tokens, price: plan.price }
}

/** The pack to buy when so many tokens are missing: the smallest that covers them, or the largest there is. */
export const packFor = (missing: number): Pack | undefined =>
  findPack(planFor(missing, 0)?.id ?? '') ?? PACKS.at(-1)

/**
 * The number of a pack's tokens that a partial refund takes back: in proportion, rounded down in the buyer's
 * favour. A refund above the price counts as the price.
 */
export function tokensOf(pack: { tokens: number; price: Cents }, returned: Cents): number {
  const product = pack.tokens * Math.min(returned, pack.price)
  return (product - (product % pack.price)) / pack.price
}
