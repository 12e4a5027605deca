import { session } from '#src/session/session.ts'

/** Ends the session here whether or not the server hears of it; whatever was loaded for the user goes with it. */
export async function signOut(): Promise<void> {
  const { requestLogout: logout } = await import('./header/requests.ts')
  await logout().catch(() => undefined)
  session.clear()
}
