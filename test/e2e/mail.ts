import { afterAll, beforeAll } from 'vitest'
import { type MailServer, startMailServer } from '../server/mail-server.ts'
import { type Stage, stage } from './steps.ts'

/** A server whose emails arrive at a mail server of the test. */
export function stageWithMail(): { theatre: Stage; mail: () => MailServer } {
  let mail: MailServer | undefined
  const need = (): MailServer => {
    if (mail === undefined) throw new Error('The mail server is started before the first test.')
    return mail
  }
  beforeAll(async () => {
    mail = await startMailServer()
  })
  const theatre = stage(() => ({ SMTP_URL: need().url }))
  afterAll(async () => {
    await mail?.stop()
  })
  return { theatre, mail: need }
}
