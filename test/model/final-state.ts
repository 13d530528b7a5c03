import { login } from '#api/auth.ts'
import { listPurchases } from '#api/payments.ts'
import { getJob, listJobs } from '#api/conversions.ts'
import { downloadData, getAccount } from '#api/account.ts'
import { auditLedger } from '#server/tokens/audit.ts'
import { expect } from 'vitest'
import { Client } from '../server/client.ts'
import { everyEntry } from './every-entry.ts'
import { shownJob } from './conversion-commands.ts'
import { shownState } from './purchase-commands.ts'
import { expectAnswer, given } from './expected.ts'
import { readSession, sessionOf } from './sign-in-commands.ts'
import { shownSessions } from './settings-commands.ts'
import { type Actor, type System, BROWSERS, USERS, actorOf, expectEmailsSent } from './system.ts'
import {
  type ModelAccount,
  type ModelBrowser,
  type ModelPurchase,
  balanceOf,
  debtOf,
  isContested,
} from './state.ts'

/** Compares every readable response at the end with the model. */
export async function expectFinalState(system: System): Promise<void> {
  const seen = new Set<ModelAccount>()
  for (let user = 0; user < USERS; user++)
    for (let browser = 0; browser < BROWSERS; browser++) {
      const actor = actorOf(system, { kind: 'readAll', user, browser, n: 0, way: 0 })
      await readSession(actor)
      const account = system.model.caller(actor.browser)
      if (account === undefined || seen.has(account)) continue
      seen.add(account)
      await expectAccount(actor, account)
    }
  for (const account of system.model.accounts.values())
    if (!seen.has(account)) await expectAccount(await signInElsewhere(system, account), account)
  expectEmails(system)
  expect((await auditLedger(system.shop.server.db)).faults).toEqual([])
}

/** In a network without failed guesses, so that no rate limit applies. */
async function signInElsewhere(system: System, account: ModelAccount): Promise<Actor> {
  const { model, shop } = system
  const client = new Client(shop.server.origin)
  const browser: ModelBrowser = { session: undefined, device: undefined }
  const headers = { 'x-forwarded-for': model.network.replace('10.', '11.'), 'accept-language': 'en' }
  const command = { kind: 'readAll', user: 0, browser: 0, n: 0, way: 0 }
  const call: Actor['call'] = (endpoint, input = {}) => client.call(endpoint, { ...input, headers })
  const { address: email, password } = account
  expectAnswer(await call(login, { body: { email, password } }), sessionOf(account))
  model.noticeDevice(browser, account)
  model.signIn(browser, account)
  await expectEmailsSent(system)
  return { system, command, model, browser, client, email, call }
}

const KINDS = [
  'verify',
  'reset',
  'taken',
  'password',
  'deleted',
  'purchase',
  'refund',
  'dispute',
  'new-device',
  'failed-sign-ins',
] as const

/** The expected number of emails of each kind, and no others. */
function expectEmails({ mail, model, emails, signature }: System): void {
  const addresses = emails.flatMap((email) => [email, email.replace('user', 'User')])
  for (const address of addresses) {
    const came = KINDS.map((kind) => [kind, mail.emailsTo(address, kind).length] as const)
    expect([address, came]).toEqual([
      address,
      KINDS.map((kind) => [kind, model.emailCounts.get(`${kind} ${address}`) ?? 0]),
    ])
    expect(mail.emailsTo(address)).toHaveLength(came.reduce((sum, [, count]) => sum + count, 0))
  }
  const texts = mail.received.flatMap(({ text = '' }) => (text.includes(signature) ? [text] : []))
  expect(texts).toHaveLength(model.messages.length)
  for (const [message, { length }] of Map.groupBy(model.messages, (one) => one))
    expect([message, texts.filter((text) => text.includes(message)).length]).toEqual([message, length])
}

async function expectAccount(actor: Actor, account: ModelAccount): Promise<void> {
  const { call } = actor
  const { address: email, createdAt, isVerified, freeTokens } = account
  const purchases = account.purchases
    .toReversed()
    .toSorted((a, b) => listedAt(b) - listedAt(a))
    .map(shownPurchase)
  const told = purchases.filter(({ status }) => status !== 'open' && status !== 'expired')
  const counts = { conversions: account.jobs.length, purchases: told.length }
  const owed = { tokensOwed: debtOf(account), isDisputed: isContested(account) }
  expectAnswer(
    await call(getAccount),
    given({ email, createdAt, isVerified, freeTokens, ...counts, ...owed }),
  )
  const jobs = account.jobs.toReversed().map((job) => ({ job: shownJob(job), rows: job.rows }))
  expectAnswer(await call(listJobs), given({ jobs: jobs.map(({ job }) => job) }))
  for (const one of jobs) expectAnswer(await call(getJob, { params: { id: one.job.id } }), given(one))
  const tokens = shownEntries(account)
  expect(await everyEntry(actor.client)).toEqual(tokens)

  expect((await call(listPurchases)).reply).toEqual({ purchases: told.slice(0, 20), total: told.length })

  const { db } = actor.system.shop.server
  await db.updateTable('session').set({ confirmed_at: actor.model.now }).execute()
  const { exportedAt, sessions, securityEvents: _logged, ...data } = (await call(downloadData)).reply
  expect(exportedAt).toBe(actor.model.time)
  expect(sessions.map(({ id: _id, device: _device, ...one }) => one)).toEqual(
    shownSessions(actor, account, actor.browser),
  )
  expect(data).toEqual({
    account: { email, createdAt, isVerified, freeTokens, tokens: balanceOf(account) },
    knownDevices: [...account.devices]
      .map(({ usedAt }) => ({ usedAt: new Date(usedAt).toISOString() }))
      .toSorted((a, b) => b.usedAt.localeCompare(a.usedAt)),
    apiKeys: [],
    files: [],
    secondFactors: { app: null, passkeys: [], recoveryCodes: 0 },
    waitingLetters: [],
    acceptedTerms: [{ version: '1.0.0', at: account.termsAt }],
    messages: account.messages,
    purchases,
    tokens,
    jobs,
  })
}

/** Ledger entries, newest first, with the balance after each. */
function shownEntries({ entries, jobs }: ModelAccount) {
  let balanceAfter = 0
  return entries
    .map(({ at, reason, delta, note = null, jobId, plan = null, uncovered = 0 }, index) => {
      balanceAfter += delta
      const job = jobs.find(({ id }) => id === jobId)
      const { id = null, filename = null } = job ?? {}
      const source = job ? 'upload' : null
      const kept = { note, jobId: id, filename, source, plan, uncovered }
      return { seq: index + 1, at, reason, delta, balanceAfter, ...kept }
    })
    .toReversed()
}

/** Paid ones are listed by their payment. */
const listedAt = ({ createdAt, seen }: ModelPurchase): number => seen.paidAt ?? createdAt

const shownPurchase = (purchase: ModelPurchase) => ({
  id: expect.any(String),
  createdAt: new Date(purchase.createdAt).toISOString(),
  paidAt: purchase.seen.paidAt === null ? null : new Date(purchase.seen.paidAt).toISOString(),
  plan: purchase.plan,
  tokens: purchase.tokens,
  priceCents: purchase.priceCents,
  ...shownState(purchase),
})
