import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Assertion, Factors, confirmIdentity } from '#api/second-factor.ts'
import { ApiCallError, call } from '#engine/http/client.ts'
import { m } from '#i18n/messages/messages.js'
import { queryOf } from '../../../session/queries.ts'
import { useFormCheck } from '../../../session/use-form-check.ts'
import { useSubmit } from '../../../session/use-submit.ts'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-status.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { CodeField } from './code-field.tsx'
import { askForPasskey, passkeyProblem } from './passkey.ts'

const CODE_ERRORS: ReadonlySet<string | undefined> = new Set([
  'wrong_code',
  'app_codes_blocked',
  'code_required',
])

export const FACTORS_KEY = ['/api/account', 'factors']

export const useFactors = () =>
  useQuery({ queryKey: FACTORS_KEY, queryFn: queryOf<Factors>('null'), refetchOnMount: 'always' })

type Confirmed = {
  /**
   * Runs a request that needs a recent confirmation of who is signed in, and asks for one where it is missing.
   * @returns undefined when the user has cancelled
   */
  confirmed: <T>(run: () => Promise<T>) => Promise<T | undefined>
  /** The dialog, while it is open. It holds a form, so it must not be inside another. */
  question: ReactNode
}

export function useConfirmed(): Confirmed {
  const [answer, setAnswer] = useState<(isConfirmed: boolean) => void>()
  return {
    async confirmed(run) {
      try {
        return await run()
      } catch (thrown) {
        if (!(thrown instanceof ApiCallError) || thrown.code !== 'confirmation_required') throw thrown
      }
      const isConfirmed = await new Promise<boolean>((resolve) => setAnswer(() => resolve))
      setAnswer(undefined)
      return isConfirmed ? run() : undefined
    },
    question: answer && <ConfirmIdentity onConfirm={() => answer(true)} onCancel={() => answer(false)} />,
  }
}

/** Asks for the password, and a code where the account has a second factor, or for a passkey in place of both. */
function ConfirmIdentity({ onConfirm, onCancel }: { onConfirm: () => void; onCancel: () => void }) {
  const { data: factors } = useFactors()
  return (
    <ProofDialog
      title={m.identity_title()}
      text={m.identity_text()}
      action={m.second_step_action()}
      failure={m.identity_failed()}
      factors={factors ?? undefined}
      onProof={async (body) => {
        await call<typeof confirmIdentity>('POST /api/account/confirm', { body })
        onConfirm()
      }}
      onCancel={onCancel}
    />
  )
}

type Proof = { password?: string; code?: string; passkey?: Assertion }

type ProofProps = {
  title: string
  text: string
  action: string
  look?: 'filled' | 'danger'
  hint?: string
  /** The message when the server sends none. */
  failure: string
  /** Those that are asked for as well; without them the password alone is. */
  factors?: Factors | undefined
  onProof: (proof: Proof) => Promise<void>
  onCancel: () => void
}

/** Asks who is there before a sensitive action: the session may belong to an unattended device. */
export function ProofDialog({ text, hint, failure, factors, onProof, ...dialog }: ProofProps) {
  const hasPasskey = (factors?.passkeys.length ?? 0) > 0
  const hasFactor = hasPasskey || (factors?.app ?? null) !== null
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const { error, isBusy, attempt, clearError } = useSubmit(failure)
  const fields = useFormCheck()
  const isAboutPassword = error?.code === 'wrong_password'
  const isAboutCode = CODE_ERRORS.has(error?.code)
  const clear = () => {
    clearError()
    fields.clear()
    setProblem(undefined)
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!fields.check(event.currentTarget)) return
    await attempt(() => onProof({ password, ...(hasFactor && { code }) }))
  }

  async function sendPasskey() {
    clear()
    try {
      await onProof({ passkey: await askForPasskey() })
    } catch (thrown) {
      setProblem(passkeyProblem(thrown))
    }
  }

  return (
    <FormDialog
      {...dialog}
      intro={<p>{text}</p>}
      isBusy={isBusy}
      otherAction={
        hasPasskey && (
          <Button look="tinted" onClick={() => void sendPasskey()}>
            {m.identity_passkey()}
          </Button>
        )
      }
      onSubmit={send}
    >
      <PasswordField
        kind="current"
        label={m.password()}
        hint={hint}
        name="password"
        value={password}
        onType={(text) => {
          setPassword(text)
          clear()
        }}
        error={isAboutPassword ? error?.text : fields.problemOf('password')}
      />
      {hasFactor && (
        <CodeField
          label={factors?.app ? m.code_label() : m.recovery_code_label()}
          hint={factors?.app ? m.code_hint() : undefined}
          value={code}
          onType={(text) => {
            setCode(text)
            clear()
          }}
          error={isAboutCode ? error?.text : undefined}
        />
      )}
      <FormError text={problem ?? (isAboutPassword || isAboutCode ? undefined : error?.text)} />
    </FormDialog>
  )
}
