import { m } from '#i18n/messages/messages.js'
import { toasts } from '../../ui/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { forgetMemory } from '#engine/storage/history.ts'

/** What stays on the device when somebody signs out, and the way to be rid of it. */
export function ForgetMemory() {
  async function forget() {
    if (await forgetMemory()) toasts.show(m.memory_forgotten())
    else toasts.show(m.memory_failed(), 'destructive')
  }
  return (
    <div className="grid content-start justify-items-start gap-3">
      <h3 className="text-base">{m.memory_title()}</h3>
      <p className="text-muted">{m.memory_text()}</p>
      <Button look="plain" onClick={() => void forget()}>
        {m.memory_forget()}
      </Button>
    </div>
  )
}
