import { m } from '#i18n/messages/messages.js'
import { Button } from './button.tsx'

/** Says that a part of the page could not be loaded, and tries it again. */
export function LoadFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="mb-3 grid justify-items-start gap-3 border-s-4 border-invalid bg-invalid-soft p-4"
    >
      <p>{text}</p>
      <Button look="plain" onClick={onRetry}>
        {m.try_again()}
      </Button>
    </div>
  )
}
