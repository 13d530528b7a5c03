import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { me } from '#api/auth.ts'
import { addPasskey, completeSignIn, confirmApp, requestNewPasskey, startApp } from '#api/second-factor.ts'
import type { TestServer } from '../harness.ts'
import { Authenticator } from './authenticator.ts'
import { type Client, PASSWORD } from './client.ts'

/** The origin of the site for passkeys, which browsers refuse for an address. */
export const siteOf = ({ origin }: Client): string => `http://localhost:${new URL(origin).port}`

type Place = Pick<TestServer, 'db' | 'time'>

/** Confirms the address of an account, as the emailed link does. */
export const confirmAddressOf = ({ db }: Pick<Place, 'db'>, { email }: Pick<Client, 'email'>) =>
  db.updateTable('account').set({ verified_at: 1 }).where('email', '=', email).execute()

/** Adds a passkey to the account of a signed-in client, whose address is confirmed. */
export async function addedPasskey(server: Pick<Place, 'db'>, user: Client): Promise<Authenticator> {
  await confirmAddressOf(server, user)
  const authenticator = new Authenticator(siteOf(user))
  const { options } = (await user.call(requestNewPasskey)).reply
  const { status, text } = await user.call(addPasskey, { body: { passkey: authenticator.create(options) } })
  if (status !== 200) throw new Error(text)
  return authenticator
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes of base 32 (RFC 4648). */
function base32Bytes(text: string): Buffer {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code of an authenticator app at a time (Unix ms): RFC 6238, with SHA-1, 30 seconds and six digits. */
export function codeAt(secret: string, time: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(time / 30_000)))
  const mac = createHmac('sha1', base32Bytes(secret)).update(counter).digest()
  const offset = mac.readUInt8(19) & 15
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

/** Confirms the address and sets up an authenticator app. @returns its secret and the recovery codes */
export async function addedApp(server: Place, user: Client): Promise<{ secret: string; codes: string[] }> {
  await confirmAddressOf(server, user)
  const { secret } = (await user.call(startApp)).reply
  const { reply } = await user.call(confirmApp, { body: { code: codeAt(secret, server.time.now) } })
  return { secret, codes: reply.recoveryCodes ?? [] }
}

/** Lets the app show another code. */
export const nextCode = ({ time }: Pick<TestServer, 'time'>, secret: string): string =>
  codeAt(secret, (time.now += 30_000))

/** Begins a sign-in that needs a second factor. @returns its ticket */
export async function ticketOf(client: Client, email: string, password = PASSWORD): Promise<string> {
  const { status, refusal } = await client.login(email, password)
  expect([status, refusal.code]).toEqual([401, 'second_factor_required'])
  return refusal.ticket ?? expect.fail('no ticket')
}

export const complete = (client: Client, ticket: string, code: string) =>
  client.call(completeSignIn, { body: { ticket, code } })

export const isSignedIn = async (client: Client): Promise<boolean> =>
  (await client.call(me)).reply.user !== null

/** The code of an email for a new device. */
export const codeIn = (text: string): string =>
  /^[0-9A-Z]{4}-[0-9A-Z]{4}$/m.exec(text)?.[0] ?? expect.fail(text)
