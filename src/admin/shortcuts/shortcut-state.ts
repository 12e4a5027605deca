import { createStoredChoice } from '#src/ui/stored-choice.ts'

/** Whether single keys do something: whoever speaks to the computer, or types with a stick, may not want it (WCAG 2.1.4). */
export const shortcutState = createStoredChoice('console-shortcuts', ['on', 'off'], 'on')
