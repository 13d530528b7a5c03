/** The classes of the buttons of the rail: no label takes two lines, in either language. */
export const RAIL_BUTTON = 'px-2! text-base! whitespace-nowrap'
