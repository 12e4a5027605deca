import { paths } from '#src/paths.ts'

const key = 'left-page'
/** Pages not remembered, because a failed sign-in there is not a visit. */
const loginPaths: readonly string[] = [paths.home(), paths.phoneLogin(), paths.phoneRegister()]

interface Left {
  user_id: string
  to: string
}

/** Remembers this tab's page when the session ends, for the same user's next sign-in in this tab; can be taken once. */
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
