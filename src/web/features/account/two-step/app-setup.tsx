import { generate } from 'lean-qr'
import { type FormEvent, useMemo, useState } from 'react'
import type { NewCodes, confirmApp } from '#api/second-factor.ts'
import { call } from '#engine/http/client.ts'
import { m } from '#i18n/messages/messages.js'
import { useSubmit } from '../../../session/use-submit.ts'
import { FormError } from '../../../ui/form-status.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { CodeField } from './code-field.tsx'

type Props = {
  setup: { secret: string; uri: string }
  onDone: (added: NewCodes) => void
  onCancel: () => void
}

/** Shows the secret of an authenticator app, to scan or to type, and asks for its first code. */
export default function AppSetup({ setup: { secret, uri }, onDone, onCancel }: Props) {
  const [code, setCode] = useState('')
  const { error, isBusy, attempt, clearError } = useSubmit(m.code_failed())
  const [isMissing, setMissing] = useState(false)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (code.trim() === '') return setMissing(true)
    await attempt(async () =>
      onDone(await call<typeof confirmApp>('POST /api/account/app/confirm', { body: { code } })),
    )
  }

  const problem = isMissing ? m.code_missing() : error?.code === 'wrong_code' ? error.text : undefined
  const intro = (
    <>
      <p>{m.app_setup_text()}</p>
      <div className="grid gap-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center">
        <QrCode text={uri} label={m.app_setup_qr()} />
        <div className="grid gap-1.5">
          <p className="text-muted">{m.app_setup_typed()}</p>
          <p translate="no" className="font-mono wrap-anywhere" data-testid="secret">
            {secret.replaceAll(/.{4}(?=.)/g, '$& ')}
          </p>
          <a href={uri} className="inline-flex min-h-11 items-center underline underline-offset-4 sm:hidden">
            {m.app_setup_open()}
          </a>
        </div>
      </div>
    </>
  )
  return (
    <FormDialog
      title={m.app_setup_title()}
      intro={intro}
      action={m.second_step_action()}
      isBusy={isBusy}
      onSubmit={send}
      onCancel={onCancel}
    >
      <CodeField
        label={m.app_code_label()}
        value={code}
        onType={(text) => {
          setCode(text)
          setMissing(false)
          clearError()
        }}
        error={problem}
      />
      <FormError text={problem === undefined ? error?.text : undefined} />
    </FormDialog>
  )
}

const QUIET_ZONE = 4

/** Dark on light in every colour scheme: cameras read no other. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = generate(text)
    const rows = Array.from({ length: code.size }, (_, y) =>
      Array.from({ length: code.size }, (_, x) => (code.get(x, y) ? `M${x} ${y}h1v1h-1z` : '')).join(''),
    )
    return { size: code.size, path: rows.join('') }
  }, [text])
  const whole = size + 2 * QUIET_ZONE
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${whole} ${whole}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-base forced-color-adjust-none"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={whole} height={whole} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}
