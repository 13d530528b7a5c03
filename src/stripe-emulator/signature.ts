import { createHmac } from 'node:crypto'

/** The header by which the receiver knows that a body is Stripe's, and how old it is. */
export function signatureOf(body: string, secret: string, atS: number): string {
  const mac = createHmac('sha256', secret).update(`${atS}.${body}`).digest('hex')
  return `t=${atS},v1=${mac}`
}
