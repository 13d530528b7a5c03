import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { HOST, startReceiver, startTls, testNetwork } from '#test/server/webhook-receiver.ts'
import { type WebhookNetwork, WebhookError, parseWebhookUrl, postWebhook } from './send.ts'

const never = new AbortController().signal

const post = (url: string, network: WebhookNetwork = testNetwork(), stopping = never) =>
  postWebhook(network, { url, body: '{"id":"1"}', signature: ['levro-signature', 't=1,v1=0'] }, stopping)

/** The problem of a refused notice, and for how long it took. */
async function problemOf(work: Promise<void>): Promise<{ problem: string; ms: number }> {
  const start = performance.now()
  const error: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(WebhookError)
  return { problem: (error as WebhookError).message, ms: performance.now() - start }
}

describe('the address of a webhook', () => {
  it('OPEN-02 · is https, without a user, and up to 2,000 characters long', () => {
    const longest = `https://a.example/${'a'.repeat(2000 - 18)}`
    for (const text of ['https://a.example', 'https://a.example:8443/b?c=d', 'https://8.8.8.8/', longest])
      expect(parseWebhookUrl(text)?.href, text).toContain('https://')
    for (const text of [
      '',
      'a.example',
      '//a.example',
      'http://a.example',
      'ftp://a.example',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'https://',
      'https://user@a.example',
      'https://:password@a.example',
      `${longest}a`,
    ])
      expect(parseWebhookUrl(text), text).toBeUndefined()
  })

  it('OPEN-02 · is not one of a private address, however it is written', () => {
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '017700000001',
      '0',
      '127.0.0.1.',
      '１２７.0.0.1',
      '10.0.0.1',
      '169.254.169.254',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:8.8.8.8]',
      '[64:ff9b::a9fe:a9fe]',
      '[fd00:ec2::254]',
    ])
      expect(parseWebhookUrl(`https://${host}/`), host).toBeUndefined()
  })
})

describe('a notice', () => {
  it('OPEN-02 · is sent as JSON with its signature, to the host that its address names', async () => {
    const { url, received } = await startReceiver()
    await post(url)
    const { port } = new URL(url)
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({
      url: '/hook?token=query-secret',
      body: '{"id":"1"}',
      headers: {
        host: `${HOST}:${port}`,
        'content-type': 'application/json',
        'content-length': '10',
        'levro-signature': 't=1,v1=0',
      },
    })
  })

  it('OPEN-02 · is not sent where one address of the host is not public', async () => {
    const { url, received } = await startReceiver()
    for (const addresses of [
      ['10.0.0.1'],
      ['127.0.0.1', '192.168.1.1'],
      ['127.0.0.1', '::1'],
      ['fe80::1%eth0'],
    ]) {
      const network = testNetwork({ resolve: async () => addresses })
      expect((await problemOf(post(url, network))).problem).toBe('an address of the host is not public')
    }
    const none = testNetwork({ resolve: async () => [] })
    expect((await problemOf(post(url, none))).problem).toBe('the host has no address')
    // Refused at the attempt as well: the rules may have changed since it was stored.
    const strict = testNetwork({ isAllowed: () => false })
    expect((await problemOf(post('https://127.0.0.1/', strict))).problem).toBe('the address is not accepted')
    expect(received).toEqual([])
  })

  it('OPEN-02 · goes to an address that was checked, although the host name resolves to another one by then', async () => {
    const { url, received } = await startReceiver()
    const seen: string[] = []
    // The second look-up of a name that was bound again would be that of the connection.
    const network = testNetwork({
      resolve: async (host) => {
        seen.push(host)
        return seen.length === 1 ? ['127.0.0.1'] : ['10.0.0.1']
      },
    })
    await post(url, network)
    expect(seen).toEqual([HOST])
    expect(received).toHaveLength(1)
    // The next attempt looks it up and checks it again.
    expect((await problemOf(post(url, network))).problem).toBe('an address of the host is not public')
    expect(seen).toEqual([HOST, HOST])
    expect(received).toHaveLength(1)
  })

  it('OPEN-02 · needs a certificate of the host', async () => {
    const { url, received } = await startReceiver()
    const unknown = await problemOf(post(url, testNetwork({ ca: undefined })))
    expect(unknown.problem).toBe('the connection failed (DEPTH_ZERO_SELF_SIGNED_CERT)')
    const other = await problemOf(post(url.replace(HOST, 'other.example')))
    expect(other.problem).toBe('the connection failed (ERR_TLS_CERT_ALTNAME_INVALID)')
    expect(received).toEqual([])
  })

  it('OPEN-02 · is not accepted by another answer than 2xx, and no redirect is followed', async () => {
    const target = await startReceiver()
    for (const status of [199, 300, 301, 302, 307, 308, 400, 404, 410, 500, 503]) {
      const { url, received } = await startReceiver((response) =>
        response.writeHead(status, { location: target.url }).end(),
      )
      expect((await problemOf(post(url))).problem, `${status}`).toMatch(/^the (?:answer was|connection)/)
      expect(received).toHaveLength(1)
    }
    expect(target.received).toEqual([])
    for (const status of [200, 201, 202, 204]) {
      const { url } = await startReceiver((response) => response.writeHead(status).end())
      await post(url)
    }
  })

  it('OPEN-02 · is not sent through the proxy that the environment names', async () => {
    const { url, received } = await startReceiver()
    process.env.HTTPS_PROXY = 'http://127.0.0.1:1'
    process.env.NODE_USE_ENV_PROXY = '1'
    onTestFinished(() => {
      delete process.env.HTTPS_PROXY
      delete process.env.NODE_USE_ENV_PROXY
    })
    await post(url)
    expect(received).toHaveLength(1)
  })

  it('OPEN-02 · is accepted by the status alone: an endless answer is not read', async () => {
    let sent = 0
    const url = await startTls((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n')
        const flood = () => {
          if (socket.destroyed || sent > 64 * 1024 * 1024) return
          sent += 65_536
          socket.write(Buffer.alloc(65_536), flood)
        }
        flood()
      })
    })
    await post(url)
    expect(sent).toBeLessThan(8 * 1024 * 1024)
  })

  it('OPEN-02 · fails at once where the host closes the connection, or answers with another protocol', async () => {
    const answers = [
      '',
      'SSH-2.0-OpenSSH_9.6\r\n',
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n',
      `HTTP/1.1 200 OK\r\nlong: ${'a'.repeat(100_000)}\r\n\r\n`,
    ]
    for (const answer of answers) {
      const url = await startTls((socket) => {
        socket.once('data', () => {
          if (answer === '') socket.destroy()
          else socket.write(answer)
        })
      })
      const { problem, ms } = await problemOf(post(url))
      expect(problem, answer.slice(0, 20)).toMatch(/^the connection (?:failed|was closed)/)
      expect(ms, answer.slice(0, 20)).toBeLessThan(4000)
    }
  })

  it('OPEN-02 · ends after ten seconds where the answer comes a byte at a time, or never', async () => {
    const answers = [
      () => {},
      (write: (text: string) => void) => write('HTTP/1.1 200 OK\r\na: '),
      // Answers before the final one, without an end.
      (write: (text: string) => void) => write('HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n'),
    ]
    const problems = await Promise.all(
      answers.map(async (begin) => {
        const url = await startTls((socket) => {
          socket.once('data', () => {
            begin((text) => socket.write(text))
            const drip = setInterval(() => begin.length > 0 && socket.write('a'), 200)
            socket.on('close', () => clearInterval(drip))
          })
        })
        return problemOf(post(url))
      }),
    )
    for (const { problem, ms } of problems) {
      expect(problem).toMatch(/^(?:no answer in time|the connection failed)/)
      expect(ms).toBeLessThan(12_000)
    }
    expect(problems[0]?.ms).toBeGreaterThan(9500)
  })

  it('OPEN-02 · ends after five seconds without a connection, or an answer of the name server', async () => {
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as AddressInfo
    const results = await Promise.all([
      // TCP is accepted, and TLS never begins.
      problemOf(post(`https://${HOST}:${port}/`)),
      problemOf(post(`https://${HOST}/`, testNetwork({ resolve: () => new Promise(() => {}) }))),
    ])
    for (const { problem, ms } of results) {
      expect(problem).toBe('no answer in time')
      expect(ms).toBeGreaterThan(4500)
      expect(ms).toBeLessThan(7000)
    }
  })

  it('OPEN-02 · is given up at once when the server stops', async () => {
    const stop = new AbortController()
    const url = await startTls((socket) => socket.once('data', () => stop.abort()))
    expect((await problemOf(post(url, testNetwork(), stop.signal))).ms).toBeLessThan(4000)
    expect((await problemOf(post(url, testNetwork(), AbortSignal.abort()))).ms).toBeLessThan(1000)
  })

  it('OPEN-02 · says nothing of its address in its problem', async () => {
    const { url } = await startReceiver((response) => response.writeHead(500).end())
    for (const text of [url, `https://${HOST}:1/?token=query-secret`]) {
      const { problem } = await problemOf(post(text))
      expect(problem).not.toMatch(/hooks|127|secret|:\d/)
    }
  })
})
