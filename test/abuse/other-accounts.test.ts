import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createCheckoutSession, finalizeCheckout, listPurchases } from '#api/payments.ts'
import { deleteJob, getJob, listJobs } from '#api/conversions.ts'
import { endSession, listEntries, listSessions } from '#api/account.ts'
import { PASSWORD } from '../server/client.ts'
import { makeRows } from '../server/reference.ts'
import { sessionAt } from '../server/with-payments.ts'
import { OF_USERS, nameOf, pathOf } from './endpoints.ts'
import { comparableParts } from './request.ts'
import { type Caller, type AbuseServer, withAbuseServer, valueOf } from './abuse-server.ts'

const UNUSED = '0199a1b2-0000-7000-8000-0000000000ff'

async function makeJob(owner: Caller, seed = 1): Promise<string> {
  return (await owner.bulk(makeRows(2, seed))).reply.jobId
}

withAbuseServer({ payments: true }, (getTarget) => {
  async function meet(target: AbuseServer) {
    const [attacker, victim] = [await target.user(), await target.user()]
    return { attacker, victim, job: await makeJob(victim), own: await makeJob(attacker, 2) }
  }

  it.each(['GET', 'DELETE'])(
    'API-03 · C23 · a job of another account is answered like one that does not exist: %s',
    async (method) => {
      const target = getTarget()
      const { attacker, victim, job, own } = await meet(target)
      const call = (path: string) => target.ask({ method, path, as: attacker })
      const [first = ''] = job
      const unused = comparableParts(await call(`/api/convert/jobs/${UNUSED}`))
      expect(unused).toMatchObject({ status: 404 })
      const escaped = Array.from(job, (sign) => `%${sign.charCodeAt(0).toString(16)}`).join('')
      const spellings = [
        job,
        job.toUpperCase(),
        job.replaceAll('-', ''),
        `%${first.charCodeAt(0).toString(16)}${job.slice(1)}`,
        escaped,
        escaped.toUpperCase(),
        encodeURIComponent(`{${job}}`),
        `urn:uuid:${job}`,
        `${job}%00`,
        `${job}%20`,
        `%20${job}`,
        `${job}.json`,
        `${job}?id=${own}`,
        `${job}'%20or%20'1'='1`,
        `${job.slice(0, -1)}%25`,
        `${job.slice(0, -1)}_`,
      ]
      for (const spelling of spellings)
        expect(comparableParts(await call(`/api/convert/jobs/${spelling}`)), spelling).toEqual(unused)
      const odd = [
        `${own}%2F..%2F${job}`,
        `${job}/`,
        `${own}/../${job}`,
        `./${job}`,
        `/${job}`,
        `${job};x`,
        '',
        '..',
        '*',
        '%',
      ]
      for (const path of odd)
        expect([400, 404], path).toContain((await call(`/api/convert/jobs/${path}`)).status)
      expect((await victim.call(getJob, { params: { id: job } })).reply.rows).toHaveLength(2)
      expect((await attacker.call(listJobs)).reply.jobs.map(({ id }) => id)).toEqual([own])
    },
  )

  it('API-03 · C23 · a query string selects no other job, and long ids are rejected', async () => {
    const target = getTarget()
    const { attacker, victim, job, own } = await meet(target)
    const { text } = await target.ask({ path: `/api/convert/jobs/${own}?id=${job}`, as: attacker })
    expect(JSON.parse(text)).toMatchObject({ job: { id: own } })
    for (const id of ['x'.repeat(65), 'x'.repeat(9000), `${job}${' '.repeat(64)}`])
      expect([400, 404, 414]).toContain(
        (await target.ask({ path: `/api/convert/jobs/${encodeURIComponent(id)}`, as: attacker })).status,
      )
    const { status } = await target.ask({
      method: 'DELETE',
      path: `/api/convert/jobs/${own}?id=${job}`,
      as: attacker,
      json: { id: job },
    })
    expect(status).toBe(200)
    expect((await victim.call(listJobs)).reply.jobs.map(({ id }) => id)).toEqual([job])
  })

  it('API-03 · C23 · other data of an account is accessible to it only: sessions, keys, entries, purchases', async () => {
    const target = getTarget()
    const { attacker, victim } = await meet(target)
    const [session = expect.fail()] = (await victim.call(listSessions)).reply.sessions
    const end = { params: { id: session.id }, body: { password: PASSWORD } }
    expect((await attacker.call(endSession, end)).status).toBe(404)
    expect((await victim.call(listSessions)).reply.sessions).toHaveLength(1)

    const key = randomUUID()
    const { jobId } = (await victim.bulk(makeRows(3), { key })).reply
    const copied = (await attacker.bulk(makeRows(3), { key })).reply
    expect([copied.jobId === jobId, copied.newBalance]).toEqual([false, 10])

    const { url } = (await victim.call(createCheckoutSession, { body: { priceId: 'starter' } })).reply
    await target.provider.pay(sessionAt(url), 'paid')
    const body = { session_id: sessionAt(url) }
    expect((await attacker.call(finalizeCheckout, { body })).status).toBe(404)
    await victim.call(finalizeCheckout, { body })
    const [purchase = expect.fail()] = (await victim.call(listPurchases)).reply.purchases
    const beyond = (path: string) => target.ask({ path, as: attacker })
    for (const path of [
      `/api/account/purchases?before=${purchase.id}`,
      `/api/account/purchases?before=x&before=${purchase.id}`,
      `/api/account/tokens?before=999999`,
      `/api/account/tokens?accountId=${victim.email}`,
      `/api/convert/jobs?userId=${victim.email}`,
      `/api/account/data?email=${victim.email}`,
      `/api/account?email=${victim.email}`,
    ]) {
      const { text } = await beyond(path)
      for (const secret of [purchase.id, jobId, victim.email, session.id]) expect(text).not.toContain(secret)
    }
    expect((await attacker.call(listEntries)).reply.entries.map(({ delta }) => delta)).toEqual([-3, -2, 15])
  })

  it('API-03 · C25 · without a session every endpoint for users is rejected as JSON, before its body is read', async () => {
    const target = getTarget()
    const { victim, job } = await meet(target)
    const gone = target.stranger()
    gone.cookie = victim.cookie?.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    const nobodies = [
      {},
      { cookie: '' },
      { cookie: gone.cookie ?? '' },
      { cookie: 'levro=' },
      { cookie: '=;;;=,' },
    ]
    const more = [
      { cookie: `levro=${valueOf(victim.device)}` },
      { cookie: `levro=' or '1'='1` },
      { cookie: `levro=${'x'.repeat(7000)}` },
      { authorization: `Basic ${Buffer.from(`${victim.email}:${PASSWORD}`).toString('base64')}` },
      { accept: 'text/html', 'x-requested-with': 'XMLHttpRequest' },
    ]
    target.keepSecret(Buffer.from(`${victim.email}:${PASSWORD}`).toString('base64'))
    for (const endpoint of OF_USERS)
      for (const headers of [...nobodies, ...more]) {
        const { method } = endpoint
        const question = { method, path: pathOf(endpoint, job), headers: { ...headers } }
        const { status, headers: said } = await target.ask(question)
        expect([status, said.location], nameOf(endpoint)).toEqual([401, undefined])
        expect(said['set-cookie']).toBeUndefined()
      }
    expect((await victim.call(listJobs)).reply.jobs.map(({ id }) => id)).toEqual([job])
  })

  it('API-03 · C25 · without a session the server does not wait for the body', async () => {
    const head = 'POST /api/convert/bulk HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
    for (const length of ['content-length: 33554432', 'transfer-encoding: chunked']) {
      const { answers } = await getTarget().raw(`${head}${length}\r\n\r\n`, { answers: 1 })
      expect(answers.map(({ status }) => status)).toEqual([401])
    }
  })

  it('API-03 · C25 · an endpoint of another method is not served', async () => {
    const target = getTarget()
    const user = await target.user()
    for (const endpoint of OF_USERS)
      for (const method of ['PUT', 'PATCH', 'PROPFIND'])
        expect((await target.ask({ method, path: pathOf(endpoint), as: user })).status).toBe(405)
    expect((await user.call(deleteJob, { params: { id: UNUSED } })).status).toBe(404)
  })
})
