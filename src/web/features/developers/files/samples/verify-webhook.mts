import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Whether Levro sent the body, at most five minutes ago.
 * @param header the value of Levro-Signature: t=<seconds>,v1=<hexadecimal HMAC>
 * @param secret the one that was shown with the API key: whsec_…
 */
export function isFromLevro(body: string, header: string, secret: string): boolean {
  const { t = '', v1 = '' } = Object.fromEntries(header.split(',').map((part) => part.split('=')))
  const expected = createHmac('sha256', secret).update(`${t}.${body}`).digest()
  const given = Buffer.from(v1, 'hex')
  const isRecent = Math.abs(Date.now() / 1000 - Number(t)) < 300
  return isRecent && given.length === expected.length && timingSafeEqual(given, expected)
}
