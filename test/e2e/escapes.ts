import type { Person } from './steps.ts'

/** What leaves the product's site from now on, what opens by itself, and every dialog. */
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
