import { randomBytes } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { startProduct, visit } from '#test/e2e/product.ts'
import { type Lang, WORDS } from '#test/e2e/words.ts'
import { startStripeEmulator } from '#stripe-emulator/server.ts'

export type Person = {
  page: Page
  words: (typeof WORDS)[Lang]
  /** Opens a page in the user's language, and waits until it is idle. */
  go: (path: string) => Promise<void>
  leave: () => Promise<void>
}

export type RunningProduct = {
  visitor: (lang: Lang) => Promise<Person>
  /** A user with a new account, whose email is confirmed. */
  member: (lang: Lang, tokens: number) => Promise<Person>
  close: () => Promise<void>
}

/** Starts the product with an empty data folder, and the Stripe emulator. */
export async function openProduct(browser: Browser): Promise<RunningProduct> {
  const key = `sk_test_${randomBytes(16).toString('hex')}`
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`
  const provider = await startStripeEmulator({ port: 0, key, webhookSecret, webhookUrl: undefined })
  const product = await startProduct({
    STRIPE_SECRET_KEY: key,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_ORIGIN: provider.origin,
  })
  let accounts = 0

  async function enter(lang: Lang) {
    const { page, context } = await visit(browser, product.origin)
    const words = WORDS[lang]
    const person: Person = {
      page,
      words,
      async go(path) {
        await page.goto(words.prefix + path, { waitUntil: 'networkidle' })
      },
      leave: () => context.close(),
    }
    return { person, context }
  }

  return {
    visitor: async (lang) => (await enter(lang)).person,
    async member(lang, tokens) {
      const { person, context } = await enter(lang)
      const email = `${lang === 'bg' ? 'magazin' : 'shop'}${++accounts}@example.bg`
      const reply = await context.request.post('/api/auth/register', {
        data: { email, password: 'кон-батерия-скоба-7' },
        headers: { origin: product.origin, 'x-requested-with': 'levro', 'accept-language': lang },
      })
      if (!reply.ok()) throw new Error(`The registration was answered with ${reply.status()}.`)
      await product.database((db) =>
        db.updateTable('account').set({ verified_at: Date.now() }).where('email', '=', email).execute(),
      )
      // A new account has some already.
      if (tokens > 0) await product.grant(email, tokens)
      return person
    },
    async close() {
      await product.stop()
      await provider.stop()
    },
  }
}
