// Waits until the server at SOCKET, or HOST and PORT, is ready; exits with 1 when it is not in time.
// `node deploy/ready.js [seconds]`; 0 checks once. Under systemd, which sets MAINPID, it exits with 1 also when the server has ended.
import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

const EVERY_MS = 200
const { SOCKET, HOST = '127.0.0.1', PORT = '3000', MAINPID } = process.env
const where = SOCKET ? { socketPath: SOCKET } : { host: HOST === '0.0.0.0' ? '127.0.0.1' : HOST, port: PORT }

const isReady = () =>
  new Promise((resolve) => {
    const asked = request({ ...where, path: '/readyz', timeout: 5000 }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    asked.once('timeout', () => asked.destroy())
    asked.once('error', () => resolve(false))
    asked.end()
  })

const isRunning = () => {
  try {
    return MAINPID === undefined || process.kill(Number(MAINPID), 0)
  } catch {
    return false
  }
}

const until = Date.now() + Number(process.argv[2] ?? 0) * 1000
let ready = await isReady()
while (!ready && isRunning() && Date.now() < until) {
  await delay(EVERY_MS)
  ready = await isReady()
}
process.exit(ready ? 0 : 1)
