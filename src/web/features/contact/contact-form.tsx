import { isTopic } from '#product/product.ts'
import { type FormEvent, useId, useState } from 'react'
import { m } from '#i18n/messages/messages.js'
import type { contact } from '#api/site.ts'
import { LIMITS } from '#product/limits.ts'
import { call } from '#engine/http/client.ts'
import { useLang } from '../../routing/location.ts'
import { useIsOnline } from '../../ui/browser.ts'
import { useSubmit } from '../../session/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { FormError, StatusLine } from '../../ui/form-status.tsx'
import { LinkedText } from '../../ui/linked-text.tsx'
import type { Draft } from '#engine/storage/contact-draft.ts'
import {
  TOPICS,
  emailError,
  isTooLong,
  messageError,
  messageCharactersLeft,
  nameError,
  nameCharactersLeft,
  missingFields,
  missingFieldsText,
} from './draft.ts'
import { useDraft, useRequestedPlan } from './use-draft.ts'

/** A honeypot field: people neither see nor reach it, programs fill it in (INFO-02). */
export function HoneypotField({ value, onFill }: { value: string; onFill: (text: string) => void }) {
  const id = useId()
  return (
    <div aria-hidden="true" className="sr-only">
      <label htmlFor={id}>{m.contact_website()}</label>
      <input
        id={id}
        name="website"
        tabIndex={-1}
        autoComplete="off"
        value={value}
        onChange={(event) => onFill(event.target.value)}
      />
    </div>
  )
}

const TOPIC_OPTIONS = Object.entries(TOPICS)

/** A message to support (INFO-02, INFO-03). The input is kept until it is sent. */
export function ContactForm() {
  const lang = useLang()
  const needsId = useId()
  const { draft, edit, empty } = useDraft()
  const plan = useRequestedPlan()
  const [outcome, setOutcome] = useState<'sent' | 'blocked'>()
  const isOnline = useIsOnline()
  const unreachable = m.contact_unreachable()
  const { error, isBusy, attempt, clearError } = useSubmit(m.contact_failed(), unreachable)
  // The email is validated only after the field was left.
  const [isEmailDone, setEmailDone] = useState(false)
  const isAboutEmail = error?.code === 'invalid_email'
  // Our own messages link to another way to reach support; the server's are shown unchanged.
  const ours =
    outcome === 'blocked'
      ? m.contact_blocked()
      : error?.text === unreachable
        ? `${unreachable}${isOnline ? '' : ` ${m.contact_offline()}`}`
        : undefined
  const needs = missingFields(draft)
  const isReady = needs.length === 0 && !isTooLong(draft)
  const isAboutPlan = plan !== undefined && draft.topic === 'billing'
  const hint = isAboutPlan ? m.contact_hint_plan() : TOPICS[draft.topic].hint()

  function change(part: Partial<Draft>) {
    // The form is cleared only after the message has arrived.
    if (isBusy) return
    edit(part)
    setOutcome(undefined)
    clearError()
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    if (!isReady) return
    const { isAgreed: _, ...body } = draft
    if (body.website !== '') return setOutcome('blocked')
    await attempt(async () => {
      await call<typeof contact>('POST /api/support/contact', { body })
      empty()
      setOutcome('sent')
    })
  }

  return (
    <form
      onSubmit={(event) => void send(event)}
      noValidate
      className="grid gap-5 noscript:hidden print:hidden"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={m.contact_name()}
          hint={nameCharactersLeft(draft.name, lang)}
          error={nameError(draft.name, lang)}
          name="name"
          autoComplete="name"
          required
          readOnly={isBusy}
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Field
          label={m.email()}
          seeksFocus={isAboutEmail}
          error={isAboutEmail ? error.text : isEmailDone ? emailError(draft.email) : undefined}
          type="email"
          name="email"
          autoComplete="email"
          required
          maxLength={LIMITS.emailLength}
          readOnly={isBusy}
          value={draft.email}
          onBlur={() => setEmailDone(true)}
          onChange={(event) => {
            setEmailDone(false)
            change({ email: event.target.value })
          }}
        />
      </div>
      <Select
        label={m.contact_topic()}
        name="topic"
        value={draft.topic}
        options={TOPIC_OPTIONS.map(([value, { label }]) => ({ value, label: label() }))}
        onPick={(topic) => isTopic(topic) && change({ topic })}
      />
      <TextArea
        label={m.contact_message()}
        hint={`${hint} ${messageCharactersLeft(draft.message, lang)}`}
        error={messageError(draft.message, lang)}
        name="message"
        required
        readOnly={isBusy}
        value={draft.message}
        onChange={(event) => change({ message: event.target.value })}
      />
      <HoneypotField value={draft.website} onFill={(website) => change({ website })} />
      <label className="flex min-h-11 items-start gap-3 py-2">
        <input
          type="checkbox"
          name="terms"
          required
          checked={draft.isAgreed}
          onChange={(event) => change({ isAgreed: event.target.checked })}
          className="mt-0.5 size-5 shrink-0 accent-(--action)"
        />
        <span>
          <LinkedText text={m.contact_terms()} inNewTab />
        </span>
      </label>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button
          look="filled"
          type="submit"
          isUnavailable={!isReady || isBusy}
          aria-describedby={needsId}
          className="px-6 text-lead"
        >
          {isBusy ? m.sending() : m.contact_send()}
        </Button>
        {/* As high with one line as with two: the email of who is signed in is filled in. */}
        <p id={needsId} className="grid min-h-[3.1em] min-w-0 flex-1 basis-60 content-center text-muted">
          {outcome === undefined && missingFieldsText(needs, lang)}
        </p>
      </div>
      <FormError text={ours ? <LinkedText text={ours} /> : isAboutEmail ? undefined : error?.text} />
      {outcome === 'blocked' && (
        <p>
          <LinkedText text={`[${m.contact_blocked_email()}](email)`} />
        </p>
      )}
      <StatusLine
        text={outcome === 'sent' && m.contact_sent()}
        className="rounded-base border-s-4 border-ink bg-sunken px-4 py-3"
      />
    </form>
  )
}
