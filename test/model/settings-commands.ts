import type { Endpoint } from '#api/endpoint.ts'
import { requestReset, resetPassword, verifyEmail } from '#api/auth.ts'
import {
  changePassword,
  deleteAccount,
  endAllSessions,
  endSession,
  listSessions,
  requestVerification,
} from '#api/account.ts'
import { signOutEverywhere } from '#server/auth/credentials.ts'
import { expect } from 'vitest'
import { HOUR, MINUTE } from './counts.ts'
import { type Expected, expectAnswer, given, refused, waitFor } from './expected.ts'
import { pollsDone } from './purchase-polls.ts'
import { BAD_PASSWORDS, PASSWORDS, WRONG_PASSWORD, takeLinks } from './sign-in-commands.ts'
import { type Actor, accountOf, at, expectEmailsSent, pick } from './system.ts'
import {
  type ModelAccount,
  type ModelBrowser,
  type ModelPurchase,
  type ModelSession,
  balanceOf,
} from './state.ts'

/** For an endpoint that needs a session: the expected response of a signed-in user. */
async function answered(
  { model, browser, call }: Actor,
  [endpoint, input]: [Endpoint, Parameters<Actor['call']>[1]?],
  of: (account: ModelAccount, session: ModelSession) => Expected,
): Promise<void> {
  const account = model.caller(browser)
  const expected = account && browser.session ? of(account, browser.session) : refused('not_authenticated')
  expectAnswer(await call(endpoint, input), expected)
}

let names = 0
const nameOf = new WeakMap<ModelSession, number>()

/** Undefined when the password that was typed is the owner's. */
function ownerProblem(
  { model }: Actor,
  password: string,
  [account, session]: [ModelAccount, ModelSession],
): Expected | undefined {
  if (!nameOf.has(session)) nameOf.set(session, ++names)
  const counts = [{ key: `confirm ${nameOf.get(session)}`, most: 10, ms: 15 * MINUTE }]
  const wait = model.counts.take(counts, model.now)
  if (wait !== undefined) return waitFor(wait)
  if (password !== account.password) return refused('wrong_password')
  model.counts.giveBack(counts)
  return undefined
}

const ownPassword = ({ command, browser }: Actor): string =>
  command.way === 0 ? WRONG_PASSWORD : (browser.session?.account.password ?? PASSWORDS[0])

/** A new password ends the sessions and links of the old one. */
function replacePassword({ model }: Actor, account: ModelAccount, password: string): void {
  account.password = password
  account.sessions.clear()
  account.devices.clear()
  for (const link of model.links) if (link.account === account && link.purpose === 'reset') link.endsAt = 0
  model.countEmail(account.address, 'password')
}

export async function newPassword(actor: Actor): Promise<void> {
  const { command, model, browser } = actor
  const currentPassword = ownPassword(actor)
  const bad = command.way === 1 ? at(BAD_PASSWORDS, command.n) : undefined
  const password = bad?.[0] ?? at(PASSWORDS, command.n)
  const body = { currentPassword, newPassword: password }
  await answered(actor, [changePassword, { body }], (account, session) => {
    const problem = ownerProblem(actor, currentPassword, [account, session])
    if (problem !== undefined) return problem
    if (bad !== undefined) return refused(bad[1])
    const changes = { key: `change ${account.address.toLowerCase()}`, most: 10, ms: HOUR }
    const wait = model.counts.take([changes], model.now)
    if (wait !== undefined) return waitFor(wait)
    replacePassword(actor, account, password)
    model.signIn(browser, account)
    return given({ ok: true, user: { email: account.address }, tokens: balanceOf(account) })
  })
  await expectEmailsSent(actor.system)
}

export async function askToVerify(actor: Actor): Promise<void> {
  const { model, system } = actor
  let address = ''
  await answered(actor, [requestVerification], (account) => {
    if (account.isVerified) return given()
    const wait = model.counts.take(
      [{ key: `verify ${account.address.toLowerCase()}`, most: 3, ms: HOUR }],
      model.now,
    )
    if (wait !== undefined) return waitFor(wait)
    address = account.address
    model.countEmail(address, 'verify')
    return given()
  })
  await expectEmailsSent(system)
  await takeLinks(actor, address)
}

/** Valid sessions, last used first. */
export const goodSessions = ({ model }: Pick<Actor, 'model'>, account: ModelAccount): ModelSession[] =>
  [...account.sessions]
    .filter((session) => model.isGood(session))
    .toSorted((a, b) => b.usedAt - a.usedAt || b.startedAt - a.startedAt)

export const shownSessions = (
  actor: Pick<Actor, 'model'>,
  account: ModelAccount,
  { session }: ModelBrowser,
) =>
  goodSessions(actor, account).map((one) => ({
    createdAt: new Date(one.startedAt).toISOString(),
    lastUsedAt: new Date(one.usedAt).toISOString(),
    isCurrent: one === session,
  }))

export async function signOutOther(actor: Actor): Promise<void> {
  const { command, model, browser, call } = actor
  const account = model.caller(browser)
  const listed = account && (await call(listSessions)).reply.sessions
  const which = command.way === 1 ? undefined : pick(listed ?? [], command.n)
  const session = account && which && goodSessions(actor, account)[listed?.indexOf(which) ?? 0]
  const password = ownPassword(actor)
  const input = { params: { id: which?.id ?? 'none' }, body: { password } }
  await answered(actor, [endSession, input], (account, own) => {
    const problem = ownerProblem(actor, password, [account, own])
    if (problem !== undefined) return problem
    if (session === undefined) return refused('not_found')
    account.sessions.delete(session)
    account.devices.clear()
    account.sessions.delete(own)
    model.signIn(browser, account)
    return given()
  })
}

export async function signOutAll(actor: Actor): Promise<void> {
  const { browser } = actor
  const password = ownPassword(actor)
  await answered(actor, [endAllSessions, { body: { password } }], (account, own) => {
    const problem = ownerProblem(actor, password, [account, own])
    if (problem !== undefined) return problem
    account.sessions.clear()
    account.devices.clear()
    browser.session = undefined
    browser.device = undefined
    return given()
  })
}

export async function removeAccount(actor: Actor): Promise<void> {
  const { model, browser, system } = actor
  const open: ModelPurchase[] = []
  await answered(actor, [deleteAccount], (account, { confirmedAt }) => {
    if (model.now - confirmedAt >= 15 * MINUTE) return refused('confirmation_required')
    open.push(...account.purchases.filter(({ state }) => state === 'open'))
    const email = account.address.toLowerCase()
    model.accounts.delete(email)
    model.deleted.push(account)
    model.countEmail(account.address, 'deleted')
    browser.session = undefined
    browser.device = undefined
    return given()
  })
  await expectEmailsSent(system)
  await pollsDone(system)
  // The account that could pay is deleted.
  for (const purchase of open) {
    purchase.state = 'expired'
    const { status } = await system.shop.provider.stripe.checkout.sessions.retrieve(purchase.sessionId)
    expect(status).toBe('expired')
  }
}

const tooManyTries = ({ model }: Actor): Expected | undefined => {
  const wait = model.counts.take([{ key: `recovery ${model.network}`, most: 100, ms: HOUR }], model.now)
  return wait === undefined ? undefined : waitFor(wait)
}

export async function forgetPassword(actor: Actor): Promise<void> {
  const { model, system, browser, command, email, call } = actor
  model.caller(browser)
  const expected = (): Expected => {
    if (command.way === 0) return refused('invalid_email')
    const wait = tooManyTries(actor)
    if (wait !== undefined) return wait
    const isEnough =
      model.counts.take([{ key: `reset ${email}`, most: 3, ms: 30 * MINUTE }], model.now) !== undefined
    const account = accountOf(system, email)
    if (!isEnough && account !== undefined) model.countEmail(account.address, 'reset')
    return given()
  }
  const wanted = expected()
  expectAnswer(await call(requestReset, { body: { email: command.way === 0 ? '@' : email } }), wanted)
  await expectEmailsSent(system)
  await takeLinks(actor, email)
}

export async function useLink(actor: Actor): Promise<void> {
  const { model, system, browser, command, call } = actor
  // Also links of the other kind, of other users, and of deleted accounts.
  const newestFirst = model.links.toReversed()
  const ended = newestFirst.filter(({ endsAt, isUsed }) => endsAt === 0 && !isUsed)
  const links = command.way === 0 ? [] : command.way > 6 && ended.length > 0 ? ended : newestFirst
  const link = pick(links, command.way < 5 ? 0 : command.n)
  const purpose = command.way === 1 ? 'verify' : (link?.purpose ?? 'reset')
  const bad = command.way === 2 ? at(BAD_PASSWORDS, command.n) : undefined
  const password = bad?.[0] ?? at(PASSWORDS, command.n)
  const token = link?.token ?? 'none'
  model.caller(browser)
  const expected = (): Expected => {
    const wait = tooManyTries(actor)
    if (wait !== undefined) return wait
    const isGood =
      link !== undefined && link.purpose === purpose && link.endsAt > model.now && model.isThere(link.account)
    if (!isGood) return refused('link_expired')
    if (purpose === 'reset' && bad !== undefined) return refused(bad[1])
    const tokensAdded = model.confirmAddress(link.account)
    const { freeTokens } = link.account
    if (purpose === 'verify') return given({ ok: true, tokensAdded, freeTokens })
    link.isUsed = true
    replacePassword(actor, link.account, password)
    model.counts.forget(`reset ${link.account.address.toLowerCase()}`)
    model.remember(browser, link.account)
    // Nobody in the model adds a second factor.
    return given({ ok: true, hasApp: false, passkeys: 0 })
  }
  const wanted = expected()
  const answer =
    purpose === 'verify'
      ? await call(verifyEmail, { body: { token } })
      : await call(resetPassword, { body: { token, password } })
  expectAnswer(answer, wanted)
  await expectEmailsSent(system)
}

/** The operator ends all sessions of one account. */
export async function operatorSignsOut({ system, email }: Actor): Promise<void> {
  const account = accountOf(system, email)
  if (account === undefined) return
  await signOutEverywhere(system.shop.server.db, account.id)
  account.sessions.clear()
  account.devices.clear()
}
