import { parseArgs } from 'node:util'
import { startTestProvider } from './server.ts'

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
  process.stderr.write('Say --key sk_test_… and --secret whsec_…, as the product has them.\n')
  process.exit(2)
}

const provider = await startTestProvider({
  port: Number(values.port),
  key,
  webhookSecret: secret,
  webhookUrl: values.webhook,
  dataDir: values.data,
})
process.stdout.write(`Test payments are at http://localhost:${new URL(provider.origin).port}\n`)

const end = (): void => {
  void provider.stop().then(() => process.exit(0))
}
// Whoever has started it is gone.
process.once('disconnect', end)
process.once('SIGINT', end)
process.once('SIGTERM', end)
