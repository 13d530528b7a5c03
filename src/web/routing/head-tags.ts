/** The mark of the tags that belong to one page, by which the next one finds them. */
export const HEAD_MARK = 'data-page'

export type HeadTag =
  | { name: 'title'; text: string }
  | { name: 'meta' | 'link'; attributes: Record<string, string> }
