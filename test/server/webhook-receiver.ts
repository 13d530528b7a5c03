import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type IncomingHttpHeaders, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TLSSocket, createServer as createTlsServer } from 'node:tls'
import { onTestFinished } from 'vitest'
import { isPublicAddress } from '#server/webhooks/public-address.ts'
import type { WebhookNetwork } from '#server/webhooks/send.ts'

/** The name in the certificate. No name server is asked. */
export const HOST = 'hooks.example'

const LOOPBACK = '127.0.0.1'

const certificate = makeCertificate()

function makeCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'levro-test-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const names = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`]
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  })
  const made = { key: readFileSync(key), cert: readFileSync(cert) }
  rmSync(folder, { recursive: true })
  return made
}

/** A network in which every name is this machine, which counts as public; other addresses count as they are. */
export const testNetwork = (changes: Partial<WebhookNetwork> = {}): WebhookNetwork => ({
  resolve: async () => [LOOPBACK],
  isAllowed: (address) => address === LOOPBACK || isPublicAddress(address),
  ca: certificate.cert.toString(),
  ...changes,
})

export type Received = { url: string; headers: IncomingHttpHeaders; body: string }

type Receiver = { url: string; received: Received[] }

/** Receives webhooks until the test ends. By default it accepts them. */
export async function startReceiver(
  answer: (response: ServerResponse, count: number) => void = (response) => response.writeHead(204).end(),
): Promise<Receiver> {
  const received: Received[] = []
  const http = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      received.push({ url: request.url ?? '', headers: request.headers, body })
      answer(response, received.length)
    })
  })
  const url = await startTls((socket) => void http.emit('connection', socket))
  return { url, received }
}

/** A server for TLS that answers what it likes. @returns its address */
export async function startTls(onConnection: (socket: TLSSocket) => void): Promise<string> {
  const sockets = new Set<TLSSocket>()
  const server = createTlsServer(certificate, (socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    onConnection(socket)
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve))
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return `https://${HOST}:${(server.address() as AddressInfo).port}/hook?token=query-secret`
}
