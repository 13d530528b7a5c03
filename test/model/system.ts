import { randomUUID } from 'node:crypto'
import type { Endpoint, ReplyOf } from '#api/endpoint.ts'
import { type Answer, Client } from '../server/client.ts'
import type { MailServer } from '../server/mail-server.ts'
import { expectSent } from '../server/with-mail.ts'
import type { Shop } from '../server/with-payments.ts'
import type { SentRow } from './rows.ts'
import { Model, type ModelAccount, type ModelBrowser } from './state.ts'

export const USERS = 3
export const BROWSERS = 3

/** The user and browser of an action. `n` and `way` select a variant. */
export type Command = {
  kind: string
  user: number
  browser: number
  n: number
  way: number
  rows?: SentRow[]
}

/** One case: users with an address and three browsers each, at the real server and in the model. */
export type System = {
  shop: Shop
  mail: MailServer
  model: Model
  emails: string[]
  /** Marks the support messages of this case. */
  signature: string
  clients: Client[][]
  browsers: ModelBrowser[][]
}

let cases = 0

/** Each case has its own IP address, so that rate limits of earlier ones do not apply. */
export function openSystem(shop: Shop, mail: MailServer): System {
  const id = ++cases
  const table = <T>(make: () => T): T[][] =>
    Array.from({ length: USERS }, () => Array.from({ length: BROWSERS }, make))
  return {
    shop,
    mail,
    model: new Model(shop.server.time.now, `10.${(id >> 16) & 255}.${(id >> 8) & 255}.${id & 255}`),
    signature: randomUUID(),
    emails: Array.from({ length: USERS }, (_, user) => `user${user}-${randomUUID()}@example.bg`),
    clients: table(() => new Client(shop.server.origin)),
    browsers: table(() => ({ session: undefined, device: undefined })),
  }
}

/** Context of a command: the browser at the server and in the model, and its owner's email address. */
export type Actor = {
  system: System
  command: Command
  model: Model
  browser: ModelBrowser
  client: Client
  email: string
  call: <E extends Endpoint>(
    endpoint: E,
    input?: Parameters<Client['call']>[1],
  ) => Promise<Answer<ReplyOf<E>>>
}

export function actorOf(system: System, command: Command): Actor {
  const { model } = system
  const client = at(at(system.clients, command.user), command.browser)
  return {
    system,
    command,
    model,
    browser: at(at(system.browsers, command.user), command.browser),
    client,
    email: at(system.emails, command.user),
    call: (endpoint, input = {}) =>
      client.call(endpoint, {
        ...input,
        headers: { 'x-forwarded-for': model.network, 'accept-language': 'en', ...input.headers },
      }),
  }
}

export function at<T>(list: readonly T[], n: number): T {
  const one = list[n % list.length]
  if (one === undefined) throw new Error('There is none.')
  return one
}

/** An item of the list; undefined when the list is empty. */
export const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % list.length]

/** Every email was sent, so that links are valid from now on. */
export const expectEmailsSent = ({ shop }: System): Promise<void> => expectSent(shop.server.db)

export const accountOf = ({ model }: System, email: string): ModelAccount | undefined =>
  model.accounts.get(email.toLowerCase())
