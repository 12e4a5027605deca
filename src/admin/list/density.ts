import { storedChoice } from '#src/ui/stored-choice.ts'

/** How close the rows of all tables stand. */
export const density = storedChoice('table-density', ['middle', 'small'], 'middle')
