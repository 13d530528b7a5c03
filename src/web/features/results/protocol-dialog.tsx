import { type FormEvent, useId, useState } from 'react'
import type { ProtocolKind, ProtocolInput } from '#reports/types.ts'
import { m } from '#i18n/messages/messages.js'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import {
  PROTOCOL_INPUT_MAX_LENGTH,
  saveProtocolInput,
  loadProtocolInput,
} from '#engine/storage/preferences.ts'

const KINDS = ['protocol-pdf', 'protocol-xlsx'] as const

const KIND_NAME = {
  'protocol-pdf': m.protocol_pdf,
  'protocol-xlsx': m.protocol_xlsx,
} satisfies Record<ProtocolKind, () => string>

type ProtocolDialogProps = {
  onExport: (kind: ProtocolKind, input: ProtocolInput) => void
  onDismiss: () => void
}

/** Asks for the purpose of a protocol, who prepares it, and the file format (PROOF-03). */
export function ProtocolDialog({ onExport, onDismiss }: ProtocolDialogProps) {
  const form = useId()
  const [input, setInput] = useState(loadProtocolInput)
  const [kind, setKind] = useState<ProtocolKind>('protocol-pdf')
  function submit(event: FormEvent) {
    event.preventDefault()
    const trimmed = { purpose: input.purpose.trim(), preparedBy: input.preparedBy.trim() }
    saveProtocolInput(trimmed)
    onExport(kind, trimmed)
  }
  const actions = (
    <>
      <Button look="plain" onClick={onDismiss}>
        {m.cancel()}
      </Button>
      <Button look="filled" type="submit" form={form}>
        {m.protocol_make()}
      </Button>
    </>
  )
  return (
    <Dialog title={m.protocol_title()} onDismiss={onDismiss} actions={actions}>
      <p>{m.protocol_lead()}</p>
      <form id={form} className="mt-2 grid gap-5" onSubmit={submit}>
        <Field
          label={m.protocol_purpose()}
          hint={m.protocol_purpose_hint()}
          error={undefined}
          name="purpose"
          autoComplete="off"
          maxLength={PROTOCOL_INPUT_MAX_LENGTH.purpose}
          value={input.purpose}
          onChange={(event) => setInput({ ...input, purpose: event.target.value })}
        />
        <Field
          label={m.protocol_by()}
          hint={m.protocol_by_hint()}
          error={undefined}
          name="preparedBy"
          autoComplete="name"
          maxLength={PROTOCOL_INPUT_MAX_LENGTH.preparedBy}
          value={input.preparedBy}
          onChange={(event) => setInput({ ...input, preparedBy: event.target.value })}
        />
        <RadioGroup<ProtocolKind>
          label={m.protocol_format()}
          isLabelShown
          value={kind}
          options={KINDS.map((value) => ({ value, text: KIND_NAME[value]() }))}
          onPick={async (value) => setKind(value)}
        />
      </form>
    </Dialog>
  )
}
