/** The classes of the buttons of the rail: no label takes two lines, in either language. */
export const RAIL_BUTTON = 'px-2! text-base! whitespace-nowrap'

/** What cannot be done right away looks like a link, at the start of the line. */
export const RAIL_LINK =
  '-ms-2 justify-self-start px-2! whitespace-nowrap underline decoration-line-strong underline-offset-4'
