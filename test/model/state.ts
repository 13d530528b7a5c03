import { Counts, DAY, HOUR, MINUTE } from './counts.ts'
import type { ModelRow } from './rows.ts'

/** Bulk results and jobs of one account, and what they cost. */
export type ModelJob = {
  id: string
  filename: string | null
  createdAt: string
  rows: ModelRow[]
  stats: { totalRows: number; validRows: number; invalidRows: number; emptyRows: number; tokenCost: number }
}

export type ModelEntry = {
  at: string
  reason: 'signup' | 'conversion' | 'admin' | 'purchase' | 'refund' | 'dispute' | 'debt'
  delta: number
  note?: string
  jobId?: string
  plan?: string
  uncovered?: number
}

export type ModelPurchase = {
  sessionId: string
  plan: string
  tokens: number
  priceCents: number
  createdAt: number
  /** Time of the last notification or poll. */
  polledAt: number
  /** At the provider. */
  state: 'open' | 'paid' | 'expired'
  /** By the provider's clock, in whole seconds; null while it is not paid. */
  paidAt: number | null
  refunded: number
  /** Tokens of it that paid a debt. */
  debtPaid: number
  disputes: { id: string; cents: number; state: 'open' | 'won' | 'lost' }[]
  /** As the server has last seen it. */
  seen: {
    status: 'open' | 'credited' | 'expired'
    paidAt: number | null
    creditedAt: number | null
    refunded: number
    disputed: number
    reversed: number
    uncovered: number
    /** Whether no dispute was open. */
    isDecided: boolean
  }
}

export type ModelAccount = {
  id: string
  address: string
  password: string
  createdAt: string
  isVerified: boolean
  freeTokens: 'given' | 'pending' | 'refused'
  sessions: Set<ModelSession>
  devices: Set<ModelDevice>
  termsAt: string
  messages: { at: string; name: string; topic: string; text: string }[]
  entries: ModelEntry[]
  jobs: ModelJob[]
  /** What each key was first sent with, and which job answered. */
  keys: Map<string, { sent: string; job: ModelJob; newBalance: number }>
  purchases: ModelPurchase[]
}

export type ModelSession = {
  account: ModelAccount
  startedAt: number
  usedAt: number
  /** When the password was last given. */
  confirmedAt: number
}
export type ModelDevice = { name: number; account: ModelAccount; usedAt: number }

/** The browser keeps both cookies after the server has ended the session. */
export type ModelBrowser = { session: ModelSession | undefined; device: ModelDevice | undefined }

export type ModelLink = {
  token: string
  purpose: 'reset' | 'verify'
  account: ModelAccount
  /** 0 once it was used, or a new password has ended it. */
  endsAt: number
  isUsed: boolean
}

export type EmailKind =
  | 'verify'
  | 'reset'
  | 'taken'
  | 'password'
  | 'deleted'
  | 'support'
  | 'purchase'
  | 'refund'
  | 'dispute'
  | 'new-device'
  | 'failed-sign-ins'

/** Who causes an email that is limited for an address that is not confirmed. */
const CAUSES: Partial<Record<EmailKind, string>> = {
  verify: 'user',
  password: 'user',
  'new-device': 'password',
  taken: 'anyone',
  'failed-sign-ins': 'anyone',
}

const IDLE = 7 * DAY
const SESSION = 30 * DAY

/** The expected state of the server, in plain maps. */
export class Model {
  now: number
  /** IP address of this case's browsers. */
  readonly network: string
  /** By lower-case address. */
  readonly accounts = new Map<string, ModelAccount>()
  readonly counts = new Counts()
  /** Tokens of mailed links, the newest last; ended ones stay to be tried. */
  readonly links: ModelLink[] = []
  /** Number of emails of each kind to each address. */
  readonly emailCounts = new Map<string, number>()
  /** Texts of messages that were taken, as often as they were. */
  readonly messages: string[] = []
  readonly purchases = new Map<string, { account: ModelAccount; purchase: ModelPurchase }>()
  readonly deleted: ModelAccount[] = []
  /** Addresses that have received free tokens, and whether a confirmed one has. */
  readonly mailboxes = new Map<string, 'unconfirmed' | 'confirmed'>()
  #devices = 0

  constructor(now: number, network: string) {
    this.now = now
    this.network = network
  }

  /** @returns the free tokens that have waited for it */
  confirmAddress(account: ModelAccount): number {
    account.isVerified = true
    const email = account.address.toLowerCase()
    const isFirst = this.mailboxes.get(email) !== 'confirmed'
    if (account.freeTokens !== 'refused') this.mailboxes.set(email, 'confirmed')
    if (account.freeTokens !== 'pending') return 0
    account.freeTokens = isFirst ? 'given' : 'refused'
    if (!isFirst) return 0
    account.entries.push({ at: this.time, reason: 'signup', delta: 15 })
    return 15
  }

  get time(): string {
    return new Date(this.now).toISOString()
  }

  isThere = (account: ModelAccount): boolean => this.accounts.get(account.address.toLowerCase()) === account

  isGood = ({ account, startedAt, usedAt }: ModelSession): boolean =>
    this.isThere(account) && this.now - usedAt < IDLE && this.now - startedAt < SESSION

  /** The account of a browser's session; the session's last use is stored to the minute. */
  caller({ session }: ModelBrowser): ModelAccount | undefined {
    if (session === undefined || !session.account.sessions.has(session) || !this.isGood(session))
      return undefined
    if (this.now - session.usedAt >= MINUTE) session.usedAt = this.now
    return session.account
  }

  knownDevice({ device }: ModelBrowser, account: ModelAccount | undefined): ModelDevice | undefined {
    if (device === undefined || account === undefined || !account.devices.has(device)) return undefined
    return this.now - device.usedAt < 365 * DAY ? device : undefined
  }

  /** The browser is known from now on. */
  remember(browser: ModelBrowser, account: ModelAccount): void {
    const former = this.knownDevice(browser, account)
    if (former !== undefined) account.devices.delete(former)
    browser.device = { name: ++this.#devices, account, usedAt: this.now }
    account.devices.add(browser.device)
  }

  signIn(browser: ModelBrowser, account: ModelAccount): void {
    const caller = this.caller(browser)
    if (caller !== undefined && browser.session !== undefined) caller.sessions.delete(browser.session)
    browser.session = { account, startedAt: this.now, usedAt: this.now, confirmedAt: this.now }
    account.sessions.add(browser.session)
    this.remember(browser, account)
  }

  /** A sign-in on a device that is not known: before `signIn`. */
  noticeDevice(browser: ModelBrowser, account: ModelAccount): void {
    if (this.knownDevice(browser, account) !== undefined) return
    const notice = { key: `new device ${account.createdAt} ${account.address}`, most: 3, ms: DAY }
    if (this.counts.take([notice], this.now) === undefined) this.countEmail(account.address, 'new-device')
  }

  /** A wrong password for an address, with or without an account. */
  noticeFailure(email: string): void {
    if (this.counts.take([{ key: `failed ${email}`, most: 9, ms: HOUR }], this.now) === undefined) return
    const notice = { key: `failed notice ${email}`, most: 1, ms: DAY }
    if (this.counts.take([notice], this.now) !== undefined) return
    const account = this.accounts.get(email)
    if (account !== undefined) this.countEmail(account.address, 'failed-sign-ins')
  }

  countEmail(address: string, kind: Exclude<EmailKind, 'support'>): void {
    const email = address.toLowerCase()
    const cause = CAUSES[kind]
    if (this.accounts.get(email)?.isVerified === false && cause !== undefined) {
      const most = { key: `unconfirmed ${cause} ${email}`, most: 10, ms: DAY }
      if (this.counts.take([most], this.now) !== undefined) return
    }
    const key = `${kind} ${address}`
    this.emailCounts.set(key, (this.emailCounts.get(key) ?? 0) + 1)
  }
}

/** Tokens that refunds and disputes could not take. */
export const debtOf = ({ purchases }: ModelAccount): number =>
  purchases.reduce((sum, { seen }) => sum + seen.uncovered, 0)

export const isContested = ({ purchases }: ModelAccount): boolean =>
  purchases.some(({ seen }) => !seen.isDecided)

export const balanceOf = ({ entries }: ModelAccount): number =>
  entries.reduce((sum, { delta }) => sum + delta, 0)
