import { login, logout, me, register, requestReset, resetPassword } from '#api/auth.ts'
import { acceptTerms, contact } from '#api/site.ts'
import { changePassword, deleteAccount } from '#api/account.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { TERMS_VERSION } from '#product/limits.ts'
import { tokenIn } from '../server/mail-server.ts'
import type { Person } from './person.ts'
import { SIGNUP_TOKENS, isShaken, replacePassword, shake } from './record.ts'

const LETTER_WITHIN_MS = 6000

export async function signUp(person: Person): Promise<void> {
  const { account, client, journal, password } = person
  const { email } = account
  if (!journal.accounts.includes(account)) journal.accounts.push(account)
  const outcome = await person.call('register', register, { body: { email, password } })
  if (outcome.is === 'done') {
    account.presence = 'there'
    if (outcome.reply.tokens !== SIGNUP_TOKENS) journal.differs(`${email} was given ${outcome.reply.tokens}`)
    person.noteSignedIn(undefined)
    person.isSessionSure = true
  } else if (outcome.is === 'refused') {
    // By an earlier call of the same user whose response was lost.
    if (outcome.code === 'email_taken') account.presence = 'there'
    else if (outcome.code !== 'too_many_requests') journal.differs(`register: ${outcome.code}`)
    client.cookie = undefined
  } else person.noteUnsure()
}

/** Tries what may be the password, the one first that was right last. */
export async function signIn(person: Person): Promise<void> {
  const { account, client, journal } = person
  const passwords = [person.password, ...account.passwords.filter((one) => one !== person.password)]
  const wasUnsure = isShaken(account) || account.presence !== 'there'
  for (const password of passwords) {
    const former = person.signedIn === 'yes' ? client.cookie : undefined
    const outcome = await person.call('login', login, { body: { email: account.email, password } })
    if (outcome.is === 'done') {
      if (!account.passwords.includes(password))
        journal.differs(`${account.email} is let in by a former password`)
      account.presence = 'there'
      account.balances.add(outcome.reply.tokens)
      person.password = password
      return person.noteSignedIn(former)
    }
    if (outcome.is === 'unsure') return person.noteUnsure()
    if (outcome.code === 'too_many_requests') return
  }
  if (!wasUnsure) journal.differs(`${account.email} is let in by none of ${passwords.length} passwords`)
  // There is none, or it is being made by a call whose answer was lost.
  if (account.presence === 'unsure') person.startAnew()
}

export async function signOut(person: Person): Promise<void> {
  const { client } = person
  const former = client.cookie
  const outcome = await person.call('logout', logout)
  if (outcome.is !== 'done') {
    person.signedIn = 'unsure'
    person.isSessionSure = false
    return
  }
  person.signedIn = 'no'
  person.noteEnded(former, 'logout')
}

export async function setPassword(person: Person): Promise<void> {
  const { account, client, journal, password } = person
  const [former, newPassword] = [client.cookie, person.newPassword()]
  const body = { currentPassword: password, newPassword }
  const outcome = await person.call('change password', changePassword, { body })
  if (outcome.is === 'done') {
    replacePassword(account, newPassword)
    account.balances.add(outcome.reply.tokens)
    person.password = newPassword
    person.noteSignedIn(former)
  } else if (outcome.is === 'unsure') {
    account.passwords.push(newPassword)
    person.noteUnsure()
  } else if (outcome.code === 'wrong_password' && !isShaken(account) && account.passwords.length === 1)
    journal.differs(`${account.email}: the password that was acknowledged is wrong`)
}

/** By the token of an emailed link. */
export async function resetByLetter(person: Person): Promise<void> {
  const { account, client, site } = person
  const { email } = account
  const letters = () => site.mail.emailsTo(email, 'reset')
  const before = letters().length
  const isThere = account.presence === 'there'
  const asked = await person.call('ask for a link', requestReset, { body: { email } })
  if (asked.is !== 'done') return
  if (isThere) account.linksAsked += 1
  const until = Date.now() + LETTER_WITHIN_MS
  while (letters().length === before && Date.now() < until && !site.signal.aborted) await delay(50)
  const letter = letters()[before]
  // No more than three in half an hour, and none while mail is down.
  if (letter === undefined) return
  const [former, password] = [client.cookie, person.newPassword()]
  const body = { token: tokenIn(letter), password }
  const outcome = await person.call('reset password', resetPassword, { body })
  if (outcome.is === 'done') {
    replacePassword(account, password)
    person.password = password
    if (person.signedIn === 'yes')
      person.journal.endedSessions.push({ cookie: former ?? '', by: `a new password of ${email}` })
    client.cookie = undefined
    person.signedIn = 'no'
  } else if (outcome.is === 'unsure') {
    account.passwords.push(password)
    person.noteUnsure()
  }
}

export async function deleteOwn(person: Person): Promise<void> {
  const { account, client, journal, site } = person
  const former = client.cookie ?? ''
  account.id = await site.idOf(account.email)
  const outcome = await person.call('delete account', deleteAccount)
  if (outcome.is === 'refused') return
  account.presence = outcome.is === 'done' ? 'gone' : 'unsure'
  if (outcome.is === 'done')
    journal.endedSessions.push({ cookie: former, by: `deletion of ${account.email}` })
  person.startAnew()
}

export async function writeToSupport(person: Person): Promise<void> {
  const text = `A question, ${randomUUID()}.`
  const body = { name: 'Мария Петрова', email: 'writer@example.bg', topic: 'bug', message: text }
  const outcome = await person.call('contact', contact, { body })
  if (outcome.is !== 'refused') person.journal.messages.push({ text, isSure: outcome.is === 'done' })
}

/** Was done at the registration: the first time is the one that counts. */
export async function agree(person: Person): Promise<void> {
  await person.call('terms', acceptTerms, { body: { version: TERMS_VERSION } })
}

/** Where nothing is open, the balance is known to the token. */
export async function lookAtBalance(person: Person): Promise<void> {
  const { account, journal } = person
  const outcome = await person.call('me', me)
  if (outcome.is !== 'done') return
  const { user, tokens } = outcome.reply
  if (user === null) {
    if (person.signedIn === 'yes' && person.isSessionSure && !isShaken(account))
      journal.differs(`me: ${account.email} is signed out, which nothing has done`)
    person.signedIn = 'no'
    return
  }
  account.balances.add(tokens)
  if (user.email !== account.email) journal.differs(`me: ${user.email} in place of ${account.email}`)
  const isOpen = account.payments.length > 0 || account.orders.some(({ state }) => state === 'unsure')
  const spent = account.orders
    .filter(({ state }) => state === 'done')
    .reduce((sum, { count }) => sum + count, 0)
  const expected = SIGNUP_TOKENS + account.granted - spent
  if (!isOpen && tokens !== expected)
    journal.differs(`me: ${account.email} has ${tokens}, and ought to have ${expected}`)
  if (person.signedIn === 'unsure') {
    person.signedIn = 'yes'
    person.isSessionSure = false
    shake(account)
  }
}
