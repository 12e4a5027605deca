import { createStoredChoice } from '#src/ui/stored-choice.ts'

/** Whether single-key shortcuts are on; users of speech input or a mouth stick may want them off (WCAG 2.1.4). */
export const shortcutState = createStoredChoice('console-shortcuts', ['on', 'off'], 'on')
