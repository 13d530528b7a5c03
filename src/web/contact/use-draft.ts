import { type RefObject, useLayoutEffect, useState } from 'react'
import { PLANS, type Plan } from '#domain/plans.ts'
import { useLang, useQueryText } from '../i18n/lang.ts'
import { m } from '../i18n/messages/messages.js'
import { useSession } from '../session/session.ts'
import type { Draft } from './draft.ts'
import { forgetDraft, keepDraft, loadDraft } from './kept-draft.ts'
import { isTopic } from './topics.ts'

/** The plan that the address asks about: one whose price is agreed with the buyer. */
export function usePlanAsked(): Plan | undefined {
  const asked = new URLSearchParams(useQueryText()).get('plan')
  return PLANS.find(({ id, price }) => id === asked && price === undefined)
}

/** The form as it opens: with what the address says, and the email of whoever is signed in. */
function useOpening(): Draft {
  const lang = useLang()
  const session = useSession()
  const topic = new URLSearchParams(useQueryText()).get('topic')
  const plan = usePlanAsked()
  return {
    name: '',
    email: session.status === 'signed-in' ? session.email : '',
    topic: isTopic(topic) ? topic : 'general',
    message: plan ? `${m.contact_about_plan({ plan: plan.name[lang] })}\n` : '',
    isAgreed: false,
    website: '',
  }
}

/** What stands in the fields and was not put there by the page: typed, or restored by the browser, before it started. */
function earlyIn(form: HTMLFormElement, drawn: Draft): Partial<Draft> {
  const data = new FormData(form)
  const early: Partial<Draft> = {}
  for (const field of ['name', 'email', 'message', 'website'] as const) {
    const text = data.get(field)
    if (typeof text === 'string' && text !== drawn[field]) early[field] = text
  }
  const topic = data.get('topic')
  if (typeof topic === 'string' && isTopic(topic) && topic !== drawn.topic) early.topic = topic
  if (data.has('terms')) early.isAgreed = true
  return early
}

/**
 * The message that is being written, kept until it is sent. What the person has not touched follows the address and the
 * session.
 */
export function useDraft(form: RefObject<HTMLFormElement | null>) {
  const opening = useOpening()
  const [touched, setTouched] = useState<Partial<Draft>>()
  // Before anything is drawn anew, which would replace what stands in the fields.
  useLayoutEffect(() => {
    const early = form.current ? earlyIn(form.current, opening) : {}
    setTouched({ ...loadDraft(), ...early })
    if (Object.keys(early).length > 0) keepDraft(early)
    // Once: from then on the page knows of every change.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return {
    draft: { ...opening, ...touched },
    edit: (change: Partial<Draft>) => {
      setTouched((before) => ({ ...before, ...change }))
      keepDraft(change)
    },
    /** What the address said was meant for one message. */
    empty: () => {
      setTouched({ topic: 'general', message: '' })
      forgetDraft()
    },
  }
}
