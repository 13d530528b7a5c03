import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Whether Levro sent the body, at most five minutes ago.
 * @param header the value of Levro-Signature: t=<seconds>,v1=<hexadecimal HMAC>
 * @param secret the one that was shown with the API key: whsec_…
 */
export function isFromLevro(body: string, header: string, secret: string): boolean {
  const parts = header.split(',').map((part) => part.split('='))
  const [, time = ''] = parts.find(([name]) => name === 't') ?? []
  const isRecent = Math.abs(Date.now() / 1000 - Number(time)) <= 300
  if (!isRecent) return false
  const hmac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return parts.some(([name, value = '']) => name === 'v1' && areEqual(value, hmac))
}

/** In constant time. */
function areEqual(given: string, expected: string): boolean {
  const [one, two] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === two.length && timingSafeEqual(one, two)
}
