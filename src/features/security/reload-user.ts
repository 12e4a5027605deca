import { currentUser } from '#src/session/current-user.ts'

/** What the header says of the account follows what was changed; where it cannot be loaded, it stays. */
export const reloadUser = (): void => void currentUser.load().catch(() => undefined)
