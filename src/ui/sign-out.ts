import { session } from '#src/session/session.ts'

/** Ends the local session even if the server cannot be reached, and discards all data loaded for the user. */
export async function signOut(): Promise<void> {
  const { requestLogout } = await import('./header/requests.ts')
  await requestLogout().catch(() => undefined)
  session.clear()
}
