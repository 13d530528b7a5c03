import { m } from '#i18n/messages/messages.js'
import { Button } from '../../../ui/button.tsx'
import { copyWithToast } from '../../../ui/copy-text.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'

/** A new API key, which is shown this once. */
export function ShownKey({ text, onClose }: { text: string; onClose: () => void }) {
  const actions = (
    <>
      <Button look="tinted" onClick={() => void copyWithToast(text)}>
        <Icon name="copy" />
        {m.copy()}
      </Button>
      <Button look="filled" onClick={onClose}>
        {m.api_key_kept()}
      </Button>
    </>
  )
  return (
    <Dialog title={m.api_key_new_title()} onDismiss={() => undefined} actions={actions}>
      <p>{m.api_key_new_text()}</p>
      <p
        translate="no"
        className="rounded-base bg-sunken p-4 font-mono text-small wrap-anywhere"
        data-testid="new-api-key"
      >
        {text}
      </p>
    </Dialog>
  )
}
