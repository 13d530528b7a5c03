import { login, logout, me, register, requestReset, resetPassword } from '#api/auth.ts'
import { acceptTerms, contact } from '#api/site.ts'
import { changePassword, deleteAccount } from '#api/account.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { TERMS_VERSION } from '#product/limits.ts'
import { tokenIn } from '../server/mail-server.ts'
import type { SimulatedUser } from './user.ts'
import { SIGNUP_TOKENS, isUncertain, replacePassword, markUncertain } from './journal.ts'

const EMAIL_WITHIN_MS = 6000

export async function signUp(user: SimulatedUser): Promise<void> {
  const { account, client, journal, password } = user
  const { email } = account
  if (!journal.accounts.includes(account)) journal.accounts.push(account)
  const outcome = await user.call('register', register, { body: { email, password } })
  if (outcome.is === 'done') {
    account.presence = 'there'
    if (outcome.reply.tokens !== SIGNUP_TOKENS)
      journal.addDifference(`${email} was given ${outcome.reply.tokens}`)
    user.noteSignedIn(undefined)
    user.isSessionSure = true
  } else if (outcome.is === 'refused') {
    // By an earlier call of the same user whose response was lost.
    if (outcome.code === 'email_taken') account.presence = 'there'
    else if (outcome.code !== 'too_many_requests') journal.addDifference(`register: ${outcome.code}`)
    client.cookie = undefined
  } else user.noteUnsure()
}

/** Signs in with each possible password, starting with the last accepted one. */
export async function signIn(user: SimulatedUser): Promise<void> {
  const { account, client, journal } = user
  const passwords = [user.password, ...account.passwords.filter((one) => one !== user.password)]
  const wasUnsure = isUncertain(account) || account.presence !== 'there'
  for (const password of passwords) {
    const former = user.signedIn === 'yes' ? client.cookie : undefined
    const outcome = await user.call('login', login, { body: { email: account.email, password } })
    if (outcome.is === 'done') {
      if (!account.passwords.includes(password))
        journal.addDifference(`${account.email} signs in with a replaced password`)
      account.presence = 'there'
      account.balances.add(outcome.reply.tokens)
      user.password = password
      return user.noteSignedIn(former)
    }
    if (outcome.is === 'unsure') return user.noteUnsure()
    if (outcome.code === 'too_many_requests') return
  }
  if (!wasUnsure)
    journal.addDifference(`${account.email} signs in with none of ${passwords.length} possible passwords`)
  // The account may be created later by a request without a response.
  if (account.presence === 'unsure') user.startNewAccount()
}

export async function signOut(user: SimulatedUser): Promise<void> {
  const { client } = user
  const former = client.cookie
  const outcome = await user.call('logout', logout)
  if (outcome.is !== 'done') {
    user.signedIn = 'unsure'
    user.isSessionSure = false
    return
  }
  user.signedIn = 'no'
  user.noteEndedSession(former, 'logout')
}

export async function setPassword(user: SimulatedUser): Promise<void> {
  const { account, client, journal, password } = user
  const [former, newPassword] = [client.cookie, user.newPassword()]
  const body = { currentPassword: password, newPassword }
  const outcome = await user.call('change password', changePassword, { body })
  if (outcome.is === 'done') {
    replacePassword(account, newPassword)
    account.balances.add(outcome.reply.tokens)
    user.password = newPassword
    user.noteSignedIn(former)
  } else if (outcome.is === 'unsure') {
    account.passwords.push(newPassword)
    user.noteUnsure()
  } else if (outcome.code === 'wrong_password' && !isUncertain(account) && account.passwords.length === 1)
    journal.addDifference(`${account.email}: the acknowledged password is rejected`)
}

/** Resets the password with the token of an emailed link. */
export async function resetPasswordByEmail(user: SimulatedUser): Promise<void> {
  const { account, client, site } = user
  const { email } = account
  const resetEmails = () => site.mail.emailsTo(email, 'reset')
  const before = resetEmails().length
  const isThere = account.presence === 'there'
  const asked = await user.call('ask for a link', requestReset, { body: { email } })
  if (asked.is !== 'done') return
  if (isThere) account.linksAsked += 1
  const until = Date.now() + EMAIL_WITHIN_MS
  while (resetEmails().length === before && Date.now() < until && !site.signal.aborted) await delay(50)
  const received = resetEmails()[before]
  // At most three in half an hour, and none while mail is down.
  if (received === undefined) return
  const [former, password] = [client.cookie, user.newPassword()]
  const body = { token: tokenIn(received), password }
  const outcome = await user.call('reset password', resetPassword, { body })
  if (outcome.is === 'done') {
    replacePassword(account, password)
    user.password = password
    if (user.signedIn === 'yes')
      user.journal.endedSessions.push({ cookie: former ?? '', by: `a new password of ${email}` })
    client.cookie = undefined
    user.signedIn = 'no'
  } else if (outcome.is === 'unsure') {
    account.passwords.push(password)
    user.noteUnsure()
  }
}

export async function deleteOwnAccount(user: SimulatedUser): Promise<void> {
  const { account, client, journal, site } = user
  const former = client.cookie ?? ''
  account.id = await site.idOf(account.email)
  const outcome = await user.call('delete account', deleteAccount)
  if (outcome.is === 'refused') return
  account.presence = outcome.is === 'done' ? 'gone' : 'unsure'
  if (outcome.is === 'done')
    journal.endedSessions.push({ cookie: former, by: `deletion of ${account.email}` })
  user.startNewAccount()
}

export async function writeToSupport(user: SimulatedUser): Promise<void> {
  const text = `A question, ${randomUUID()}.`
  const body = { name: 'Мария Петрова', email: 'writer@example.bg', topic: 'bug', message: text }
  const outcome = await user.call('contact', contact, { body })
  if (outcome.is !== 'refused') user.journal.messages.push({ text, isSure: outcome.is === 'done' })
}

/** Accepts the terms again: the acceptance at registration must stay. */
export async function acceptTermsAgain(user: SimulatedUser): Promise<void> {
  await user.call('terms', acceptTerms, { body: { version: TERMS_VERSION } })
}

/** Compares the balance; it is known exactly when no payment or conversion is pending. */
export async function checkBalance(user: SimulatedUser): Promise<void> {
  const { account, journal } = user
  const outcome = await user.call('me', me)
  if (outcome.is !== 'done') return
  const { user: current, tokens } = outcome.reply
  if (current === null) {
    if (user.signedIn === 'yes' && user.isSessionSure && !isUncertain(account))
      journal.addDifference(`me: ${account.email} is signed out without a cause`)
    user.signedIn = 'no'
    return
  }
  account.balances.add(tokens)
  if (current.email !== account.email)
    journal.addDifference(`me: ${current.email} in place of ${account.email}`)
  const isOpen = account.payments.length > 0 || account.orders.some(({ state }) => state === 'unsure')
  const spent = account.orders
    .filter(({ state }) => state === 'done')
    .reduce((sum, { count }) => sum + count, 0)
  const expected = SIGNUP_TOKENS + account.granted - spent
  if (!isOpen && tokens !== expected)
    journal.addDifference(`me: ${account.email} has ${tokens}in place of ${expected}`)
  if (user.signedIn === 'unsure') {
    user.signedIn = 'yes'
    user.isSessionSure = false
    markUncertain(account)
  }
}
