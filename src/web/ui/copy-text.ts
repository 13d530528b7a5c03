import { m } from '#i18n/messages/messages.js'
import { toasts } from './toasts.tsx'

/**
 * Copies text to the clipboard. Safari allows it only directly in the event handler, with a promise of a text that
 * is not known yet.
 */
async function copyText(text: string | Promise<string>): Promise<void> {
  if (typeof text === 'string') return navigator.clipboard.writeText(text)
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text)
  const type = 'text/plain'
  const blob = text.then((words) => new Blob([words], { type }))
  await navigator.clipboard.write([new ClipboardItem({ [type]: blob })])
}

/** Copies text to the clipboard and shows whether that succeeded. */
export async function copyWithToast(text: string | Promise<string>): Promise<void> {
  try {
    await copyText(text)
    toasts.show(m.copied())
  } catch {
    toasts.show(m.copy_failed(), 'destructive')
  }
}
