import { InstanceDraft } from './draft.ts'

const key = 'create-instance'

/** Kept for this tab while its owner is away to recharge or to verify a name. */
export const draftStorage = {
  read: (): InstanceDraft => {
    try {
      return InstanceDraft.safeParse(JSON.parse(sessionStorage.getItem(key) ?? '{}')).data ?? {}
    } catch {
      return {}
    }
  },
  write: (draft: InstanceDraft): void => sessionStorage.setItem(key, JSON.stringify(draft)),
  clear: (): void => sessionStorage.removeItem(key),
}
