import type { FastifyRequest } from 'fastify'
import { PRODUCT } from '#product/product.ts'
import type { Assertion, Attestation, PasskeyFacts } from '#api/second-factor.ts'
import { isoTime } from '../../clock.ts'
import type { Db, Transaction } from '../../db/schema.ts'
import { createChallenge, takeChallenge } from './challenges.ts'

/** Per account. */
const MAX_PASSKEYS = 20

/** EdDSA, ES256, RS256 (RFC 9053, 8812): what authenticators make. */
const ALGORITHMS = [-8, -7, -257]

/** Loaded on first use: it takes 0.2 s, and most requests need none of it. */
const webauthn = () => import('@simplewebauthn/server')

/** The site that a passkey belongs to: its host is part of the key, its origin is part of what is signed. */
export type Site = { host: string; origin: string }

/** The origin of the request where it is one of the site's own, else the first of these. */
export function siteOf(request: Pick<FastifyRequest, 'headers'>, origins: readonly string[]): Site {
  const origin = origins.find((one) => one === request.headers.origin) ?? origins[0] ?? ''
  return { host: new URL(origin).hostname, origin }
}

/** What a browser needs to ask for a passkey, of any account of the site. */
export async function passkeyRequest(db: Db, site: Site, now: number): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await webauthn()
  const challenge = await createChallenge(db, { purpose: 'passkey', now })
  const options = await generateAuthenticationOptions({
    rpID: site.host,
    challenge: Buffer.from(challenge, 'base64url'),
    userVerification: 'required',
  })
  return { ...options }
}

/**
 * Checks what an authenticator has signed. The challenge is used up, whatever the outcome.
 * @returns the account of the passkey; undefined where anything differs
 */
export async function verifyPasskey(
  db: Db,
  { id, response }: Assertion,
  site: Site,
  now: number,
): Promise<string | undefined> {
  const challenge = challengeOf(response.clientDataJSON)
  if ((await takeChallenge(db, challenge, 'passkey', now)) === undefined) return undefined
  const passkey = await db.selectFrom('passkey').selectAll().where('id', '=', id).executeTakeFirst()
  // The authenticator names the account that it made the key for.
  if (passkey === undefined || response.userHandle !== userHandleOf(passkey.account_id)) return undefined
  const { verifyAuthenticationResponse } = await webauthn()
  const verified = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: true,
    credential: {
      id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(() => undefined)
  if (verified?.verified !== true) return undefined
  const { newCounter } = verified.authenticationInfo
  const used = await db
    .updateTable('passkey')
    .set({ counter: newCounter, used_at: now })
    .where('id', '=', id)
    // A counter that did not grow is that of a copy, or of a concurrent request.
    .where('counter', '=', passkey.counter)
    .returning('account_id')
    .executeTakeFirst()
  return used?.account_id
}

type Owner = { accountId: string; address: string }

/** What a browser needs to create a passkey. Undefined when the account has as many as it may. */
export async function passkeyCreation(
  db: Db,
  { accountId, address }: Owner,
  site: Site,
  now: number,
): Promise<Record<string, unknown> | undefined> {
  const existing = await passkeysOf(db, accountId)
  if (existing.length >= MAX_PASSKEYS) return undefined
  const { generateRegistrationOptions } = await webauthn()
  const challenge = await createChallenge(db, { purpose: 'new-passkey', accountId, now })
  const options = await generateRegistrationOptions({
    rpName: PRODUCT.name.en,
    rpID: site.host,
    userID: new Uint8Array(Buffer.from(userHandleOf(accountId), 'base64url')),
    userName: address,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

export type NewPasskey = { id: string; publicKey: string; counter: number }

/**
 * Checks a passkey that a browser has created for an account. The challenge is used up, whatever the outcome.
 * @returns undefined where anything differs from what was asked for
 */
export async function verifyNewPasskey(
  db: Db,
  accountId: string,
  { id, response }: Attestation,
  site: Site,
  now: number,
): Promise<NewPasskey | undefined> {
  const challenge = challengeOf(response.clientDataJSON)
  const found = await takeChallenge(db, challenge, 'new-passkey', now)
  if (found?.accountId !== accountId) return undefined
  const { verifyRegistrationResponse } = await webauthn()
  const verified = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined)
  if (verified?.verified !== true) return undefined
  const { credential } = verified.registrationInfo
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
  }
}

/**
 * Stores a passkey of an account that the caller has locked.
 * @returns false where it is stored already, or the account has as many as it may
 */
export async function storePasskey(
  trx: Transaction,
  accountId: string,
  { id, publicKey, counter }: NewPasskey,
  { name, now }: { name: string; now: number },
): Promise<boolean> {
  if ((await passkeysOf(trx, accountId)).length >= MAX_PASSKEYS) return false
  const added = await trx
    .insertInto('passkey')
    .values({
      id,
      account_id: accountId,
      public_key: publicKey,
      counter,
      name,
      created_at: now,
      used_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

const passkeysOf = (db: Db | Transaction, accountId: string) =>
  db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at', 'used_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export async function listPasskeys(db: Db | Transaction, accountId: string): Promise<PasskeyFacts[]> {
  const rows = await passkeysOf(db, accountId)
  return rows.map(({ id, name, created_at, used_at }) => ({
    id,
    name,
    createdAt: isoTime(created_at),
    usedAt: used_at === null ? null : isoTime(used_at),
  }))
}

/** @returns whether the account had it */
export async function removePasskey(trx: Transaction, accountId: string, id: string): Promise<boolean> {
  const removed = await trx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

export async function removePasskeys(trx: Transaction, accountId: string): Promise<void> {
  await trx.deleteFrom('passkey').where('account_id', '=', accountId).execute()
}

/** The account's id in the bytes that authenticators store, base64url. */
const userHandleOf = (accountId: string): string => Buffer.from(accountId).toString('base64url')

/**
 * The challenge that was signed; empty where the text is not what a browser makes, or was made within a page of another site
 * (WebAuthn Level 3, 5.8.1): the library accepts that when a passkey is created.
 */
function challengeOf(clientDataJSON: string): string {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString('utf8')
    const { challenge, crossOrigin = false, topOrigin } = JSON.parse(text) as Record<string, unknown>
    return crossOrigin === false && topOrigin === undefined ? String(challenge) : ''
  } catch {
    return ''
  }
}
