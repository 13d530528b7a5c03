import { login, logout, me, register } from '#api/auth.ts'
import { accountIdOf } from '../server/ledger-check.ts'
import { tokenIn } from '../server/mail-server.ts'
import { type Count, DAY, HOUR, MINUTE } from './counts.ts'
import { type Expected, expectAnswer, given, refused, waitFor } from './expected.ts'
import { type Actor, accountOf, at, expectEmailsSent } from './system.ts'
import { type Model, type ModelAccount, balanceOf } from './state.ts'

export const PASSWORDS = ['a long enough secret', 'another long secret', 'третата дълга тайна'] as const
export const WRONG_PASSWORD = 'no such secret at all'
/** Rejected passwords, each with its error code. */
export const BAD_PASSWORDS = [
  ['short', 'invalid_password'],
  ['password123', 'common_password'],
] as const

export const sessionOf = (account: ModelAccount): Expected =>
  given({ ok: true, user: { email: account.address }, tokens: balanceOf(account) })

export async function readSession({ model, browser, call }: Actor): Promise<void> {
  const account = model.caller(browser)
  expectAnswer(await call(me), account ? sessionOf(account) : given({ ok: true, user: null, tokens: 0 }))
}

export async function signUp(actor: Actor): Promise<void> {
  const { model, browser, system, command, call } = actor
  const bad = command.way === 0 ? at(BAD_PASSWORDS, command.n) : undefined
  const password = bad?.[0] ?? at(PASSWORDS, command.n)
  // The same user, whatever the case of the letters.
  const email = command.way === 1 ? actor.email.replace('user', 'User') : actor.email
  const typed = command.way === 2 ? `${email}@` : ` ${email}`
  const expected = (): Expected => {
    if (command.way === 2) return refused('invalid_email')
    if (bad !== undefined) return refused(bad[1])
    return model.accounts.has(actor.email)
      ? signUpTaken(model, actor.email)
      : signUpNew(actor, email, password)
  }
  model.caller(browser)
  const wanted = expected()
  expectAnswer(await call(register, { body: { email: typed, password } }), wanted)
  const account = accountOf(system, email)
  if (account?.id === '') account.id = await accountIdOf(system.shop.server.db, actor.email)
  await expectEmailsSent(system)
  await takeLinks(actor, email)
}

const registerCounts = (email: string, network: string): Count[] => [
  { key: `register ${email}`, most: 10, ms: HOUR },
  { key: `register ${network}`, most: 300, ms: HOUR },
]
const takenCounts = (network: string): Count[] => [{ key: `taken ${network}`, most: 100, ms: HOUR }]

function signUpTaken(model: Model, email: string): Expected {
  const wait = model.counts.take(
    [...registerCounts(email, model.network), ...takenCounts(model.network)],
    model.now,
  )
  if (wait !== undefined) return waitFor(wait)
  const owner = model.accounts.get(email)
  const notice = { key: `notice ${owner?.createdAt} ${email}`, most: 1, ms: DAY }
  if (owner !== undefined && model.counts.take([notice], model.now) === undefined)
    model.countEmail(owner.address, 'taken')
  return refused('email_taken')
}

function signUpNew({ model, browser }: Actor, address: string, password: string): Expected {
  const email = address.toLowerCase()
  const taken = takenCounts(model.network)
  const wait = model.counts.take([...registerCounts(email, model.network), ...taken], model.now)
  if (wait !== undefined) return waitFor(wait)
  model.counts.giveBack(taken)
  // Once for each address, also if its account is deleted; once more when it is confirmed for the first time.
  const isFree = !model.mailboxes.has(email)
  if (isFree) model.mailboxes.set(email, 'unconfirmed')
  const account: ModelAccount = {
    id: '',
    address,
    password,
    createdAt: model.time,
    isVerified: false,
    freeTokens: isFree ? 'given' : 'pending',
    sessions: new Set(),
    devices: new Set(),
    termsAt: model.time,
    messages: [],
    entries: isFree ? [{ at: model.time, reason: 'signup', delta: 15 }] : [],
    jobs: [],
    keys: new Map(),
    purchases: [],
  }
  model.accounts.set(email, account)
  model.countEmail(address, 'verify')
  model.signIn(browser, account)
  return sessionOf(account)
}

export async function signIn({ model, browser, system, command, email, call }: Actor): Promise<void> {
  const named = command.way === 5 ? at(system.emails, command.n) : email
  const account = accountOf(system, named)
  const isWrong = command.way === 6
  const password = isWrong ? WRONG_PASSWORD : (account?.password ?? PASSWORDS[0])
  const typed = command.way === 7 ? 'nobody' : named.toUpperCase()
  model.caller(browser)
  const expected = logIn()
  expectAnswer(await call(login, { body: { email: typed, password } }), expected)
  await expectEmailsSent(system)

  function logIn(): Expected {
    const owner = command.way === 7 ? undefined : account
    const counts = loginCounts({ model, browser }, command.way === 7 ? typed : named, owner)
    const wait = model.counts.take(counts, model.now)
    if (wait !== undefined) return waitFor(wait)
    if (isWrong || owner === undefined) {
      if (command.way !== 7) model.noticeFailure(named)
      return refused('invalid_credentials')
    }
    model.counts.giveBack(counts)
    model.noticeDevice(browser, owner)
    model.signIn(browser, owner)
    return sessionOf(owner)
  }
}

/** Guesses until rate-limited, and once more. */
export async function guessPassword({ model, browser, system, email, call }: Actor): Promise<void> {
  for (let n = 0; n < 11; n++) {
    model.caller(browser)
    const wait = model.counts.take(
      loginCounts({ model, browser }, email, accountOf(system, email)),
      model.now,
    )
    if (wait === undefined) model.noticeFailure(email)
    const answer = await call(login, { body: { email, password: `${WRONG_PASSWORD} ${n}` } })
    expectAnswer(answer, wait === undefined ? refused('invalid_credentials') : waitFor(wait))
  }
  await expectEmailsSent(system)
}

function loginCounts(
  { model, browser }: Pick<Actor, 'model' | 'browser'>,
  email: string,
  account: ModelAccount | undefined,
): Count[] {
  const ms = 15 * MINUTE
  const device = model.knownDevice(browser, account)
  if (device !== undefined) return [{ key: `device ${device.name}`, most: 10, ms }]
  return [
    { key: `login ${email} ${model.network}`, most: 10, ms },
    { key: `login ${email}`, most: 100, ms },
    { key: `login ${model.network}`, most: 300, ms },
  ]
}

export async function signOut({ model, browser, call }: Actor): Promise<void> {
  const account = model.caller(browser)
  if (account !== undefined && browser.session !== undefined) account.sessions.delete(browser.session)
  browser.session = undefined
  expectAnswer(await call(logout), given())
}

/** The links of the emails that an address has received. */
export async function takeLinks({ system, model }: Actor, address: string): Promise<void> {
  const account = accountOf(system, address)
  if (account === undefined) return
  for (const [purpose, ms] of [
    ['verify', DAY],
    ['reset', HOUR],
  ] as const) {
    for (const email of system.mail.emailsTo(account.address, purpose)) {
      const token = tokenIn(email)
      if (!model.links.some((link) => link.token === token))
        model.links.push({ token, purpose, account, endsAt: model.now + ms, isUsed: false })
    }
  }
}
