import { TERMS_VERSION } from '#product/limits.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LinkedText } from '../../ui/linked-text.tsx'

const KEY = 'levro.terms'

/** Whether this device has accepted the version of the terms that is in force. */
export function hasAcceptedTerms(): boolean {
  try {
    return localStorage.getItem(KEY) === TERMS_VERSION
  } catch {
    return false
  }
}

export function keepAcceptedTerms(): void {
  try {
    localStorage.setItem(KEY, TERMS_VERSION)
  } catch {
    // A forbidden store only means that the question comes again.
  }
}

/** What a person agrees to before the first conversion on this device (CONV-01). */
export function TermsDialog({ onAccept, onDismiss }: { onAccept: () => void; onDismiss: () => void }) {
  const actions = (
    <>
      <Button look="plain" onClick={onDismiss}>
        {m.cancel()}
      </Button>
      <Button look="action" onClick={onAccept}>
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
