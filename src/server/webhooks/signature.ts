import { createHmac } from 'node:crypto'
import type { SecretKey } from '../secret-key.ts'

export const SIGNATURE_HEADER = 'levro-signature'

/** What the owner of an API key verifies its webhooks with. It is derived from the server's secret key, and not stored. */
export const webhookSecret = (key: SecretKey, apiKeyId: string): string =>
  `whsec_${key.hash('webhook', apiKeyId)}`

/** `t=<time>,v1=<hex HMAC-SHA-256 of "time.body">`; the key of the HMAC is the text of the secret, with `whsec_`. */
export function signatureOf(secret: string, body: string, now: number): string {
  const time = Math.floor(now / 1000)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}
