import { InstanceDraft } from './draft.ts'

const key = 'create-instance'

/** Draft stored for this tab while the user recharges or verifies their identity. */
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
