import { Draft } from './draft.ts'

const key = 'create-instance'

/** Kept for this tab while its owner is away to recharge or to verify a name. */
export const draft_storage = {
  read: (): Draft => {
    try {
      return Draft.safeParse(JSON.parse(sessionStorage.getItem(key) ?? '{}')).data ?? {}
    } catch {
      return {}
    }
  },
  write: (draft: Draft): void => sessionStorage.setItem(key, JSON.stringify(draft)),
  clear: (): void => sessionStorage.removeItem(key),
}
