import { createStoredChoice } from '#src/ui/stored-choice.ts'

/** How close the rows of all tables stand. */
export const density = createStoredChoice('table-density', ['middle', 'small'], 'middle')
