import { useLayoutEffect, useState } from 'react'
import { PLANS, type Plan } from '#product/plans.ts'
import { useLang, useSearch } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { useSession } from '../../session/session.ts'
import { type Draft, deleteDraft, saveDraft, loadDraft } from '#engine/storage/contact-draft.ts'
import { isTopic } from '#product/product.ts'

/** The plan in the address, if its price is agreed individually. */
export function useRequestedPlan(): Plan | undefined {
  const asked = new URLSearchParams(useSearch()).get('plan')
  return PLANS.find(({ id, price }) => id === asked && price === undefined)
}

/** The initial form: parameters of the address, and the email of the signed-in user. */
function useOpening(): Draft {
  const lang = useLang()
  const session = useSession()
  const topic = new URLSearchParams(useSearch()).get('topic')
  const plan = useRequestedPlan()
  return {
    name: '',
    email: session.status === 'signed-in' ? session.email : '',
    topic: isTopic(topic) ? topic : 'general',
    message: plan ? `${m.contact_about_plan({ plan: plan.name[lang] })}\n` : '',
    isAgreed: false,
    website: '',
  }
}

/** The draft, kept until it is sent. Untouched fields follow the address and the session. */
export function useDraft() {
  const opening = useOpening()
  const [touched, setTouched] = useState<Partial<Draft>>()
  useLayoutEffect(() => setTouched(loadDraft()), [])
  return {
    draft: { ...opening, ...touched },
    edit: (change: Partial<Draft>) => {
      setTouched((before) => ({ ...before, ...change }))
      saveDraft(change)
    },
    /** The parameters of the address apply to one message. */
    empty: () => {
      setTouched({ topic: 'general', message: '' })
      deleteDraft()
    },
  }
}
