import type { Person } from './steps.ts'

/** Records requests to other origins, new windows, and dialogs. */
export function watchEscapes({ page, context }: Person, origin: string): string[] {
  const escapes: string[] = []
  context.on('request', (request) => {
    if (!/^(?:blob|data):/.test(request.url()) && new URL(request.url()).origin !== origin)
      escapes.push(request.url())
  })
  context.on('page', (other) => escapes.push(`opened ${other.url()}`))
  page.on('dialog', (dialog) => {
    escapes.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  return escapes
}
