/** The English word is good on every page, whatever its language. */
const WORDS = ['delete', 'изтрий']

/** Whether the text confirms the deletion: the word or the person's own email, in any case (AUTH-06). */
export function isDeletionWord(text: string, email: string): boolean {
  const typed = text.trim().toLowerCase()
  return typed === email.toLowerCase() || WORDS.includes(typed)
}
