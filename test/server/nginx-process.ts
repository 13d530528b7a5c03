import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { installPackages } from '../../scripts/system-packages.js'
import { freePort } from '../free-port.ts'

const CONFIG = join(import.meta.dirname, '../../deploy/nginx/levro.conf')
const READY_WITHIN_MS = 20_000
const QUIET_MS = 200
const PLACES = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx']

export type Nginx = {
  /** The site without TLS, for clients that do not trust the test certificate. */
  origin: string
  /** The same with TLS. */
  secureOrigin: string
  /** The server that redirects to TLS. */
  redirectOrigin: string
  /**
   * Requests sent to each process, from nginx's log: written after the response, so this waits for its last
   * line.
   */
  askedOf: () => Promise<Map<string, number>>
  stop: () => Promise<void>
}

/**
 * Starts nginx with the shipped configuration, of which only addresses and the certificate are changed,
 * before these processes: `127.0.0.1:3001`, `unix:/a/b.sock`.
 */
export async function startNginx(upstreams: readonly [string, string]): Promise<Nginx> {
  const binary = findNginx() ?? installNginx()
  const folder = mkdtempSync(join(tmpdir(), 'levro-nginx-'))
  const [plain, secure, redirect] = [await freePort(), await freePort(), await freePort()]
  writeFileSync(join(folder, 'levro.conf'), ownConfig(folder, { plain, secure, redirect, upstreams }))
  makeCertificate(folder)
  mkdirSync(join(folder, 'temporary'))
  // Where tests run as root, the servers' sockets and this folder belong to root.
  writeFileSync(join(folder, 'nginx.conf'), mainConfig(folder, process.getuid?.() === 0 ? 'user root;' : ''))

  const child = spawn(binary, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const ended = once(child, 'exit')
  const killOnExit = () => void child.kill('SIGTERM')
  process.once('exit', killOnExit)
  const origin = `http://127.0.0.1:${plain}`
  for (const until = Date.now() + READY_WITHIN_MS; !(await answers(origin)); await delay(20))
    if (child.exitCode !== null || Date.now() > until) throw new Error(`nginx did not start: ${errors}`)
  return {
    origin,
    secureOrigin: `https://127.0.0.1:${secure}`,
    redirectOrigin: `http://127.0.0.1:${redirect}`,
    askedOf: async () => countLines(await readSettled(join(folder, 'access.log'))),
    async stop() {
      process.off('exit', killOnExit)
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Reads a file once it no longer grows. */
async function readSettled(file: string): Promise<string> {
  for (let text = readFileSync(file, 'utf8'); ;) {
    await delay(QUIET_MS)
    const later = readFileSync(file, 'utf8')
    if (later === text) return text
    text = later
  }
}

const answers = (origin: string): Promise<boolean> =>
  fetch(`${origin}/metrics`).then(
    () => true,
    () => false,
  )

type Ports = { plain: number; secure: number; redirect: number; upstreams: readonly [string, string] }

function ownConfig(folder: string, { plain, secure, redirect, upstreams: [one, other] }: Ports): string {
  const changes = [
    ['server unix:/run/levro/1/http.sock ', `server ${one} `],
    ['server unix:/run/levro/2/http.sock ', `server ${other} `],
    ['listen 80;', `listen 127.0.0.1:${redirect};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${secure} ssl http2;`],
    ['listen [::]:443 ssl http2;', `listen 127.0.0.1:${plain};`],
    ['/etc/ssl/levro/', `${folder}/`],
  ] as const
  return changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`deploy/nginx/levro.conf has no "${from}" any more.`)
      return text.replaceAll(from, to)
    },
    readFileSync(CONFIG, 'utf8'),
  )
}

const mainConfig = (folder: string, user: string): string => `${user}
daemon off;
worker_processes 2;
pid ${folder}/nginx.pid;
error_log stderr error;
events { worker_connections 1024; }
http {
  log_format asked '$status $upstream_addr';
  access_log ${folder}/access.log asked;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/temporary/${name};`).join('\n  ')}
  include ${folder}/levro.conf;
}
`

/** One request may have been sent to both processes, to the second after the first refused the connection. */
function countLines(log: string): Map<string, number> {
  const asked = new Map<string, number>()
  for (const [address] of log.matchAll(/(?:127\.0\.0\.1|unix):[^\s,]+/g))
    asked.set(address, (asked.get(address) ?? 0) + 1)
  return asked
}

const findNginx = (): string | undefined => PLACES.find((place) => existsSync(place))

function installNginx(): string {
  installPackages('nginx', 'nginx-light', 'openssl')
  const binary = findNginx()
  if (binary === undefined) throw new Error('The tests need nginx: install the system package `nginx-light`.')
  return binary
}

function makeCertificate(folder: string): void {
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...kind, '-subj', '/CN=levro.bg', ...files], { stdio: 'ignore' })
}
