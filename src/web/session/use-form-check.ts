import { useState } from 'react'
import { m } from '#i18n/messages/messages.js'

/** What is wrong with a field of an email or a password, by the rules of its attributes, in the language of the page. */
function problemOf({ type, value, minLength, validity }: HTMLInputElement): string | undefined {
  if (type === 'email') {
    if (validity.valueMissing) return m.email_missing()
    return validity.typeMismatch ? m.contact_email_invalid() : undefined
  }
  // The browser reports `tooShort` only of text that was typed, not of what was filled in.
  if (minLength > 0 && value.length < minLength) return m.password_short({ count: minLength })
  return validity.valueMissing ? m.password_missing() : undefined
}

/**
 * Checks the fields of a `noValidate` form where they are submitted: the browser's own bubbles speak its language, not that of
 * the page.
 */
export function useFormCheck() {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  return {
    /** The sentence for the field of this name. */
    problemOf: (name: string): string | undefined => problems[name],
    /** Checks all fields, and moves the focus to the first that is wrong. */
    check(form: HTMLFormElement): boolean {
      const wrong = [...form.querySelectorAll('input')].flatMap((input) => {
        const problem = problemOf(input)
        return problem === undefined ? [] : [{ input, problem }]
      })
      setProblems(Object.fromEntries(wrong.map(({ input, problem }) => [input.name, problem])))
      wrong[0]?.input.focus()
      return wrong.length === 0
    },
    clear: () => setProblems({}),
  }
}
