import { PAGES } from '#web/routing/paths.ts'
import type { Person } from './product.ts'
import type { Scene } from './scenes.ts'

const TOKENS = 1000
const CODES = Array.from({ length: 10 }, (_, n) => `7K2M-9QX4-HT6B-0ZRD-5WNP-${1000 + 137 * n}`)

const FACTORS = {
  app: { createdAt: '2026-11-02T09:10:00.000Z' },
  passkeys: [
    {
      id: 'cGFzc2tleQ',
      name: 'Chrome · Windows',
      createdAt: '2026-10-12T14:05:00.000Z',
      usedAt: '2026-11-26T07:31:00.000Z',
    },
  ],
  recoveryCodes: 9,
}

const SECTION = 'section[aria-labelledby=second-factor-title]'

async function openSettings({ page, go }: Person): Promise<void> {
  await go(PAGES.settings.path)
  await page.locator(SECTION).scrollIntoViewIfNeeded()
}

/** Signs in, and is answered with an error. */
async function signIn({ page, go }: Person, status: number, json: object): Promise<void> {
  await page.route('**/api/auth/login', (route) => route.fulfill({ status, json }))
  await go(PAGES.login.path)
  await page.fill('input[name=email]', 'magazin@example.bg')
  await page.fill('input[name=password]', 'кон-батерия-скоба-7')
  await page.keyboard.press('Enter')
}

/** The states of the sign-in and the settings that protect an account. */
export const PROTECTION_SCENES: Record<string, Scene> = {
  'sign-in-code': {
    async open(person) {
      const json = { error: '…', code: 'second_factor_required', ticket: 'x', factors: ['app', 'passkey'] }
      await signIn(person, 401, json)
      await person.page.locator('input[name=code]').waitFor()
    },
  },
  'sign-in-locked': {
    async open(person, lang) {
      const error =
        lang === 'bg'
          ? 'Твърде много опити. Опитайте отново след 12 минути.'
          : 'Too many attempts. Try again in 12 minutes.'
      await signIn(person, 429, { error, code: 'too_many_requests' })
      await person.page.getByRole('main').getByRole('alert').first().waitFor()
    },
  },
  'sign-in-device': {
    async open(person) {
      await signIn(person, 429, { error: '…', code: 'too_many_requests' })
      await person.page.locator('form button.mt-2').click()
      await person.page.locator('input[name=code]').waitFor()
    },
  },
  'verify-password': {
    async open({ page, go }) {
      await page.route('**/api/auth/verify-email', (route) =>
        route.fulfill({ status: 403, json: { error: '…', code: 'password_required' } }),
      )
      await go(`${PAGES.verify.path}#token=x`)
      await page.getByRole('main').getByRole('button').click()
      await page.locator('input[name=password]').waitFor()
    },
  },
  'settings-factors': {
    tokens: TOKENS,
    async open(person) {
      await person.page.route('**/api/account/factors', (route) => route.fulfill({ json: FACTORS }))
      await openSettings(person)
      await person.page.getByTestId('factors').waitFor()
    },
  },
  'settings-unconfirmed': {
    tokens: TOKENS,
    async open(person) {
      await person.page.route('**/api/account', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), isVerified: false } })
      })
      await openSettings(person)
      await person.page.locator(`${SECTION} button`).waitFor()
    },
  },
  'settings-app': {
    tokens: TOKENS,
    isWindow: true,
    async open(person) {
      await openSettings(person)
      await person.page.locator(`${SECTION} button`).last().click()
      await person.page.getByTestId('secret').waitFor()
    },
  },
  'settings-codes': {
    tokens: TOKENS,
    isWindow: true,
    async open(person) {
      const { page } = person
      await page.route('**/api/account/app/confirm', (route) =>
        route.fulfill({ json: { recoveryCodes: CODES } }),
      )
      await openSettings(person)
      await page.locator(`${SECTION} button`).last().click()
      await page.fill('input[name=code]', '123456')
      await page.keyboard.press('Enter')
      await page.getByTestId('codes').waitFor()
    },
  },
  'settings-confirmation': {
    tokens: TOKENS,
    isWindow: true,
    async open(person) {
      const { page } = person
      await page.route('**/api/account/factors', (route) => route.fulfill({ json: FACTORS }))
      await page.route('**/api/account/recovery-codes', (route) =>
        route.fulfill({ status: 403, json: { error: '…', code: 'confirmation_required' } }),
      )
      await openSettings(person)
      await page.getByTestId('factors').getByRole('button').last().click()
      await page.getByRole('dialog').waitFor()
    },
  },
}
