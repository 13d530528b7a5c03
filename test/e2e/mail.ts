import { afterAll, beforeAll } from 'vitest'
import { type MailServer, startMailServer } from '../server/mail-server.ts'
import { type TestApp, startApp } from './steps.ts'

/**
 * Starts a server whose emails are delivered to a mail server of the test.
 * @param settings in addition to those of every test
 */
export function startAppWithMail(settings: Record<string, string> = {}): {
  app: TestApp
  mail: () => MailServer
} {
  let mail: MailServer | undefined
  const required = (): MailServer => {
    if (mail === undefined) throw new Error('The mail server is started before the first test.')
    return mail
  }
  beforeAll(async () => {
    mail = await startMailServer()
  })
  const app = startApp(() => ({ ...settings, SMTP_URL: required().url }))
  afterAll(async () => {
    await mail?.stop()
  })
  return { app, mail: required }
}
