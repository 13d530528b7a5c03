import { LANGS } from '#i18n/language.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../api/parameters.ts'
import { OUTCOMES, requireCheckout, resolvePayment } from '../checkouts.ts'
import type { Context } from '../context.ts'
import { dashboardPage, runAction } from './dashboard.ts'
import { html, page, policyOf } from './html.ts'
import { paymentPage, receiptPage, successUrl } from './payment.ts'
import { PAGE_TEXTS } from './texts.ts'

type Options = { context: Context; advance: () => void; commit: () => void }
type WithId = { Params: { id: string } }

/** Adds the payment page, the receipts and the dashboard. */
export function addPages(app: FastifyInstance, { context, advance, commit }: Options): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'cache-control': 'no-store',
      // With `no-referrer` browsers would hide the origin of these pages' own forms.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    if (isCrossSite(request)) throw new ApiError(403, 'Forms are taken from these pages alone.')
    advance()
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error instanceof ApiError ? error.status : (error.statusCode ?? 500)
    if (status >= 500) process.stderr.write(`${request.method} ${request.url}: ${error.stack}\n`)
    const accepted = request.headers['accept-language']
    const lang = (status === 404 && LANGS.find((one) => accepted?.startsWith(one))) || 'en'
    const text = status === 404 ? PAGE_TEXTS[lang].unknown : error.message
    return show(reply.code(status), page({ lang, title: text, main: html`<h1>${text}</h1>` }))
  })
  app.setNotFoundHandler(() => {
    throw notFound()
  })

  app.get('/', async (_request, reply) => show(reply, dashboardPage(context)))

  app.post<{ Params: { action: string } }>('/actions/:action', async ({ params, body }, reply) => {
    const form = formOf(body)
    runAction(context, params.action, form.get('id') ?? '', (form.get('cents') ?? '').trim())
    commit()
    return reply.redirect('/', 303)
  })

  app.get<WithId>('/c/pay/:id', async ({ params }, reply) => {
    const checkout = requireCheckout(context, params.id)
    return show(reply, paymentPage(checkout), [new URL(checkout.session.success_url).origin])
  })

  app.post<WithId>('/c/pay/:id', async ({ params, body }, reply) => {
    const checkout = requireCheckout(context, params.id)
    const form = formOf(body)
    const outcome = OUTCOMES.find((one) => one === form.get('outcome'))
    if (outcome === undefined) throw new ApiError(400, 'This payment has no such outcome.')
    // A form that is sent twice names an earlier attempt.
    if (form.get('attempt') === String(checkout.attempts)) {
      resolvePayment(context, checkout, outcome)
      commit()
    }
    const { session } = checkout
    return reply.redirect(session.status === 'complete' ? successUrl(session) : `/c/pay/${session.id}`, 303)
  })

  app.get<WithId>('/receipts/:id', async ({ params }, reply) => {
    const checkout = [...context.state.checkouts.values()].find(({ charge }) => charge?.id === params.id)
    if (checkout?.charge?.paid !== true) throw notFound()
    return show(reply, receiptPage(checkout, checkout.charge))
  })
}

const notFound = () => new ApiError(404, 'Not found')

const formOf = (body: unknown) => new URLSearchParams(typeof body === 'string' ? body : '')

const show = (reply: FastifyReply, text: string, formTargets: readonly string[] = []) =>
  reply.type('text/html; charset=utf-8').header('content-security-policy', policyOf(formTargets)).send(text)

/** Browsers name the origin of a form; a request without one is no browser's. */
function isCrossSite({ method, headers }: FastifyRequest): boolean {
  if (method !== 'POST') return false
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin'
  return headers.origin !== undefined && headers.origin !== `http://${headers.host}`
}
