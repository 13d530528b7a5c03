import { parseArgs } from 'node:util'
import { startStripeEmulator } from './server.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '3001' },
    data: { type: 'string' },
    webhook: { type: 'string' },
    key: { type: 'string' },
    secret: { type: 'string' },
  },
})

const { key, secret } = values
if (key === undefined || secret === undefined) {
  process.stderr.write('Pass --key sk_test_… and --secret whsec_…, as the product has them.\n')
  process.exit(2)
}

const emulator = await startStripeEmulator({
  port: Number(values.port),
  key,
  webhookSecret: secret,
  webhookUrl: values.webhook,
  dataDir: values.data,
})
process.stdout.write(`Test payments are at http://localhost:${new URL(emulator.origin).port}\n`)

const end = (): void => void emulator.stop().then(() => process.exit(0))
// The process that started it has ended.
process.once('disconnect', end)
process.once('SIGINT', end)
process.once('SIGTERM', end)
