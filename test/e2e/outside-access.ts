import type { Visitor } from './steps.ts'

/** Records requests to other origins, new windows, and dialogs. */
export function recordOutsideAccess({ page, context }: Visitor, origin: string): string[] {
  const outsideAccess: string[] = []
  context.on('request', (request) => {
    if (!/^(?:blob|data):/.test(request.url()) && new URL(request.url()).origin !== origin)
      outsideAccess.push(request.url())
  })
  context.on('page', (other) => outsideAccess.push(`opened ${other.url()}`))
  page.on('dialog', (dialog) => {
    outsideAccess.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  return outsideAccess
}
