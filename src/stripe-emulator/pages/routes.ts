import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../api/parameters.ts'
import { decide, outcomesOf } from '../checkouts.ts'
import type { Checkout } from '../state.ts'
import type { World } from '../context.ts'
import { act, dashboardPage } from './dashboard.ts'
import { html, page, policyOf } from './html.ts'
import { PAGE_WORDS } from './texts.ts'
import { paymentPage, receiptPage, successUrl } from './payment.ts'

type Parts = { world: World; passTime: () => void; commit: () => Promise<void> }

/** The pages for people: where they pay, their receipts, and the dashboard. */
export function addPages(app: FastifyInstance, { world, passTime, commit }: Parts): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'cache-control': 'no-store',
      // Not `no-referrer`: browsers would then hide the origin of our own forms.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    if (isFromElsewhere(request)) throw new ApiError(403, 'Forms are taken from these pages alone.')
    passTime()
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error instanceof ApiError ? error.status : (error.statusCode ?? 500)
    if (status >= 500) process.stderr.write(`${request.method} ${request.url}: ${error.stack}\n`)
    const lang = status === 404 ? langOfReader(request) : 'en'
    const words =
      status === 404 ? PAGE_WORDS[lang].unknown : status < 500 ? error.message : 'Something went wrong.'
    return show(reply.code(status), page({ lang, title: words, main: html`<h1>${words}</h1>` }))
  })
  app.setNotFoundHandler(async () => {
    throw notFound()
  })

  app.get('/', async (_request, reply) => show(reply, dashboardPage(world)))

  app.post<{ Params: { action: string } }>('/actions/:action', async ({ params, body }, reply) => {
    const form = formOf(body)
    try {
      act(world, params.action, form.get('id') ?? '', (form.get('cents') ?? '').trim())
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return show(reply.code(error.status), dashboardPage(world, error.message))
    }
    await commit()
    return reply.redirect('/', 303)
  })

  app.get<{ Params: { id: string } }>('/c/pay/:id', async ({ params }, reply) => {
    const checkout = requireCheckout(params.id)
    return show(reply, paymentPage(world, checkout), formTargets(checkout))
  })

  app.post<{ Params: { id: string } }>('/c/pay/:id', async ({ params, body }, reply) => {
    const checkout = requireCheckout(params.id)
    const form = formOf(body)
    const outcome = outcomesOf(checkout.session).find((one) => one === form.get('outcome'))
    if (outcome === undefined) throw new ApiError(400, 'This payment has no such outcome.')
    // A form that is sent twice names the attempt of before, and has had its effect.
    if (form.get('attempt') === String(checkout.attempts)) {
      decide(world, checkout, outcome)
      await commit()
    }
    const { session } = checkout
    return reply.redirect(session.status === 'complete' ? successUrl(session) : `/c/pay/${session.id}`, 303)
  })

  app.get<{ Params: { id: string } }>('/receipts/:id', async ({ params }, reply) => {
    const charge = world.state.charges.get(params.id)
    const checkout = [...world.state.checkouts.values()].find(
      ({ session }) => session.payment_intent === charge?.payment_intent,
    )
    if (charge?.paid !== true || checkout === undefined) throw notFound()
    return show(reply, receiptPage(world, checkout, charge))
  })

  function requireCheckout(id: string): Checkout {
    const found = world.state.checkouts.get(id)
    if (found === undefined) throw notFound()
    return found
  }
}

const notFound = () => new ApiError(404, PAGE_WORDS.en.unknown)

/** Of a page that belongs to no payment. */
const langOfReader = ({ headers }: FastifyRequest) =>
  headers['accept-language']?.startsWith('bg') ? 'bg' : 'en'

const formOf = (body: unknown) => new URLSearchParams(typeof body === 'string' ? body : '')

const formTargets = ({ session }: Checkout): string[] => {
  const origin = URL.parse(session.success_url ?? '')?.origin
  return origin === undefined ? [] : [origin]
}

const show = (reply: FastifyReply, text: string, targets: readonly string[] = []) =>
  reply.type('text/html; charset=utf-8').header('content-security-policy', policyOf(targets)).send(text)

/** A browser says from where a form comes; whoever says nothing is no browser. */
function isFromElsewhere({ method, headers }: FastifyRequest): boolean {
  if (method !== 'POST') return false
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin'
  return headers.origin !== undefined && headers.origin !== `http://${headers.host}`
}
