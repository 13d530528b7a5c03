// Without a configured payment provider, `npm start` starts the Stripe emulator: no cards, no money, never in production.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { NODE, ROOT } from './installed.js'

const { env } = process

/** False in production and with a configured provider. A site with TLS counts as production. */
const isWanted = () =>
  (env.NODE_ENV?.trim() || (env.PUBLIC_ORIGIN?.trim().startsWith('https:') ? 'production' : '')) !==
    'production' &&
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_ORIGIN'].every((name) => !env[name]?.trim())

const NOTHING = { settings: {}, stop: () => {} }

/**
 * Starts the Stripe emulator next to the server.
 * @returns the environment for the server, and a function that stops the emulator
 */
export async function startEmulatorProcess() {
  const wanted = env.PORT?.trim() || '3000'
  // The server reports an invalid port.
  if (!isWanted() || !/^\d{1,5}$/.test(wanted)) return NOTHING
  // The emulator needs the webhook address before the server listens.
  const port = Number(wanted) || (await findFreePort())
  const key = `sk_test_${randomBytes(16).toString('hex')}`
  const secret = `whsec_${randomBytes(16).toString('hex')}`
  const host = env.HOST?.trim() === '::1' ? '[::1]' : '127.0.0.1'
  const args = {
    port: port + 1,
    data: env.DATA_DIR?.trim() || './data',
    webhook: `http://${host}:${port}/api/webhooks/stripe`,
    key,
    secret,
  }
  const provider = spawn(
    NODE,
    ['src/stripe-emulator/main.ts', ...Object.entries(args).map(([name, value]) => `--${name}=${value}`)],
    // The emulator ends when this process does: the IPC channel closes.
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  )
  const origin = await listening(provider)
  if (origin === undefined) return NOTHING
  let isStopping = false
  provider.once('exit', () => {
    if (!isStopping) process.stderr.write('The test payments have ended: start again to buy anything.\n')
  })
  return {
    settings: {
      PORT: String(port),
      STRIPE_SECRET_KEY: key,
      STRIPE_WEBHOOK_SECRET: secret,
      STRIPE_API_ORIGIN: origin,
    },
    // On a terminal Ctrl+C may have ended it already.
    stop: () => {
      isStopping = true
      if (provider.connected) provider.disconnect()
    },
  }
}

/** The origin of the emulator; undefined when it does not start, so that nothing is sold. */
const listening = (provider) =>
  new Promise((resolve) => {
    let output = ''
    provider.stdout.on('data', (data) => {
      process.stdout.write(data)
      output += data
      const [, port] = /localhost:(\d+)\n/.exec(output) ?? []
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
    })
    provider.once('error', () => resolve(undefined))
    provider.once('exit', () => resolve(undefined))
  })

const findFreePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
