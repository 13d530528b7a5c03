import type { ReactNode } from 'react'
import { formatPercent } from '#money/format.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { bulk } from '#engine/bulk/client.ts'
import { readErrorText } from './read-error-text.ts'
import type { Snapshot } from '#engine/types.ts'

type Reading = Pick<Snapshot, 'fileName' | 'progress'>
type Unread = Pick<Snapshot, 'fileName' | 'error'>

/** A file is being read: how far it is, and a way to stop (BULK-03, BULK-04). */
export function Parsing({ state, onCancel }: { state: Reading; onCancel: () => void }) {
  const lang = useLang()
  return (
    <section aria-labelledby="parsing-title" className="grid max-w-prose gap-4 border-y border-line py-6">
      <h2 id="parsing-title" className="text-xl">
        {m.parsing()}
      </h2>
      <p className="wrap-anywhere text-muted">{state.fileName}</p>
      <progress
        className="h-2 w-full accent-action"
        aria-labelledby="parsing-title"
        {...(state.progress > 0 && { value: state.progress })}
      />
      {state.progress > 0 && <p className="text-muted">{formatPercent(state.progress, lang)}</p>}
      <div>
        <Button look="plain" onClick={onCancel}>
          {m.cancel()}
        </Button>
      </div>
    </section>
  )
}

/** Why the file could not be read, and what to do. */
export function ReadFailure({ state, onAgain }: { state: Unread; onAgain: () => void }) {
  if (!state.error) return null
  const { title, text, items } = readErrorText(state.error, state.fileName)
  return (
    <Failure title={title}>
      {state.fileName && <p className="wrap-anywhere text-muted">{state.fileName}</p>}
      <p>{text}</p>
      {items.length > 0 && (
        <ul className="list-disc ps-5">
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      <div className="mt-2">
        <Button look="action" onClick={onAgain}>
          {m.try_another_file()}
        </Button>
      </div>
    </Failure>
  )
}

/** The workbench itself has stopped, or could not be loaded. What the device keeps is still there. */
export function WorkbenchFailure() {
  return (
    <Failure title={m.workbench_failed()}>
      <p>{m.workbench_failed_text()}</p>
      <div className="mt-2">
        <Button look="action" onClick={() => void bulk.restart()}>
          {m.try_again()}
        </Button>
      </div>
    </Failure>
  )
}

/** What went wrong; its title takes the focus. */
export function Failure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      role="alert"
      className="grid max-w-prose gap-3 border-s-4 border-invalid bg-invalid-soft p-5 sm:p-7"
    >
      <h2 id="failure-title" tabIndex={-1} className="flex items-start gap-2 text-xl outline-none">
        <Icon name="warning" className="mt-0.5 size-6 text-invalid" />
        {title}
      </h2>
      {children}
    </section>
  )
}
