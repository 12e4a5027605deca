import { paths } from '#src/paths.ts'

const key = 'left-page'
/** Whoever fails to sign in there has not been anywhere since. */
const loginPaths: readonly string[] = [paths.home(), paths.phoneLogin(), paths.phoneRegister()]

interface Left {
  user_id: string
  to: string
}

/** Where somebody was in this tab when the session ended under him: for the next sign-in here, once, and for nobody else. */
export const lastPage = {
  keep: (userId: string): void => {
    const { pathname, search } = window.location
    if (loginPaths.includes(pathname)) return
    sessionStorage.setItem(key, JSON.stringify({ user_id: userId, to: pathname + search } satisfies Left))
  },
  forget: (): void => sessionStorage.removeItem(key),
  take: (userId: string | undefined): string | null => {
    const kept = sessionStorage.getItem(key)
    lastPage.forget()
    try {
      const left = JSON.parse(kept ?? 'null') as Left | null
      return left && left.user_id === userId ? left.to : null
    } catch {
      return null
    }
  },
}
