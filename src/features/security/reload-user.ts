import { currentUser } from '#src/session/current-user.ts'

/** Reloads the user for the header after a change; keeps the old data if loading fails. */
export const reloadUser = (): void => void currentUser.load().catch(() => undefined)
