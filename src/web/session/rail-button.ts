/** The classes of the buttons of the rail: no label takes two lines, in either language, but on the narrowest phone. */
export const RAIL_BUTTON = 'px-2! text-[0.9375rem]! min-[22rem]:whitespace-nowrap'

/** The same for the longest label, which takes two lines. */
export const RAIL_BUTTON_LONG = 'px-4! py-1.5! text-base! leading-snug text-balance'

/** What cannot be done right away looks like a link, at the start of the line. */
export const RAIL_LINK =
  '-ms-2 justify-self-start px-2! whitespace-nowrap underline decoration-line-strong underline-offset-4'
