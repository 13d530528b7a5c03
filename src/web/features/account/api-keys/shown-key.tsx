import type { createApiKey } from '#api/api-keys.ts'
import type { ReplyOf } from '#api/endpoint.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../../ui/button.tsx'
import { copyWithToast } from '../../../ui/copy-text.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'

export type CreatedKey = Pick<ReplyOf<typeof createApiKey>, 'key' | 'webhookSecret'>

/** A new API key and the secret of its webhooks, which are shown this once. */
export function ShownKey({ created, onClose }: { created: CreatedKey; onClose: () => void }) {
  const actions = (
    <>
      <Button look="tinted" onClick={() => void copyWithToast(created.key)}>
        <Icon name="copy" />
        {m.api_key_copy()}
      </Button>
      <Button look="filled" onClick={onClose}>
        {m.api_key_kept()}
      </Button>
    </>
  )
  return (
    <Dialog title={m.api_key_new_title()} onDismiss={() => undefined} actions={actions}>
      <p>{m.api_key_new_text()}</p>
      <Secret text={created.key} name="new-api-key" />
      <p>{m.api_key_webhook_text()}</p>
      <Secret text={created.webhookSecret} name="new-webhook-secret" />
      <Button
        look="plain"
        className="-ms-3 justify-self-start"
        onClick={() => void copyWithToast(created.webhookSecret)}
      >
        <Icon name="copy" />
        {m.api_key_webhook_copy()}
      </Button>
    </Dialog>
  )
}

function Secret({ text, name }: { text: string; name: string }) {
  return (
    <p
      translate="no"
      className="rounded-base bg-sunken p-4 font-mono text-small wrap-anywhere"
      data-testid={name}
    >
      {text}
    </p>
  )
}
