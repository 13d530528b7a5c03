import type { acceptTerms } from '#api/site.ts'
import { TERMS_VERSION } from '#product/limits.ts'
import { call } from '#engine/http/client.ts'
import { saveAcceptedTerms } from '#engine/storage/preferences.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LinkedText } from '../ui/linked-text.tsx'

type Props = { onAccept: () => void; onDismiss: () => void }

/** Asks the user to accept the terms before the first conversion on this device (CONV-01). */
export function TermsDialog({ onAccept, onDismiss }: Props) {
  function accept() {
    saveAcceptedTerms()
    // The server only records it: a failure must not block the conversion.
    call<typeof acceptTerms>('POST /api/legal/accept', { body: { version: TERMS_VERSION } }).catch(
      () => undefined,
    )
    onAccept()
  }

  const actions = (
    <>
      <Button look="plain" onClick={onDismiss}>
        {m.cancel()}
      </Button>
      <Button look="filled" onClick={accept}>
        {m.terms_accept()}
      </Button>
    </>
  )
  return (
    <Dialog title={m.terms_title()} onDismiss={onDismiss} actions={actions}>
      <p>
        <LinkedText text={m.terms_text()} inNewTab />
      </p>
      <ul className="grid list-disc gap-1.5 ps-5">
        <li>{m.terms_point_rate()}</li>
        <li>{m.terms_point_tokens()}</li>
        <li>{m.terms_point_data()}</li>
        <li>{m.terms_point_check()}</li>
      </ul>
      <p className="text-muted">{m.terms_version({ version: TERMS_VERSION })}</p>
    </Dialog>
  )
}
