import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Place, makePlace } from '../harness.ts'
import { type ServerProcess, runToEnd, startProcess } from './server-process.ts'

describe('a server behind a proxy on the same machine', { timeout: 120_000 }, () => {
  let place: Place
  let socket: string
  const started: ServerProcess[] = []

  const settings = () => ({
    ...place.settings,
    SOCKET: socket,
    PUBLIC_ORIGIN: 'http://levro.example',
    LOG_LEVEL: 'silent',
  })
  const start = async () => {
    const server = await startProcess(settings())
    started.push(server)
    return server
  }
  /** Sends a request over a keep-alive connection, as a proxy does. */
  const ask = (agent: Agent): Promise<{ status: number | undefined; connection: string | undefined }> =>
    new Promise((resolve, reject) => {
      const call = get({ socketPath: socket, path: '/healthz', agent }, (response) => {
        response.resume()
        const { connection } = response.headers
        response.once('end', () => resolve({ status: response.statusCode, connection }))
      })
      call.once('error', reject)
    })
  const oneConnection = () => new Agent({ keepAlive: true, maxSockets: 1 })

  beforeEach(async () => {
    place = await makePlace('sqlite')
    socket = join(place.settings.DATA_DIR, 'http.sock')
  })
  afterEach(async () => {
    for (const { kill, ended } of started.splice(0)) {
      kill('SIGKILL')
      await ended
    }
    await place.remove()
  })

  it('API-04 · listens on a socket file for its group, replaces that of a killed process, and removes its own', async () => {
    const killed = await start()
    killed.kill('SIGKILL')
    await killed.ended
    expect(existsSync(socket)).toBe(true)
    const server = await start()
    expect(statSync(socket).mode & 0o777).toBe(0o660)
    expect((await ask(oneConnection())).status).toBe(200)
    server.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
    expect(existsSync(socket)).toBe(false)
  })

  it('API-04 · does not replace the socket of a running process', async () => {
    await start()
    const { code, stderr } = await runToEnd(settings())
    expect(code).toBe(1)
    expect(stderr).toContain(`${socket} is taken. Stop the other program, or set SOCKET to another file.\n`)
    expect((await ask(oneConnection())).status).toBe(200)
  })

  it('API-04 · does not replace a file that is not a socket', async () => {
    writeFileSync(socket, 'of somebody')
    const { code, stderr } = await runToEnd(settings())
    expect([code, stderr]).toEqual([2, `SOCKET must be a file of its own: ${socket} is something else.\n`])
    expect(readFileSync(socket, 'utf8')).toBe('of somebody')
  })

  it('API-04 · does not remove the socket of its successor', async () => {
    const ending = await start()
    ending.kill('SIGTERM')
    await expect.poll(() => existsSync(socket), { interval: 5 }).toBe(false)
    await start()
    expect((await ending.ended).code).toBe(0)
    expect((await ask(oneConnection())).status).toBe(200)
  })

  it('API-04 · during shutdown a kept-alive connection serves one more request, however late', async () => {
    const server = await start()
    const agent = oneConnection()
    expect(await ask(agent)).toEqual({ status: 200, connection: 'keep-alive' })
    server.kill('SIGTERM')
    await expect.poll(() => existsSync(socket), { interval: 5 }).toBe(false)
    // The server stops listening a moment later, and waits at most three seconds.
    await delay(400)
    expect(await ask(agent)).toEqual({ status: 200, connection: 'close' })
    await expect(ask(agent), 'nobody listens any more').rejects.toThrow('ENOENT')
    expect((await server.ended).code).toBe(0)
  })

  it('API-04 · shuts down although idle connections stay open', async () => {
    const server = await start()
    const agent = oneConnection()
    await ask(agent)
    server.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
    agent.destroy()
  })
})
