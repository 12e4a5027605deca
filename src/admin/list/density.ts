import { createStoredChoice } from '#src/ui/stored-choice.ts'

/** Row density of all tables. */
export const density = createStoredChoice('table-density', ['middle', 'small'], 'middle')
