import { useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import type {
  Factors,
  NewCodes,
  PasskeyFacts,
  removeApp,
  removePasskey,
  replaceRecoveryCodes,
  startApp,
} from '#api/second-factor.ts'
import { apiErrorMessage, call } from '#engine/http/client.ts'
import { m } from '#i18n/messages/messages.js'
import { errorOf } from '../../../session/use-submit.ts'
import { useAlerts } from '../../../ui/alerts.tsx'
import { Button } from '../../../ui/button.tsx'
import { useDateTimeText } from '../../../ui/date-time.tsx'
import { focusOn } from '../../../ui/focus.ts'
import { FormError, LoadFailure } from '../../../ui/form-status.tsx'
import { toasts } from '../../../ui/toasts.tsx'
import { FACTORS_KEY, useConfirmed, useFactors } from './confirm-identity.tsx'
import { createPasskey, passkeyProblem } from './passkey.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ConfirmationEmail } from '../confirmation-email.tsx'
import { SettingsLine, SettingsSection, useAccountFacts } from '../settings-section.tsx'

const AppSetup = lazy(() => import('./app-setup.tsx'))

const TITLE_ID = 'second-factor-title'

type Setup = { secret: string; uri: string }

/** Passkeys, the authenticator app and recovery codes. */
export function SecondFactorSettings() {
  const client = useQueryClient()
  const { data, error: loadError, isPending, refetch } = useFactors()
  const isUnconfirmed = useAccountFacts().data?.isVerified === false
  const { confirmed, question } = useConfirmed()
  const { confirm } = useAlerts()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [setup, setSetup] = useState<Setup>()
  const [codes, setCodes] = useState<readonly string[]>()

  /** Runs a change that needs a confirmed identity. `reason` words what the browser throws. */
  async function change(run: () => Promise<void>, reason = wordsOf) {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await confirmed(run)
      await client.invalidateQueries({ queryKey: FACTORS_KEY })
    } catch (thrown) {
      setProblem(reason(thrown))
    } finally {
      setBusy(false)
    }
  }

  function show({ recoveryCodes }: NewCodes) {
    if (recoveryCodes !== null) setCodes(recoveryCodes)
  }

  const addPasskey = () =>
    change(async () => {
      show(await createPasskey())
      toasts.show(m.passkey_added())
    }, passkeyProblem)

  const startSetup = () =>
    change(async () => setSetup(await call<typeof startApp>('POST /api/account/app/start', {})))

  async function remove(title: string, run: () => Promise<unknown>, done: string) {
    const asked = { title, text: m.factor_remove_text(), action: m.factor_remove(), danger: true }
    if (!(await confirm(asked))) return
    await change(async () => {
      await run()
      toasts.show(done)
      // The button that was clicked is unmounted.
      focusOn(TITLE_ID)
    })
  }

  const removeOne = (passkey: PasskeyFacts) =>
    remove(
      m.passkey_remove_title({ name: nameOf(passkey) }),
      () => call<typeof removePasskey>('DELETE /api/account/passkeys/:id', { params: { id: passkey.id } }),
      m.passkey_removed(),
    )

  const removeTheApp = () =>
    remove(m.app_remove_title(), () => call<typeof removeApp>('DELETE /api/account/app', {}), m.app_removed())

  const replaceCodes = () =>
    change(async () => show(await call<typeof replaceRecoveryCodes>('POST /api/account/recovery-codes', {})))

  return (
    <SettingsSection id={TITLE_ID} title={m.second_factor_title()} text={m.second_factor_text()}>
      {isPending && <p className="text-muted">{m.loading()}</p>}
      {loadError && (
        <LoadFailure text={apiErrorMessage(loadError, m.settings_failed())} onRetry={() => void refetch()} />
      )}
      {data && (
        <FactorList
          factors={data}
          isUnconfirmed={isUnconfirmed}
          isBusy={busy}
          onAddPasskey={() => void addPasskey()}
          onRemovePasskey={(passkey) => void removeOne(passkey)}
          onAddApp={() => void startSetup()}
          onRemoveApp={() => void removeTheApp()}
          onReplaceCodes={() => void replaceCodes()}
        />
      )}
      <FormError text={problem} />
      {question}
      <Suspense>
        {setup && (
          <AppSetup
            setup={setup}
            onCancel={() => setSetup(undefined)}
            onDone={(added) => {
              setSetup(undefined)
              show(added)
              toasts.show(m.app_added())
              void client.invalidateQueries({ queryKey: FACTORS_KEY })
            }}
          />
        )}
      </Suspense>
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </SettingsSection>
  )
}

const wordsOf = (thrown: unknown): string => errorOf(thrown, m.factor_failed()).text

const nameOf = ({ name }: PasskeyFacts): string => name || m.session_device_unknown()

type ListProps = {
  factors: Factors
  /** Whether the address is not confirmed: nothing can be added. */
  isUnconfirmed: boolean
  isBusy: boolean
  onAddPasskey: () => void
  onRemovePasskey: (passkey: PasskeyFacts) => void
  onAddApp: () => void
  onRemoveApp: () => void
  onReplaceCodes: () => void
}

function FactorList({ factors: { app, passkeys, recoveryCodes }, isUnconfirmed, isBusy, ...on }: ListProps) {
  const textOf = useDateTimeText()
  const hasFactor = app !== null || passkeys.length > 0
  return (
    <>
      {hasFactor && (
        <ul className="w-full border-b border-line" data-testid="factors">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="py-3 not-first:border-t not-first:border-line first:pt-0">
              <SettingsLine
                action={
                  <Button
                    look="plain"
                    className="-me-3"
                    aria-label={`${m.factor_remove()}: ${nameOf(passkey)}`}
                    onClick={() => on.onRemovePasskey(passkey)}
                  >
                    {m.factor_remove()}
                  </Button>
                }
              >
                <p className="font-semibold wrap-anywhere">
                  {m.passkey()} · {nameOf(passkey)}
                </p>
                <p className="text-small text-muted">
                  {m.factor_since({ time: textOf(passkey.createdAt) })}
                  {passkey.usedAt !== null && ` · ${m.session_last_used({ time: textOf(passkey.usedAt) })}`}
                </p>
              </SettingsLine>
            </li>
          ))}
          {app && (
            <li className="py-3 not-first:border-t not-first:border-line first:pt-0">
              <SettingsLine
                action={
                  <Button
                    look="plain"
                    className="-me-3"
                    aria-label={`${m.factor_remove()}: ${m.app()}`}
                    onClick={on.onRemoveApp}
                  >
                    {m.factor_remove()}
                  </Button>
                }
              >
                <p className="font-semibold">{m.app()}</p>
                <p className="text-small text-muted">{m.factor_since({ time: textOf(app.createdAt) })}</p>
              </SettingsLine>
            </li>
          )}
          <li className="border-t border-line py-3">
            <SettingsLine
              action={
                !isUnconfirmed && (
                  <Button look="plain" className="-me-3" onClick={on.onReplaceCodes}>
                    {m.recovery_codes_replace()}
                  </Button>
                )
              }
            >
              <p className="font-semibold">{m.recovery_codes()}</p>
              <p className={`text-small ${recoveryCodes < 3 ? 'font-semibold' : 'text-muted'}`}>
                {m.recovery_codes_left({ count: recoveryCodes })}
              </p>
            </SettingsLine>
          </li>
        </ul>
      )}
      {isUnconfirmed ? (
        <>
          <p>{m.second_factor_unconfirmed()}</p>
          <ConfirmationEmail />
        </>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button look="tinted" isUnavailable={isBusy} onClick={on.onAddPasskey}>
            {m.passkey_add()}
          </Button>
          {app === null && (
            <Button look="tinted" isUnavailable={isBusy} onClick={on.onAddApp}>
              {m.app_add()}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
