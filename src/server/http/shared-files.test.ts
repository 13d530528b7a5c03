import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Place, type TestServer, makePlace, startServer } from '#test/harness.ts'

let place: Place
let server: TestServer
beforeAll(async () => {
  place = await makePlace('sqlite')
  server = await startServer(place.settings)
})
afterAll(async () => {
  await server.stop()
  await place.remove()
})

const HEAD = (path: string, length: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\n${length}\r\n\r\n`

/** Sends bytes as they are, and returns what was received until the response has ended. */
function send(text: string, more?: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.origin)
    const socket = connect(Number(port), hostname, () => {
      socket.write(text)
      if (more) socket.write(more)
    })
    let received = ''
    socket.setEncoding('utf8')
    socket.on('data', (data: string) => {
      received += data
      if (!received.includes('\r\n\r\n')) return
      socket.destroy()
      resolve(received)
    })
    socket.on('error', reject)
  })
}

describe('files that miss the service worker', () => {
  it.each([
    ['/share', '/converter?mode=bulk&shared=1'],
    ['/en/share', '/en/converter?mode=bulk&shared=1'],
  ])('OPEN-05 · shared to %s are answered with 303 to the converter', async (path, location) => {
    const body = new FormData()
    body.append('files', new Blob(['name,price\nA,1\n'], { type: 'text/csv' }), 'a.csv')
    const response = await fetch(server.origin + path, { method: 'POST', body, redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([303, location])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toBe('')
    // Also from another site, whatever the type is: nothing is done.
    const other = await fetch(server.origin + path, {
      method: 'POST',
      body: 'x',
      headers: { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site' },
      redirect: 'manual',
    })
    expect(other.status).toBe(303)
  })

  it.each([
    ['a body that has not begun to arrive', 'Content-Length: 20971520'],
    ['a body without a length', 'Transfer-Encoding: chunked'],
    ['a body larger than any file', 'Content-Length: 999999999999'],
  ])('OPEN-05 · are answered before their body, unread: %s', async (_what, length) => {
    const started = performance.now()
    const reply = await send(HEAD('/share', length))
    expect(reply).toMatch(/^HTTP\/1\.1 303 /)
    expect(reply).toMatch(/\r\nlocation: \/converter\?mode=bulk&shared=1\r\n/i)
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it('OPEN-05 · whose body is large are answered all the same', async () => {
    const response = await fetch(`${server.origin}/share`, {
      method: 'POST',
      body: Buffer.alloc(48 * 1024 * 1024, 65),
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      redirect: 'manual',
    })
    expect(response.status).toBe(303)
  })
})
