import { createStoredChoice } from '#src/ui/stored-choice.ts'

/** Whether the sider is 220 or 64 px wide; remembered. */
export const siderState = createStoredChoice('console-sider', ['open', 'folded'], 'open')
